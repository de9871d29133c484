// What node lacks of a browser, as far as the page's logic needs it: storage, a document, and a server to ask.

import { mock } from "node:test";
import * as storage from "../../../../src/nonet/faces/web/static/storage.js";

/** @import { Action, Game, Outcomes } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/** The browser's storage, in memory. */
class MemoryStorage {
  room = Infinity; // for so many characters
  /** @type {Map<string, string>} */
  #items = new Map();
  get length() {
    return this.#items.size;
  }
  /** @param {number} index */
  key(index) {
    return [...this.#items.keys()][index] ?? null;
  }
  /** @param {string} key */
  getItem(key) {
    return this.#items.get(key) ?? null;
  }
  /** @param {string} key @param {string} value */
  setItem(key, value) {
    const others = [...this.#items].filter(([other]) => other !== key).flat();
    if ([...others, key, value].join("").length > this.room) throw new DOMException("", "QuotaExceededError");
    this.#items.set(key, String(value));
  }
  /** @param {string} key */
  removeItem(key) {
    this.#items.delete(key);
  }
  clear() {
    this.#items.clear();
  }
}

/** Puts the browser's globals in place; every test begins with empty ones. */
export function openBrowser() {
  for (const key of storage.keys("")) storage.remove(key); // what it holds in memory, too
  const nothing = () => {};
  const globals = {
    localStorage: new MemoryStorage(),
    document: { hidden: false, documentElement: {} },
    addEventListener: nothing,
    removeEventListener: nothing,
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
}

/** The board of drafts: 4x4, without houses. */
export const DRAFT_SHAPE = {
  rows: 4,
  columns: 4,
  size: 4,
  most_of_each: 4,
  symbols: "1234",
  places: null,
  names: [],
  regions: Array(16).fill(0),
  extras: [],
  houses: [],
  note_shape: /** @type {[number, number]} */ ([2, 2]),
};

export const NO_WORDS = {
  title: "",
  author: "",
  description: "",
  source: "",
  level: "",
  date: "",
  url: "",
  rating: "",
};

/**
 * A game on a 4x4 board with one given, 1 in the first cell.
 * @param {Partial<Game>} [changes]
 * @returns {Game}
 */
export function game(changes = {}) {
  const zeros = Array(16).fill(0);
  const givens = [1, ...zeros.slice(1)];
  return {
    id: "abc",
    layout: "4x4",
    board: "4x4",
    board_title: "4x4",
    level: "easy",
    level_title: "easy",
    source: "level",
    seed: 1,
    shape: { ...DRAFT_SHAPE, regions: zeros },
    share: "",
    text: "",
    rules: null,
    about: NO_WORDS,
    cages: [],
    created: "",
    givens,
    values: givens,
    corner: zeros,
    centre: zeros,
    candidates: zeros,
    auto: false,
    colours: zeros,
    candidate_colours: [],
    more_colours: [],
    hidden: [],
    revealed: [],
    conflicts: [],
    mistakes: [],
    left: [0, 3, 4, 4, 4],
    marks: [],
    status: "playing",
    dead_end: false,
    can_undo: false,
    can_redo: false,
    filled: 1,
    total: 16,
    progress: 0,
    seconds: 0,
    paused: false,
    aids: { hints: 0, checks: 0, reveals: 0 },
    revision: 0,
    best: null,
    ...changes,
  };
}

/**
 * A server that numbers actions as the real one does, and places digits. `down` makes it unreachable; `refuse` answers
 * the next request with an error.
 */
export class Server {
  constructor() {
    this.down = false;
    /** @type {{ status: number, body: object } | null} */
    this.refuse = null;
    /** @type {Map<string, number>} */
    this.last = new Map();
    /** @type {Action[]} */
    this.played = [];
    /** @type {{ method: string, path: string, body: { client: string, first: number, actions: Action[], seconds: number } }[]} */
    this.requests = [];
    mock.method(globalThis, "fetch", async (/** @type {string} */ path, /** @type {RequestInit} */ options) =>
      this.answer(path, options),
    );
  }

  /**
   * @param {string} path
   * @param {RequestInit} options
   */
  answer(path, { method = "GET", body }) {
    const sent = JSON.parse(String(body ?? "{}"));
    this.requests.push({ method, path, body: sent });
    if (this.down) throw new TypeError("fetch failed");
    if (this.refuse) {
      const { status, body: refusal } = this.refuse;
      this.refuse = null;
      return Response.json(refusal, { status });
    }
    return Response.json(path.endsWith("/actions") ? this.act(sent) : this.game());
  }

  /**
   * @param {{ client: string, first: number, actions: Action[] }} batch
   * @returns {Outcomes}
   */
  act({ client, first, actions }) {
    const last = this.last.get(client) ?? 0;
    const taken = actions.slice(last + 1 - first);
    this.played.push(...taken);
    this.last.set(client, last + taken.length);
    const outcomes = taken.map((action, index) => ({
      number: last + 1 + index,
      refused: null,
      events: [{ type: action.type, text: `did ${action.type}` }],
      text: "",
    }));
    return { last: last + taken.length, outcomes, game: this.game() };
  }

  game() {
    const values = game().values.slice();
    for (const action of this.played) {
      if (action.type === "place") for (const cell of action.cells) values[cell] = action.digit;
    }
    return game({ values });
  }
}

/**
 * A move.
 * @param {number} cell
 * @param {number} digit
 * @returns {Action}
 */
export function place(cell, digit) {
  return { type: "place", cells: [cell], digit };
}
