// The server's API. A request that gets no answer throws `Unreachable`, and those watching the connection are notified; one
// that the server refuses throws `Refused`. Both are failures, whose message is for the player.

import { remember } from "./known_answers.js";
import { localAnswer } from "./local_answers.js";
import { forgetUnsentGame, unsentGame, unsentGames } from "./ready_games.js";
import { core, isStatic, send } from "./transport.js";
import { T, t } from "./words.js";

/**
 * @import { Error as Refusal, Operations } from "../api_types.d.ts"
 * @import { ApiRequest } from "./transport.js"
 */

/** Something that may go wrong; the message is for the player. */
export class Failure extends Error {}

/** What to say of a failure; any other error is a fault, and is thrown again. @param {unknown} error */
export function messageOf(error) {
  if (error instanceof Failure) return error.message;
  throw error;
}

/** The server did not answer. */
export class Unreachable extends Failure {
  constructor() {
    super(
      isStatic
        ? t("The game could not be loaded.")
        : t("The game server is not responding. Is “sudoku web” still running?"),
    );
  }
}

/** The page itself took the question back. */
export class Cancelled extends Error {}

/**
 * The refusals that a player may meet.
 * @type {Record<string, string>}
 */
const REFUSALS = {
  "no-room": T("There is no such room; it may have been closed."),
  "room-full": T("This room is full."),
  "not-found": T("There is no such game; it may have been deleted."),
  format: T("This cannot be read as a puzzle: {message}"),
  "too-long": T("This took too long; the server gave up."),
  busy: T("The server is busy. Try again in a few seconds."),
  installing: T("What photographs need is being installed. This happens once and may take some minutes."),
  "missing-extra": T(
    "To read photographs, install what they need: run “sudoku read” with a picture in a terminal, or “pip install 'nonet[photo]'”. Then try again here.",
  ),
  code: T("This code is wrong, was used already, or is too old."),
  "picture-damaged": T("This picture is damaged."),
  "picture-few-digits": T("There are too few legible digits in the grid."),
  "picture-kind": T("This file is not a picture. JPEG, PNG and WebP files can be read."),
  "picture-no-grid": T("No Sudoku was found in this picture."),
  "picture-size": T("This picture is too large."),
  "picture-small": T("This picture is too small to read digits in it."),
  "picture-static": T("This page cannot read photographs. “sudoku web” can."),
  "picture-unreadable": T("Nothing in this picture can be read as a Sudoku."),
  "no-lesson": T("There is no lesson about such a technique."),
  "no-pack": T("There is no such pack; it may have been deleted."),
  store: T("The saved games cannot be used: {message}"),
  timeout: T("The request took too long to reach the server. Try again."),
  token: T("Open the link that “sudoku web” printed"),
  "too-large": T("This is too large for the server."),
  "too-many-games": T("There are too many saved games. Delete some before you start another."),
};
const TRANSLATED = /^puzzle-/; // the server says these in the player's language

/** The server refused. */
export class Refused extends Failure {
  /** @param {number} status @param {Partial<Refusal>} refusal */
  constructor(status, { error: { code, message } = { code: "", message: "" }, last }) {
    const template = REFUSALS[code] ?? T("The server refused this: {message}");
    super((TRANSLATED.test(code) && message) || t(template, { message: message || status }));
    this.status = status;
    this.code = code;
    this.last = last; // the number of the last action that was taken
  }
}

/** @type {Set<(reachable: boolean) => void>} */
const watchers = new Set();
let reachable = true;

/** Calls back now, and whenever the server goes away or comes back. @param {(reachable: boolean) => void} watcher */
export function watchConnection(watcher) {
  watchers.add(watcher);
  watcher(reachable);
}

/** @param {boolean} now */
function setReachable(now) {
  if (now === reachable) return;
  reachable = now;
  for (const watcher of watchers) watcher(now);
}

/** Whether the core of the static page is still loading. */
export function isLoading() {
  return core !== null && !core.ready;
}

