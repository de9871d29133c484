// The core of the static page: nonet in Pyodide, in a web worker. It answers one request after another.
//
// The saved games are kept as one image in the browser's storage. Every tab has a core of its own; before a request it
// takes over what another tab has saved, and if two save at once, the second does its request again. The page is told if an
// image was damaged, or if nothing can be kept.

import { startPython } from "./python_start.js";
import { isLasting, readImage, readVersion, writeImage } from "./saved_image.js";

/**
 * @import { KeptImage } from "./core_client.js"
 * @typedef {{ id: number, method: string, path: string, body: string }} CoreRequest
 *
 * @typedef {object} Core  nonet.faces.web.core.Core
 * @property {(method: string, path: string, body: string) => Promise<any>} answer
 * @property {() => any} changed_image  the image, and whether the one before is damaged
 * @property {(image: unknown) => void} replace
 *
 * @typedef {{ core: Core, image: (some: Uint8Array | null) => any, version: string }} State
 *
 * @typedef {object} WorkerScope
 * @property {(message: unknown) => void} postMessage
 * @property {((event: MessageEvent<CoreRequest | KeptImage>) => void) | null} onmessage
 */

const ATTEMPTS = 5;
const scope = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const loading = load();
/** @type {Promise<unknown>} */
let last = loading;
/** @type {Uint8Array | null} what the worker before this one has saved, where the browser stores nothing */
let kept = null;

scope.onmessage = ({ data }) => {
  if ("image" in data) kept = data.image;
  else last = last.then(() => answer(data)).catch((error) => scope.postMessage({ failed: String(error) }));
};

loading.then(
  async () => scope.postMessage({ ready: true, notice: (await isLasting) ? "" : "unkept" }),
  (error) => scope.postMessage({ failed: String(error) }),
);

async function load() {
  const [pyodide, saved] = await Promise.all([startPython(new URL("core/", import.meta.url).href), readImage()]);
  const image = (/** @type {Uint8Array | null} */ some) => (some ? pyodide.toPy(some) : undefined); // None
  const module = pyodide.pyimport("nonet.faces.web.core");
  const languages = navigator.languages.map((tag) => tag.split("-")[0]).join(" ");
  /** @type {Core} */
  const core = module.Core.callKwargs("/play.sqlite", image(saved.image ?? kept), { languages });
  const state = { core, image, version: saved.version };
  if (saved.image !== null) await save(state); // if it had to be repaired
  return state;
}

/** @param {CoreRequest} request */
async function answer({ id, method, path, body }) {
  const state = await loading;
  for (let attempt = 1; ; attempt++) {
    if ((await readVersion()) !== state.version) await takeOver(state);
    const proxy = await state.core.answer(method, path, body);
    const [status, text] = proxy.toJs();
    proxy.destroy();
    if ((await save(state)) || attempt === ATTEMPTS) {
      scope.postMessage({ id, status, text });
      return;
    }
  }
}

/** @param {State} state */
async function takeOver(state) {
  const saved = await readImage();
  state.core.replace(state.image(saved.image));
  state.version = saved.version;
}

/** Keeps what has changed; false if another tab has saved something else meanwhile. @param {State} state */
async function save(state) {
  const proxy = state.core.changed_image();
  if (!proxy) return true;
  const [image, damaged] = proxy.toJs();
  proxy.destroy();
  if (!(await isLasting)) scope.postMessage({ image });
  const version = await writeImage(image, state.version, damaged);
  if (version === null) return false;
  state.version = version;
  if (damaged) scope.postMessage({ notice: "damaged" });
  return true;
}
