// Moves on their way to the server: numbered, and kept in the browser until they have arrived. A batch may be sent
// twice, since the server skips the numbers it has seen. Every tab has a batch of its own; what a closed tab could not
// send is sent by the next one that opens the game. The clock is kept in the same way: each batch with the time of its
// last move, and the time since then.

import { randomId } from "./random_id.js";
import * as storage from "./storage.js";

/**
 * @import { Action, Operations, Outcomes } from "../api_types.d.ts"
 * @typedef {Operations["POST /api/games/{id}/actions"]["body"]} BatchBody
 */

const PREFIX = "nonet.outbox.";
const CLOCK = "nonet.clock.";
const LONGEST = 500; // actions in a request
const MOST_CELLS = 50000; // in the actions of a request

/** All unsent moves of one game. */
export class Outbox {
  /** @param {string} game */
  constructor(game) {
    this.game = game;
    this.leftovers = leftovers(game);
    this.own = new Batch(game, randomId());
  }

  get batches() {
    return [...this.leftovers, this.own];
  }

  /** The actions that the server does not have yet, in order. */
  get unsent() {
    return this.batches.flatMap((batch) => batch.actions);
  }

  /**
   * @param {Action[]} actions
   * @param {number} seconds  played so far
   */
  add(actions, seconds) {
    this.own.add(actions, seconds);
  }

  /** The seconds played, as far as they were kept here. */
  get seconds() {
    return Math.max(Number(storage.read(CLOCK + this.game)) || 0, this.lastMove);
  }

  /** The seconds played when the last of the unsent moves was made. */
  get lastMove() {
    return Math.max(...this.batches.map(({ seconds }) => seconds));
  }

  /** Keeps the time until the server has it. @param {number} seconds */
  keepSeconds(seconds) {
    storage.write(CLOCK + this.game, seconds);
  }

  /** The server has the time. @param {number} seconds */
  dropSeconds(seconds) {
    if (Number(storage.read(CLOCK + this.game)) <= seconds) storage.remove(CLOCK + this.game);
  }

  /** The batch to send now, if there is one. */
  next() {
    return this.batches.find((batch) => batch.actions.length) ?? null;
  }
}

/** Actions of one tab, numbered from `first`. */
export class Batch {
  /**
   * @param {string} game
   * @param {string} client
   * @param {number} [first]
   * @param {Action[]} [actions]
   * @param {number} [seconds]  played when the last of them was made
   */
  constructor(game, client, first = 1, actions = [], seconds = 0) {
    this.game = game;
    this.client = client;
    this.first = first;
    this.actions = actions;
    this.seconds = seconds;
  }

  get key() {
    return `${PREFIX}${this.game}.${this.client}`;
  }

  /** What is sent to the server. @returns {BatchBody} */
  body() {
    const { client, first, seconds } = this;
    const actions = [];
    let cells = 0;
    for (const action of this.actions.slice(0, LONGEST)) {
      cells += size(action);
      if (cells > MOST_CELLS) break;
      actions.push(action);
    }
    return { client, first, actions, seconds };
  }

  /** @param {Action[]} actions @param {number} seconds */
  add(actions, seconds) {
    this.actions.push(...actions);
    this.seconds = seconds;
    this.save();
  }

  /**
   * Drops the actions up to a number: the server has them. The tab that made them may have added others meanwhile.
   * @param {number} last
   */
  drop(last) {
    const { first, actions, seconds } = parsed(storage.read(this.key)) ?? this;
    const count = Math.min(Math.max(0, last - first + 1), actions.length);
    this.actions = actions.slice(count);
    this.first = first + count;
    this.seconds = seconds;
    this.save();
  }

  /** Numbers the actions from 1 again, under a new name: the server does not know the earlier ones. */
  renumber() {
    storage.remove(this.key);
    this.client = randomId();
    this.first = 1;
    this.save();
  }

  save() {
    const { first, actions, seconds } = this;
    if (actions.length) storage.write(this.key, { first, actions, seconds });
    else storage.remove(this.key);
  }
}

/** How many cells or candidates an action names. @param {Action} action */
function size(action) {
  return Object.values(action).reduce((sum, value) => sum + (Array.isArray(value) ? value.length : 0), 0);
}

/** The batches that other tabs have left behind: those of one game, or all. @param {string} [game] */
function leftovers(game = "") {
  const found = [];
  for (const key of storedKeys(game)) {
    const [about = "", client = ""] = key.slice(PREFIX.length).split(".");
    const batch = parsed(storage.read(key));
    if (batch) found.push(new Batch(about, client, batch.first, batch.actions, batch.seconds));
    else storage.remove(key);
  }
  return found;
}

/** @param {string} game */
function storedKeys(game) {
  return storage.keys(game ? `${PREFIX}${game}.` : PREFIX);
}

/**
 * What `save` stored, or null if it was something else.
 * @param {any} found
 * @returns {{ first: number, actions: Action[], seconds: number } | null}
 */
function parsed(found) {
  const { first, actions, seconds } = found ?? {};
  if (!Number.isInteger(first) || !Array.isArray(actions) || !actions.every((action) => action?.type)) return null;
  return { first, actions, seconds: Number(seconds) || 0 };
}

/**
 * Sends all that closed tabs have left behind. What the server refuses is kept for the game itself to deal with.
 * @param {(game: string, body: BatchBody) => Promise<Outcomes>} send
 */
export async function sendLeftovers(send) {
  for (const batch of leftovers()) {
    try {
      batch.drop((await send(batch.game, batch.body())).last);
    } catch (error) {
      const gone = error instanceof Error && "status" in error && error.status === 404;
      if (gone) batch.drop(Infinity); // the game was deleted
    }
  }
}

/** Whether the unsent moves of all games will be there at the next visit. */
export function unsentAreLasting() {
  return storage.isLasting(PREFIX);
}

/** Throws away the unsent moves of a deleted game. @param {string} game */
export function discardUnsent(game) {
  storage.remove(CLOCK + game);
  for (const key of storedKeys(game)) storage.remove(key);
}
