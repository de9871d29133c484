// Fetches and unpacks the snapshot for python_start.js, which starts Pyodide meanwhile.

import { unpackInto } from "./python_start.js";

/**
 * @typedef {{ address: string, size: number }} Wanted  a packed file, and how large it is without compression
 *
 * @typedef {object} WorkerScope
 * @property {(answer: Uint8Array | string, given?: ArrayBufferLike[]) => void} postMessage  the bytes, or what is wrong
 * @property {((event: MessageEvent<Wanted>) => void) | null} onmessage
 */

const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));

scope.onmessage = async ({ data: { address, size } }) => {
  try {
    const bytes = new Uint8Array(size);
    await unpackInto(bytes, address);
    scope.postMessage(bytes, [bytes.buffer]); // given away, not copied
  } catch (error) {
    scope.postMessage(String(error));
  }
};
