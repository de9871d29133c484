// The page's side of the core (core_worker.js): requests go to a web worker and come back in order. A worker that does
// not answer in time is ended and started again; the saved games are in the browser's storage, or kept here where it
// refuses them, so nothing is lost.

/**
 * @import { ApiRequest, Reply } from "./transport.js"
 *
 * @typedef {{ id: number, status: number, text: string }} CoreAnswer
 * @typedef {"" | "unkept" | "damaged"} Notice  what the player should know of the saved games
 * @typedef {{ image: Uint8Array }} KeptImage  the saved games that the browser does not store
 * @typedef {{ ready: true, notice: Notice } | { notice: Notice } | { failed: string } | KeptImage | CoreAnswer} CoreMessage
 *   what the worker says
 *
 * @typedef {object} Waiting
 * @property {ApiRequest} request
 * @property {(reply: Reply) => void} resolve
 * @property {(error: Error) => void} reject
 */

const PATIENCE = 30_000; // milliseconds for one request, once the core is loaded
const TOO_LONG = { error: { code: "too-long", message: "the core was started again" } };
const NO_PHOTOS = { error: { code: "picture-static", message: "" } };

export class CoreClient {
  /** @param {() => Worker} [start] */
  constructor(start = startWorker) {
    this.start = start;
    /** @type {Worker | null} */
    this.worker = null;
    this.ready = false;
    this.count = 0;
    /** @type {KeptImage | null} for the next worker */
    this.kept = null;
    /** @type {Map<number, Waiting>} in the order in which they are answered */
    this.waiting = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.notify = (/** @type {Notice} */ _) => {};
    /** @type {Promise<Notice>} the first one */
    this.noticed = new Promise((resolve) => {
      this.notify = resolve;
    });
    this.markLoaded = () => {};
    /** @type {Promise<void>} */
    this.loaded = new Promise((resolve) => {
      this.markLoaded = resolve;
    });
  }

  /** @param {ApiRequest} request @returns {Promise<Reply>} */
  send(request) {
    if (request.body instanceof Blob) return Promise.resolve({ status: 501, answer: NO_PHOTOS });
    return new Promise((resolve, reject) => {
      const id = ++this.count;
      this.waiting.set(id, { request, resolve, reject });
      if (this.worker) this.post(id);
      else this.restart();
    });
  }

  /** Loads the core now, before the first request. */
  load() {
    if (!this.worker) this.restart();
  }

  restart() {
    this.worker?.terminate();
    this.ready = false;
    const worker = this.start();
    this.worker = worker;
    worker.onmessage = ({ data }) => this.receive(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || "the core cannot be loaded");
    };
    if (this.kept) worker.postMessage(this.kept);
    for (const id of this.waiting.keys()) this.post(id);
  }

  /**
   * Ends the worker, because the browser keeps the page for going back to it: a frozen worker may keep others from the
   * saved games. What it has not answered is asked again.
   */
  rest() {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    clearTimeout(this.timer);
  }

  /** @param {number} id */
  post(id) {
    const { method, path, body } = /** @type {Waiting} */ (this.waiting.get(id)).request;
    this.worker?.postMessage({ id, method, path, body: body ?? "" });
    if (this.ready && this.waiting.size === 1) this.startTimer();
  }

  /** @param {CoreMessage} message */
  receive(message) {
    if ("notice" in message && message.notice) this.notify(message.notice);
    if ("image" in message) this.kept = message;
    else if ("failed" in message) this.fail(message.failed);
    else if ("ready" in message) {
      this.ready = true;
      this.markLoaded();
      this.startTimer();
    } else if ("id" in message) {
      const { id, status, text } = message;
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      this.startTimer();
      asked?.resolve({ status, answer: JSON.parse(text) });
    }
  }

  /** The core cannot be loaded; the next request tries again. @param {string} reason */
  fail(reason) {
    this.rest();
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of all) reject(new Error(reason));
  }

  /** The time of the request that is being answered; the others wait for it. */
  startTimer() {
    clearTimeout(this.timer);
    if (this.waiting.size) this.timer = setTimeout(() => this.giveUp(), PATIENCE);
  }

  giveUp() {
    const [[id, { resolve }]] = this.waiting;
    this.waiting.delete(id);
    resolve({ status: 503, answer: TOO_LONG });
    this.restart();
  }
}

function startWorker() {
  return new Worker(new URL("./core_worker.js", import.meta.url), { type: "module" });
}