/**
 * Sends a request.
 * @template {keyof Operations} Name
 * @param {Name} operation  as the OpenAPI description names it
 * @param {object} [options]
 * @param {string} [options.id]  takes the place of {id} or {key} in the path
 * @param {Record<string, string>} [options.query]
 * @param {Operations[Name]["body"]} [options.body]
 * @param {Blob} [options.picture]  sent instead of JSON
 * @param {boolean} [options.keepalive]  outlives the page
 * @param {AbortSignal | undefined} [options.signal]  takes the question back; throws `Cancelled`
 * @returns {Promise<Operations[Name]["answer"]>}
 */
async function ask(operation, { id = "", query = {}, body, picture, keepalive = false, signal } = {}) {
  const asked = { id, query, body };
  if (isLoading() || (isStatic && operation === "POST /api/games")) {
    const early = await localAnswer(operation, asked);
    if (early) return early;
  }
  const request = requestOf(operation, { id, query, content: picture ?? JSON.stringify(body ?? {}) });
  let reply;
  try {
    reply = await sendAbout(id, { ...request, keepalive, signal });
  } catch (error) {
    if (error instanceof Refused) throw error;
    if (signal?.aborted) throw new Cancelled("the question was taken back");
    setReachable(false);
    const local = await localAnswer(operation, asked);
    if (local) return local;
    throw new Unreachable();
  }
  setReachable(true);
  if (reply.status >= 400) throw new Refused(reply.status, reply.answer);
  remember(operation, asked, reply.answer);
  return reply.answer;
}

/**
 * Sends a request, after the game that it is about; at once if there is no such game, since the page may be closing.
 * @param {string} id
 * @param {ApiRequest} request
 */
async function sendAbout(id, request) {
  if (unsentGame(id)) await introduce(id);
  return send(request);
}

/** @type {Map<string, Promise<void>>} games on their way */
const introductions = new Map();

/**
 * @param {keyof Operations} operation
 * @param {{ id: string, query: Record<string, string>, content: string | Blob }} asked
 */
function requestOf(operation, { id, query, content }) {
  const [method = "", template = ""] = operation.split(" ");
  const search = new URLSearchParams(query).toString();
  const path = template.replace(/\{(?:id|key)\}/, encodeURIComponent(id)) + (search && `?${search}`);
  return { method, path, body: method === "GET" ? null : content };
}

/** Sends a game that was started here, before anything else about it is asked. @param {string} id */
function introduce(id) {
  const running = introductions.get(id) ?? sendGame(id).finally(() => introductions.delete(id));
  introductions.set(id, running);
  return running;
}

/** @param {string} id */
async function sendGame(id) {
  const body = JSON.stringify(unsentGame(id));
  const { status, answer } = await send({ method: "POST", path: "/api/games", body, keepalive: false });
  if (status < 500) forgetUnsentGame(id);
  if (status < 400) return;
  if (status < 500) remember("DELETE /api/games/{id}", { id }, {}); // there will be no such game
  throw new Refused(status, answer);
}

/** Sends all games that were started here. */
async function introduceAll() {
  for (const id of unsentGames()) await introduce(id).catch(() => {});
}

/**
 * @template {keyof Operations} Name
 * @typedef {Operations[Name]["body"]} Body
 */

const nothing = () => ({});
const language = () => ({ language: t.language }); // in which the answer is

/**
 * A request about what has this id or key, if it names one.
 * @template {keyof Operations} Name
 * @param {Name} operation
 * @param {() => Record<string, string>} query
 */
function about(operation, query = nothing) {
  return (id = "") => ask(operation, { id, query: query() });
}

/**
 * A request that sends something.
 * @template {keyof Operations} Name
 * @param {Name} operation
 * @param {() => object} more
 */
function sending(operation, more = nothing) {
  /** @type {(body: Body<Name>, signal?: AbortSignal) => Promise<Operations[Name]["answer"]>} */
  return (body, signal) => ask(operation, { body: { ...body, ...more() }, signal });
}

