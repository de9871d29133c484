// How requests reach what answers them: a server by HTTP, or, on the static page, the core in a web worker.

import { CoreClient } from "./core_client.js";
import { addressed, plainPuzzle } from "./link.js";

/**
 * @typedef {object} ApiRequest
 * @property {string} method
 * @property {string} path  with its query
 * @property {string | Blob | null} body  JSON, or a picture
 * @property {boolean} keepalive  outlives the page
 * @property {AbortSignal | undefined} [signal]  takes the request back; the static page answers it nevertheless
 *
 * @typedef {object} Reply
 * @property {number} status
 * @property {any} answer
 *
 * @typedef {(request: ApiRequest) => Promise<Reply>} Send  rejects if there is no answer
 */

const PATIENCE = 30_000; // milliseconds; a hard puzzle takes its time

/** Whether this is the static page, which `sudoku web --export` writes. */
export const isStatic = globalThis.document?.documentElement.dataset?.["core"] === "worker";

/** @type {CoreClient | null} */
export const core = isStatic ? new CoreClient() : null;

if (core) {
  const [, puzzle = ""] = /^p=(.+)/s.exec(addressed()) ?? [];
  const isKept = navigator.serviceWorker?.controller; // nothing is downloaded
  if (isKept || (puzzle && !plainPuzzle(puzzle))) core.load(); // otherwise the page comes first
  addEventListener("pagehide", ({ persisted }) => persisted && core.rest());
  addEventListener("pageshow", ({ persisted }) => persisted && core.restart());
}

/** @type {Send} */
export const send = core ? (request) => core.send(request) : sendToServer;

/** @type {Send} */
async function sendToServer({ method, path, body, keepalive, signal }) {
  const response = await fetch(path, {
    method,
    headers: body === null ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" },
    body,
    cache: "no-store",
    keepalive,
    signal: keepalive ? null : (signal ?? AbortSignal.timeout(PATIENCE)),
  });
  return { status: response.status, answer: await response.json().catch(() => ({})) };
}
