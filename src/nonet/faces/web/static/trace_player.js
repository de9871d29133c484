// A search, event by event: where it is after any number of events. Only one page of events is kept; others are loaded
// when they are reached, so a search of millions of events needs no more memory than a short one.

/**
 * @import { Trace } from "../api_types.d.ts"
 *
 * @typedef {Trace["events"][number]} SearchEvent
 * @typedef {[cell: number, digit: number]} Filled
 *
 * @typedef {object} SearchState
 * @property {Filled[][]} levels  a digit that was placed, and those deduced from it; the first level has none placed
 * @property {Trace["counts"]} counts
 */

export const PAGE = 1000; // events that are loaded at once
const ASIDE = ["conflict", "ruled_out", "choose"]; // events that change nothing on the board

export class TracePlayer {
  /** @param {(start: number) => Promise<Trace | null>} load  a page that begins with an event; null if that failed */
  constructor(load) {
    this.load = load;
    /** @type {Trace | null} */
    this.page = null;
    this.at = 0; // events that have happened
    /** @type {SearchState} */
    this.state = { levels: [[]], counts: noCounts() };
    /** @type {Promise<void> | null} */
    this.moving = null;
  }

  /** The event that happened last; null at the beginning. */
  get event() {
    return this.page?.events[this.at - this.page.start - 1] ?? null;
  }

  get isAtEnd() {
    return this.page !== null && !this.page.more && this.at === this.page.start + this.page.events.length;
  }

  /**
   * Goes to the position after some events, or to the last one. While a page is being loaded, nothing else happens.
   * @param {number} number
   */
  async goTo(number) {
    if (this.moving) return;
    this.moving = this.move(Math.max(0, number));
    try {
      await this.moving;
    } finally {
      this.moving = null;
    }
  }

  /**
   * Goes on by one event, or to the next that changes the board.
   * @param {{ aside?: boolean }} [options]  aside: events that change nothing count, too
   */
  forward({ aside = true } = {}) {
    return this.walk(1, aside);
  }

  /** Goes back by one event, or to the one before that changed the board. @param {{ aside?: boolean }} [options] */
  back({ aside = true } = {}) {
    return this.walk(-1, aside);
  }

  /** @param {1 | -1} by @param {boolean} aside */
  async walk(by, aside) {
    let before;
    do {
      before = this.at;
      await this.goTo(before + by);
      // Where nothing moves, a page is missing, or this is the beginning or the end.
    } while (!aside && this.at !== before && this.event && ASIDE.includes(this.event.type));
  }

  /** @param {number} number */
  async move(number) {
    const page = await this.pageOf(number);
    if (!page) return;
    const end = Math.min(number, page.start + page.events.length);
    if (page !== this.page || end < this.at) {
      this.page = page;
      this.at = page.start;
      this.state = { levels: page.levels.map((level) => [...level]), counts: { ...page.counts } };
    }
    for (; this.at < end; this.at++) advance(this.state, page.events[this.at - page.start]);
  }

  /** The page that shows a position: the one with the event before it. @param {number} number */
  async pageOf(number) {
    const { page } = this;
    const last = number - 1;
    if (page && last < page.start + page.events.length && (last >= page.start || (last < 0 && page.start === 0)))
      return page;
    if (page && !page.more && number > page.start + page.events.length) return page;
    return this.load(Math.floor(Math.max(0, last) / PAGE) * PAGE);
  }
}

/** @param {SearchState} state @param {SearchEvent} event */
function advance({ levels, counts }, { type, cell, digit }) {
  counts[type]++;
  const filled = /** @type {Filled} */ ([cell, digit]);
  if (type === "place") levels.push([filled]);
  else if (type === "deduce") levels[levels.length - 1].push(filled);
  else if ((type === "step_back" || type === "solution") && levels.length > 1) levels.pop();
}

/** @returns {Trace["counts"]} */
function noCounts() {
  return { choose: 0, place: 0, deduce: 0, conflict: 0, ruled_out: 0, step_back: 0, solution: 0 };
}

/**
 * The digits of the search, cell by cell; a solution is still there when it has just been found.
 * @param {TracePlayer} player
 * @param {number[]} givens
 */
export function valuesAt({ state, event, page, at }, givens) {
  const values = [...givens];
  for (const [cell, digit] of state.levels.flat()) values[cell] = digit;
  if (event?.type === "solution" && page) {
    // The last level was taken back together with the solution; its digits are in the events before.
    for (let place = at - page.start - 2; place >= 0; place--) {
      const { type, cell, digit } = page.events[place];
      if (cell !== null && digit !== null && (type === "deduce" || type === "place")) values[cell] = digit;
      if (type === "place") break;
    }
  }
  if (event?.type === "conflict" && event.cell !== null && event.digit !== null) values[event.cell] = event.digit;
  return values;
}