export const api = {
  game: about("GET /api/games/{id}"),
  replay: about("GET /api/games/{id}/replay"),
  result: about("GET /api/games/{id}/result"),
  record: about("GET /api/games/{id}/download"),
  share: about("GET /api/games/{id}/share"),
  check: about("POST /api/games/{id}/check"),
  remove: about("DELETE /api/games/{id}"),
  create: sending("POST /api/games"),
  ready: sending("POST /api/ready"),
  introduceAll,
  /** Sends a game that was started here, if it is not sent yet. @param {string} id */
  introduce: async (id) => {
    if (unsentGame(id)) await introduce(id);
  },
  /**
   * @param {string} id
   * @param {Body<"POST /api/games/{id}/actions">} body
   * @param {{ keepalive?: boolean }} [options]
   */
  act: (id, body, options) => ask("POST /api/games/{id}/actions", { id, body, ...options }),
  /**
   * @param {string} id
   * @param {number} tier
   * @param {boolean} [echo]  another player has asked for it
   */
  hint: (id, tier, echo = false) => ask("POST /api/games/{id}/hint", { id, body: echo ? { tier, echo } : { tier } }),
  /**
   * The saved games, without those that were never played.
   * @param {{ playing?: boolean | null, board?: string, limit?: number }} which
   */
  games: ({ playing = null, board = "", limit = 12 }) => {
    const wanted = { ...(playing === null ? {} : { playing: String(playing) }), ...(board && { board }) };
    return ask("GET /api/games", { query: { ...wanted, limit: String(limit), touched: "true", ...language() } });
  },
  /**
   * @param {string} [from]  a day of the month; this month without it
   * @param {string} [board]
   */
  days: (from, board) =>
    ask("GET /api/days", { query: { ...(from && { from }), ...(board && { board }), ...language() } }),
  boards: about("GET /api/boards", language),
  packs: about("GET /api/packs", language),
  pack: about("GET /api/packs/{key}", language),
  openPack: sending("POST /api/packs"),
  removePack: about("DELETE /api/packs/{key}"),
  parse: sending("POST /api/parse", language),
  rate: sending("POST /api/rate", language),
  trace: sending("POST /api/trace", language),
  /** @param {Blob} picture */
  read: (picture) => ask("POST /api/read", { picture, query: language() }),
  settings: about("GET /api/settings"),
  changeSettings: sending("PATCH /api/settings"),
  statistics: about("GET /api/statistics", language),
  /**
   * @param {string} [date]  whose times are asked for
   * @param {string} [board]
   */
  household: (date, board) => ask("GET /api/household", { query: date && board ? { date, board } : {} }),
  playerCode: about("POST /api/household/code"),
  movePlayerHere: sending("POST /api/household/player"),
  openRoom: sending("POST /api/rooms"),
  joinRoom: about("POST /api/rooms/{id}"),
  /** @param {string} id @param {Body<"POST /api/rooms/{id}/events">} body */
  tellRoom: (id, body) => ask("POST /api/rooms/{id}/events", { id, body }),
  lessons: about("GET /api/lessons"),
  recordExercises: sending("POST /api/lessons"),
  techniques: about("GET /api/techniques", language),
  lesson: about("GET /api/techniques/{key}", language),
  /**
   * @param {string} id  of the technique
   * @param {number} seed
   * @param {boolean} placement  of the placement test
   */
  practice: (id, seed, placement) => {
    const query = { seed: String(seed), placement: String(placement), ...language() };
    return ask("GET /api/techniques/{key}/practice", { id, query });
  },
  palette: about("GET /api/palette", language),
  openDraft: sending("POST /api/desk/open"),
  checkDraft: sending("POST /api/desk/check", language),
  countSolutions: sending("POST /api/desk/solutions"),
  trueCandidates: sending("POST /api/desk/candidates"),
  contradiction: sending("POST /api/desk/contradiction", language),
  path: sending("POST /api/desk/path", language),
  pathStep: sending("POST /api/desk/step", language),
  exportDraft: sending("POST /api/desk/export"),
};
