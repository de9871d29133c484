// A puzzle of the player's own while it is entered: digits, the rules of a variant, doubtful cells of a photograph. It
// is kept in the browser until it is played.

import { valuesOf } from "./digits.js";
import { unchecked } from "./doubts.js";
import { isFilledBoard, KeptHistory, kept } from "./kept_history.js";
import { puzzleIn } from "./link.js";

/**
 * @import { About, Puzzle, Rules, Shape } from "../api_types.d.ts"
 * @import { KeptPhoto } from "./doubts.js"
 * @import { Steps } from "./kept_history.js"
 *
 * @typedef {object} Contents
 * @property {string} layout  the name of the board
 * @property {Shape} shape
 * @property {number[]} values
 * @property {{ text: string, rules: Rules | null, about?: About } | null} variant  a puzzle with rules or words as
 *   JSON or, with fog, packed; and what is shown of them
 * @property {KeptPhoto | null} photo
 * @property {string} text  that was pasted, and has not become the puzzle
 */

const MEMORY = "nonet.draft"; // the key in the browser's storage

/**
 * An empty board.
 * @param {{ layout: string, shape: Shape }} board
 * @returns {Contents}
 */
export function emptyContents({ layout, shape }) {
  return { layout, shape, values: Array(shape.regions.length).fill(0), variant: null, photo: null, text: "" };
}

/** @extends {KeptHistory<Contents>} */
export class Draft extends KeptHistory {
  /** @param {Contents} contents @param {Steps<Contents>} [steps] */
  constructor(contents, steps) {
    super(MEMORY, contents, steps);
  }

  get empty() {
    return this.contents.values.every((value) => value === 0);
  }

  /** What the server is asked about; null if there is nothing to judge. */
  get request() {
    const { text, variant, values, layout, shape } = this.contents;
    if (text.trim()) return { text: puzzleIn(text.trim()) };
    if (variant && holdsRules(variant.text)) return { text: withGivens(variant.text, values, shape) };
    return this.empty ? null : { values, layout };
  }

  /**
   * Writes a digit into cells; 0 erases. A doubtful cell is no longer doubtful.
   * @param {Iterable<number>} cells
   * @param {number} digit
   */
  write(cells, digit) {
    if (isPacked(this.contents.variant?.text)) return; // the board does not show all its givens
    const chosen = new Set(cells);
    const values = this.contents.values.map((value, cell) => (chosen.has(cell) ? digit : value));
    this.change({ values, photo: unchecked(this.contents.photo, chosen), text: "" });
  }

  /** The player has looked at doubtful cells, and they are right. @param {Iterable<number>} cells */
  check(cells) {
    this.change({ photo: unchecked(this.contents.photo, new Set(cells)) });
  }

  /**
   * Takes over a puzzle that was pasted or photographed.
   * @param {Puzzle} puzzle
   * @param {KeptPhoto | null} photo
   */
  take({ layout, shape, givens, text, rules, about }, photo) {
    this.amend({ text: "" }); // undo does not bring it back: it would be taken over again
    const variant = rules || Object.values(about).some(Boolean) ? { text, rules, about } : null;
    this.change({ layout, shape, values: valuesOf(givens, shape), variant, photo });
  }

  /** The same rules in another language. @param {Rules} rules */
  reword(rules) {
    const { variant } = this.contents;
    if (!variant || JSON.stringify(variant.rules) === JSON.stringify(rules)) return;
    this.amend({ variant: { ...variant, rules } });
  }

  /** The draft that was kept. */
  static kept() {
    const found = kept(MEMORY, isContents);
    return found && new Draft(found.contents, found.steps);
  }
}

/** @param {any} found @returns {found is Contents} */
function isContents(found) {
  const { variant, photo, text } = found ?? {};
  return (
    isFilledBoard(found) &&
    typeof text === "string" &&
    (variant === null || typeof variant?.text === "string") &&
    (photo === null || (Array.isArray(photo?.doubts) && Array.isArray(photo.settled)))
  );
}

/**
 * Whether the text of a puzzle is packed: it has fog, and what is hidden cannot be read in the text either.
 * @param {string} [text]
 */
export function isPacked(text) {
  return text?.startsWith("rules:") ?? false;
}

/**
 * Whether the text of a puzzle has more than digits: it is JSON, or packed. Boards that need words, such as those without
 * houses, may have digits alone.
 * @param {string} text
 */
function holdsRules(text) {
  return isPacked(text) || text.startsWith("{");
}

/**
 * A puzzle with rules, with other givens.
 * @param {string} variant  its JSON, or its packed text, which stays as it is
 * @param {number[]} values
 * @param {Pick<Shape, "symbols">} shape
 */
export function withGivens(variant, values, { symbols }) {
  if (isPacked(variant)) return variant;
  const givens = values.map((value) => (value ? symbols[value - 1] : ".")).join("");
  return JSON.stringify({ ...JSON.parse(variant), givens });
}
