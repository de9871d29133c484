// A variant puzzle that is being made: digits and rules, undo and redo, kept in the browser until it is cleared.

import { isFilledBoard, KeptHistory, kept } from "./kept_history.js";

/**
 * @import { About, DeskDraft, Shape } from "../api_types.d.ts"
 * @import { Steps } from "./kept_history.js"
 * @import { Rule } from "./strokes.js"
 *
 * @typedef {object} Contents
 * @property {string} layout  the name of the board
 * @property {Shape} shape
 * @property {number[]} values
 * @property {Rule[]} rules
 * @property {number[]} ruledOut  bitmasks of digits that a cell cannot have; empty if there are none
 * @property {Partial<About>} about  the setter's words
 */

const MEMORY = "nonet.desk"; // the key in the browser's storage

/**
 * An empty board.
 * @param {string} layout
 * @param {Shape} shape
 * @returns {Contents}
 */
export function emptyBoard(layout, shape) {
  return { layout, shape, values: Array(shape.regions.length).fill(0), rules: [], ruledOut: [], about: {} };
}

/**
 * @param {DeskDraft} draft  of the server
 * @returns {Contents}
 */
export function contentsOf({ layout, shape, values, rules, ruled_out: ruledOut, about }) {
  return { layout, shape, values, rules, ruledOut, about };
}

/** @extends {KeptHistory<Contents>} */
export class VariantDraft extends KeptHistory {
  /** @param {Contents} contents @param {Steps<Contents>} [steps] */
  constructor(contents, steps) {
    super(MEMORY, contents, steps);
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

  /** The draft that was kept, if there is one that makes sense. */
  static kept() {
    const found = kept(MEMORY, isContents);
    return found && new VariantDraft({ ...found.contents, about: found.contents.about ?? {} }, found.steps);
  }
}

/** @param {any} found @returns {found is Contents} */
function isContents(found) {
  return (
    isFilledBoard(found) &&
    "rules" in found &&
    Array.isArray(found.rules) &&
    found.rules.every((/** @type {any} */ rule) => typeof rule?.kind === "string") &&
    "ruledOut" in found &&
    Array.isArray(found.ruledOut)
  );
}
