// The server: one function a question. When it does not answer, `Away` is thrown and everyone who asked to
// know is told; when it refuses, `Refused` carries its words.

import { T, t } from "./words.js";

/** The server did not answer. */
export class Away extends Error {}

/** Refusals that a player may meet. */
const REFUSALS = {
  "not-found": T("There is no such game; it may have been deleted."),
  format: T("This cannot be read as a puzzle: {message}"),
  "too-long": T("This took too long, so the server stopped."),
  busy: T("The server is busy. Try again in a few seconds."),
  store: T("The saved games cannot be used: {message}"),
  "too-large": T("This is too large for the server."),
};
const SAID = /^puzzle-/; // these come in the player's language

/** The server refused; the message is for people. */
export class Refused extends Error {
  constructor(status, { code = "", message = "", last } = {}) {
    const words = SAID.test(code) ? "" : t(REFUSALS[code] ?? T("The server refused this: {message}"), { message: message || status });
    super(words || message);
    this.status = status;
    this.code = code;
    this.last = last;
  }
}

const PATIENCE = 30_000; // milliseconds; a hard puzzle may take its time

const listeners = new Set();
let away = false;

/** Calls back whenever the server goes away or comes back. */
export function whenAway(listener) {
  listeners.add(listener);
  listener(away);
}

function tell(now) {
  if (now === away) return;
  away = now;
  for (const listener of listeners) listener(away);
}

async function ask(method, path, body, { keepalive = false } = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: method === "GET" ? {} : { "Content-Type": "application/json" },
      body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
      cache: "no-store",
      keepalive,
      signal: keepalive ? undefined : AbortSignal.timeout(PATIENCE),
    });
  } catch {
    tell(true);
    throw new Away("the server is away");
  }
  tell(false);
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refused(response.status, { ...answer.error, last: answer.last ?? answer.error?.last });
  return answer;
}

/** A line of symbols as digits: `.` is 0, A is 10. */
export function valuesOf(symbols) {
  return [...symbols].map((symbol) => Math.max(0, ".123456789ABCDEFGHIJKLMNOP".indexOf(symbol)));
}

const game = (id) => `/api/games/${encodeURIComponent(id)}`;
const language = () => `language=${t.language}`;

export const api = {
  boards: () => ask("GET", `/api/boards?${language()}`),
  games: (playing) => ask("GET", `/api/games?playing=${playing}&limit=12&${language()}`),
  create: (wish) => ask("POST", "/api/games", wish),
  game: (id) => ask("GET", game(id)),
  act: (id, body, how) => ask("POST", `${game(id)}/actions`, body, how),
  hint: (id, tier) => ask("POST", `${game(id)}/hint`, { tier }),
  check: (id) => ask("POST", `${game(id)}/check`),
  forget: (id) => ask("DELETE", game(id)),
  record: (id) => ask("GET", `${game(id)}/download`),
  parse: (wish) => ask("POST", "/api/parse", { ...wish, language: t.language }),
  settings: () => ask("GET", "/api/settings"),
  change: (changes) => ask("PATCH", "/api/settings", changes),
  statistics: () => ask("GET", `/api/statistics?${language()}`),
};
