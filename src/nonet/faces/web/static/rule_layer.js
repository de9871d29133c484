// What the server draws on the board (faces/web/rule_view.py): the rules of a variant, such as cages, lines, dots and
// clues outside; and the marks of a hint. Here they become layers.
//
//     const board = new Board(shape, { rules: puzzle.rules?.drawing });      or later: board.setRules(drawing)

import { s } from "./dom.js";
import { UNIT } from "./drawing.js";

/**
 * @import { Drawing, DrawnElement, Help, Shape } from "../api_types.d.ts"
 * @typedef {Pick<Help, "cell" | "elements" | "drawn" | "cleared">} Marks
 */

/** @type {Drawing} */
const NO_DRAWING = { cell: UNIT, under: [], over: [], around: [], margins: [0, 0, 0, 0], insets: [] };

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

/** What a hint, or a step of it, marks on the board. @param {Marks} marks */
export function markLayer({ drawn, ...hint }) {
  const elements = drawn.map((number) => hint.elements[number]);
  return layer("hint-marks", hint, elements);
}

/** @param {string} name @param {{ cell: number } | null} drawing @param {DrawnElement[]} elements */
function layer(name, drawing, elements) {
  const transform = `scale(${UNIT / (drawing?.cell ?? UNIT)})`;
  return s("g", { class: `rules ${name}`, transform, "text-anchor": "middle" }, ...elements.map(drawElement));
}

/** @param {DrawnElement} element */
export function drawElement({ tag, attributes, text }) {
  return s(tag, text ? { ...attributes, text } : attributes);
}

/**
 * The place of the board in its frame, so that there is room for clues outside: parts of the whole width.
 * @param {Drawing | null} drawing
 * @param {Pick<Shape, "rows" | "columns">} shape
 */
export function framePlace(drawing, { rows, columns }) {
  const [left, top, right, bottom] = drawing?.margins ?? [0, 0, 0, 0];
  const whole = Math.max(left + columns + right, top + rows + bottom);
  const sideways = (whole - left - columns - right) / 2; // as much room on both sides where the height decides
  return { width: columns / whole, left: (left + sideways) / whole, top: top / whole, bottom: bottom / whole };
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
