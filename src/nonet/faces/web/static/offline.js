// Prepares the page for working offline: a service worker keeps its files, and the server sends puzzles in advance.
// Browsers allow this on HTTPS and on localhost only.

import { api, messageOf } from "./api.js";
import { dropOldDays, isStocked, stock } from "./ready_games.js";
import { core, isStatic } from "./transport.js";

const FIRST = 2000; // milliseconds after the start; the page itself comes first
const PAUSE = 1000; // between two puzzles

/** @type {ServiceWorkerRegistration | null} */
let registration = null;

/** Whether the browser lets this page start without a network. */
export const canStartOffline = "serviceWorker" in navigator && isSecureContext;

export async function prepareOffline() {
  if (!canStartOffline) return;
  await core?.loaded; // its files are in the browser's cache then, and are not loaded twice
  await pause(FIRST);
  try {
    registration = (await navigator.serviceWorker.register("service_worker.js")) ?? null;
  } catch {
    return; // the browser does not want to, in a private window for example
  }
  if (registration && !isStatic) await stockUp().catch(messageOf);
}

/** Changes to a new version of the static page, if it is complete. The page calls this when no game is open. */
export function update() {
  const waiting = registration?.waiting;
  if (!waiting) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("activate");
}

/** Asks for a puzzle of today, and for one of each board and level, unless they are here. */
async function stockUp() {
  const { boards, today } = await api.boards();
  await Promise.all([api.games({ playing: true }), api.games({ playing: false })]); // they are remembered
  dropOldDays(today);
  const kinds = boards.flatMap(({ name, levels }) => levels.map((level) => ({ board: name, level: level.name })));
  for (const wish of [{ daily: today }, ...kinds]) {
    if (isStocked(wish)) continue;
    if (!stock(wish, await api.ready(wish))) return;
    await pause(PAUSE);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
