// Where a stroke is on the board, and what a pointer points at: an edge, a corner, a row, a diagonal. It knows where the
// cells are, nothing more. A stroke is a list of places.

import { placesOf, rowsOf } from "./places.js";
import { T, t } from "./words.js";

/** @import { Places } from "./places.js" */

const NOT_A_PAIR = T("This is drawn between two cells that share an edge.");
const NOT_A_SQUARE = T("This is drawn in the corner where four cells meet.");
const NOT_INWARDS = T("Begin at the edge of the board and draw inwards.");

/** A stroke that the tool cannot use; the message is for the setter. */
export class Unfit extends Error {}

/** @param {number[]} cells */
export function inOrder(cells) {
  return [...cells].sort((a, b) => a - b);
}

// -- where a stroke is ----------------------------------------------------------------------------------------

/**
 * Two neighbours: the stroke is these and nothing else.
 * @param {number[]} stroke
 * @param {Places} shape
 */
export function pairIn(stroke, { columns }) {
  const [a, b] = stroke;
  const down = Math.floor(a / columns) - Math.floor(b / columns);
  const apart = Math.abs(down) + Math.abs((a % columns) - (b % columns));
  if (stroke.length !== 2 || apart !== 1) throw new Unfit(t(NOT_A_PAIR));
  return stroke;
}

/**
 * Four cells around a corner.
 * @param {number[]} stroke
 * @param {Places} shape
 */
export function squareIn(stroke, { columns }) {
  const cells = inOrder(stroke);
  const [first] = cells;
  const square = [first, first + 1, first + columns, first + columns + 1];
  if ((first + 1) % columns === 0 || String(cells) !== String(square)) throw new Unfit(t(NOT_A_SQUARE));
  return cells;
}

/**
 * The whole row or column that a stroke enters from the edge.
 * @param {number[]} stroke
 * @param {Places} shape
 */
export function lineFrom(stroke, shape) {
  const [rows, columns] = [rowsOf(shape), shape.columns];
  const [row, column] = [Math.floor(stroke[0] / columns), stroke[0] % columns];
  const [down, right] = directionOf(stroke, shape);
  // From which side does it come? A single cell has only one, unless it is in a corner.
  const sides = [
    row === 0 && down >= 0 && [1, 0],
    row === rows - 1 && down <= 0 && [-1, 0],
    column === 0 && right >= 0 && [0, 1],
    column === columns - 1 && right <= 0 && [0, -1],
  ].filter(
    (side) => side !== false && (stroke.length === 1 || side[0] === down) && (stroke.length === 1 || side[1] === right),
  );
  if (sides.length !== 1) throw new Unfit(t(NOT_INWARDS));
  return walk(row, column, /** @type {number[]} */ (sides[0]), shape);
}

/**
 * The diagonal that a stroke enters from the edge.
 * @param {number[]} stroke
 * @param {Places} shape
 */
export function diagonalFrom(stroke, shape) {
  const { columns } = shape;
  const [row, column] = [Math.floor(stroke[0] / columns), stroke[0] % columns];
  const last = stroke[stroke.length - 1];
  const down = Math.sign(Math.floor(last / columns) - row);
  const right = Math.sign((last % columns) - column);
  if (!down || !right || isOn(row - down, column - right, shape)) throw new Unfit(t(NOT_INWARDS));
  return walk(row, column, [down, right], shape);
}

/**
 * The direction of a stroke, along the row or the column, whichever it follows further.
 * @param {number[]} stroke
 * @param {Places} shape
 */
function directionOf(stroke, { columns }) {
  const first = stroke[0];
  const last = stroke[stroke.length - 1];
  const down = Math.floor(last / columns) - Math.floor(first / columns);
  const right = (last % columns) - (first % columns);
  return Math.abs(down) >= Math.abs(right) ? [Math.sign(down), 0] : [0, Math.sign(right)];
}

/**
 * @param {number} row
 * @param {number} column
 * @param {number[]} step
 * @param {Places} shape
 */
function walk(row, column, [down, right], shape) {
  const cells = [];
  for (let [r, c] = [row, column]; isOn(r, c, shape); r += down, c += right) {
    cells.push(r * shape.columns + c);
  }
  return cells;
}

// -- what a pointer points at -----------------------------------------------------------------------------------
// Places are in cells: (0, 0) is the top left corner of the board, (1.5, 0.5) the middle of its second cell.

const REACH = 0.34; // how far from an edge or a corner a click may be, in cells

/**
 * The two cells beside the edge that a place is near; null if it is near none. The cell that it is in comes first.
 * @param {number} x
 * @param {number} y
 * @param {Places} shape
 */
export function edgeAt(x, y, shape) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const [down, right] = [y - row - 0.5, x - column - 0.5];
  const sideways = Math.abs(right) > Math.abs(down);
  if (Math.max(Math.abs(down), Math.abs(right)) < 0.5 - REACH) return null;
  const other = sideways ? [row, column + Math.sign(right)] : [row + Math.sign(down), column];
  return isOn(row, column, shape) && isOn(other[0], other[1], shape)
    ? cellsAt([row * shape.columns + column, other[0] * shape.columns + other[1]], shape)
    : null;
}

/**
 * The four cells around the corner that a place is near; null if it is near none.
 * @param {number} x
 * @param {number} y
 * @param {Places} shape
 */
export function cornerAt(x, y, shape) {
  const [row, column] = [Math.round(y), Math.round(x)];
  const near = Math.hypot(x - column, y - row) < 1.3 * REACH;
  const around = [-1, 0].flatMap((down) => [-1, 0].map((right) => [row + down, column + right]));
  if (!near || !around.every(([r, c]) => isOn(r, c, shape))) return null;
  return cellsAt(
    around.map(([r, c]) => r * shape.columns + c),
    shape,
  );
}

/**
 * The beginning of the line that a place outside the board points into; null for a place on the board or far from it.
 * For diagonals, the half of the margin that the place is in decides to which side the line goes.
 * @param {number} x
 * @param {number} y
 * @param {Places} shape
 * @param {boolean} diagonal
 */
export function marginAt(x, y, shape, diagonal) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const [rows, columns] = [rowsOf(shape), shape.columns];
  if (isOn(row, column, shape) || row < -1 || row > rows || column < -1 || column > columns) return null;
  const inwards = (/** @type {number} */ place, /** @type {number} */ end) => (place < 0 ? 1 : place >= end ? -1 : 0);
  let [down, right] = [inwards(row, rows), inwards(column, columns)];
  if (diagonal) {
    down ||= y - row < 0.5 ? -1 : 1;
    right ||= x - column < 0.5 ? -1 : 1;
  } else if (down && right) return null;
  const cells = [1, 2].map((step) => [row + step * down, column + step * right]);
  if (!cells.every(([r, c]) => isOn(r, c, shape))) return null;
  return cellsAt(
    cells.map(([r, c]) => r * columns + c),
    shape,
  );
}

/**
 * Whether the board has a cell there.
 * @param {number} row
 * @param {number} column
 * @param {Places} shape
 */
export function isOn(row, column, shape) {
  const inside = row >= 0 && column >= 0 && row < rowsOf(shape) && column < shape.columns;
  return inside && placesOf(shape).cellAt.has(row * shape.columns + column);
}

/**
 * The cells of places that have some.
 * @param {number[]} places
 * @param {Places} shape
 */
export function cellsAt(places, shape) {
  const { cellAt } = placesOf(shape);
  return places.map((place) => /** @type {number} */ (cellAt.get(place)));
}
