// The rules of a variant on the board: cages, lines, dots, clues outside. The server draws them (faces/web/rule_view.py);
// here they become layers of the board, and notes get a place where nothing hides them.
//
//     const board = new Board(shape, { rules: puzzle.rules?.drawing });      or later: board.setRules(drawing)

import { s } from "./dom.js";
import { UNIT } from "./drawing.js";

/**
 * @import { Drawing, DrawnElement } from "../api_types.d.ts"
 * @typedef {{ left: number, top: number, right: number, bottom: number }} Box  insets from a cell's borders, in percent
 */

/** @type {Drawing} */
const NO_DRAWING = { cell: UNIT, under: [], over: [], around: [], margins: [0, 0, 0, 0], labelled: [] };
const WHOLE_CELL = { left: 4, top: 4, right: 4, bottom: 4 };
const WITHIN_CAGE = { left: 11, top: 11, right: 11, bottom: 11 };
const BELOW_LABEL = { left: 11, top: 26, right: 9, bottom: 9 };

/**
 * The layers: `under` goes below the lines of the grid, `over` above them, both below digits and notes.
 * @param {Drawing | null} drawing
 */
export function ruleLayers(drawing) {
  return {
    under: layer("rules-under", drawing, drawing?.under ?? []),
    over: layer("rules-over", drawing, [...(drawing?.over ?? []), ...(drawing?.around ?? [])]),
  };
}

/**
 * @param {string} name
 * @param {Drawing | null} drawing
 * @param {DrawnElement[]} elements
 */
function layer(name, drawing, elements) {
  const transform = `scale(${UNIT / (drawing?.cell ?? UNIT)})`;
  return s("g", { class: `rules ${name}`, transform, "text-anchor": "middle" }, ...elements.map(drawn));
}

/** @param {DrawnElement} element */
function drawn({ tag, attributes, text }) {
  return s(tag, text ? { ...attributes, text } : attributes);
}

/**
 * The part of a cell in which its notes are written, beside borders and labels of rules.
 * @param {Drawing | null} drawing
 * @param {number} cell
 * @returns {Box}
 */
export function noteBox(drawing, cell) {
  if (!drawing?.over.length) return WHOLE_CELL;
  return drawing.labelled.includes(cell) ? BELOW_LABEL : WITHIN_CAGE;
}

/**
 * The place of the board in its frame, so that there is room for clues outside: parts of the whole width.
 * @param {Drawing | null} drawing
 * @param {number} size
 */
export function framePlace(drawing, size) {
  const [left, top, right, bottom] = drawing?.margins ?? [0, 0, 0, 0];
  const whole = Math.max(left + size + right, top + size + bottom);
  const sideways = (whole - left - size - right) / 2; // as much room on both sides where the height decides
  return { width: size / whole, left: (left + sideways) / whole, top: top / whole, bottom: bottom / whole };
}

/**
 * The drawing with at least some room on every side of the board, in cells.
 * @param {Drawing | null} drawing
 * @param {number} room
 * @returns {Drawing | null}
 */
export function withRoom(drawing, room) {
  if (!room) return drawing;
  const { margins, ...others } = drawing ?? NO_DRAWING;
  const [left, top, right, bottom] = margins.map((margin) => Math.max(margin, room));
  return { ...others, margins: [left, top, right, bottom] };
}
