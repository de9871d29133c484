// A variant puzzle that is being made: digits and rules, undo and redo, kept in the browser until it is cleared.

/**
 * @import { DeskDraft, Shape } from "../api_types.d.ts"
 * @import { Rule } from "./strokes.js"
 *
 * @typedef {object} Contents
 * @property {string} layout  the name of the board
 * @property {Shape} shape
 * @property {number[]} values
 * @property {Rule[]} rules
 * @property {number[]} ruledOut  bitmasks of digits that a cell cannot have; empty if there are none
 */

const MEMORY = "nonet.desk"; // the key in the browser's storage
const MOST = 300; // steps back

/**
 * An empty board.
 * @param {string} layout
 * @param {Shape} shape
 * @returns {Contents}
 */
export function emptyBoard(layout, shape) {
  return { layout, shape, values: Array(shape.size ** 2).fill(0), rules: [], ruledOut: [] };
}

/**
 * @param {DeskDraft} draft  of the server
 * @returns {Contents}
 */
export function contentsOf({ layout, shape, values, rules, ruled_out: ruledOut }) {
  return { layout, shape, values, rules, ruledOut };
}

export class VariantDraft {
  /** @param {Contents} contents */
  constructor(contents) {
    this.contents = contents;
    /** @type {Contents[]} */
    this.past = [];
    /** @type {Contents[]} */
    this.future = [];
  }

  get empty() {
    return !this.contents.rules.length && this.contents.values.every((value) => !value);
  }

  /** What the server is asked about. */
  get request() {
    const { layout, values, rules, ruledOut } = this.contents;
    return { layout, values, rules, ...(ruledOut.length && { ruled_out: ruledOut }) };
  }

  /**
   * Takes over other contents; undo brings the old ones back.
   * @param {Partial<Contents>} changes
   */
  change(changes) {
    const after = { ...this.contents, ...changes };
    if (JSON.stringify(after) === JSON.stringify(this.contents)) return;
    this.past.push(this.contents);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.contents = after;
    this.save();
  }

  /**
   * Writes a digit into cells; 0 erases. A cell that has the digit already loses it.
   * @param {Iterable<number>} cells
   * @param {number} digit
   */
  write(cells, digit) {
    const chosen = new Set(cells);
    const { values } = this.contents;
    const again = [...chosen].every((cell) => values[cell] === digit);
    this.change({ values: values.map((value, cell) => (chosen.has(cell) ? (again ? 0 : digit) : value)) });
  }

  /** @param {number} place */
  removeRule(place) {
    this.change({ rules: this.contents.rules.filter((_, index) => index !== place) });
  }

  undo() {
    this.move(this.past, this.future);
  }

  redo() {
    this.move(this.future, this.past);
  }

  /**
   * @param {Contents[]} from
   * @param {Contents[]} to
   */
  move(from, to) {
    const other = from.pop();
    if (!other) return;
    to.push(this.contents);
    this.contents = other;
    this.save();
  }

  save() {
    try {
      if (this.empty && !this.past.length) localStorage.removeItem(MEMORY);
      else localStorage.setItem(MEMORY, JSON.stringify(this.contents));
    } catch {
      // Storage is full or forbidden: the draft is lost when the page is closed.
    }
  }

  /** The draft that was kept, if there is one that makes sense. */
  static kept() {
    try {
      const found = JSON.parse(localStorage.getItem(MEMORY) ?? "null");
      return isContents(found) ? new VariantDraft(found) : null;
    } catch {
      return null;
    }
  }
}

/**
 * @param {any} found
 * @returns {found is Contents}
 */
function isContents(found) {
  const size = found?.shape?.size;
  const fits = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= size;
  return (
    typeof found?.layout === "string" &&
    Number.isInteger(size) &&
    ["regions", "houses", "note_shape"].every((name) => Array.isArray(found.shape[name])) &&
    Array.isArray(found.values) &&
    found.values.length === size * size &&
    found.values.every(fits) &&
    Array.isArray(found.rules) &&
    found.rules.every((/** @type {any} */ rule) => typeof rule?.kind === "string") &&
    Array.isArray(found.ruledOut)
  );
}
