// Where a stroke is on the board, and what a pointer points at: an edge, a corner, a row, a diagonal. It knows the size of
// the board, nothing more.

import { T, t } from "./words.js";

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
 * @param {number} size
 */
export function pairIn(stroke, size) {
  const [a, b] = stroke;
  const apart = Math.abs(Math.floor(a / size) - Math.floor(b / size)) + Math.abs((a % size) - (b % size));
  if (stroke.length !== 2 || apart !== 1) throw new Unfit(t(NOT_A_PAIR));
  return stroke;
}

/**
 * Four cells around a corner.
 * @param {number[]} stroke
 * @param {number} size
 */
export function squareIn(stroke, size) {
  const cells = inOrder(stroke);
  const [first] = cells;
  const square = [first, first + 1, first + size, first + size + 1];
  if ((first + 1) % size === 0 || String(cells) !== String(square)) throw new Unfit(t(NOT_A_SQUARE));
  return cells;
}

/**
 * The whole row or column that a stroke enters from the edge.
 * @param {number[]} stroke
 * @param {number} size
 */
export function lineFrom(stroke, size) {
  const [row, column] = [Math.floor(stroke[0] / size), stroke[0] % size];
  const [down, right] = directionOf(stroke, size);
  const last = size - 1;
  // From which side does it come? A single cell has only one, unless it is in a corner.
  const sides = [
    row === 0 && down >= 0 && [1, 0],
    row === last && down <= 0 && [-1, 0],
    column === 0 && right >= 0 && [0, 1],
    column === last && right <= 0 && [0, -1],
  ].filter(
    (side) => side !== false && (stroke.length === 1 || side[0] === down) && (stroke.length === 1 || side[1] === right),
  );
  if (sides.length !== 1) throw new Unfit(t(NOT_INWARDS));
  return walk(row, column, /** @type {number[]} */ (sides[0]), size);
}

/**
 * The diagonal that a stroke enters from the edge.
 * @param {number[]} stroke
 * @param {number} size
 */
export function diagonalFrom(stroke, size) {
  const [row, column] = [Math.floor(stroke[0] / size), stroke[0] % size];
  const last = stroke[stroke.length - 1];
  const down = Math.sign(Math.floor(last / size) - row);
  const right = Math.sign((last % size) - column);
  const before = [row - down, column - right];
  const enters = before.some((place) => place < 0 || place >= size);
  if (!down || !right || !enters) throw new Unfit(t(NOT_INWARDS));
  return walk(row, column, [down, right], size);
}

/**
 * The direction of a stroke, along the row or the column, whichever it follows further.
 * @param {number[]} stroke
 * @param {number} size
 */
function directionOf(stroke, size) {
  const first = stroke[0];
  const last = stroke[stroke.length - 1];
  const down = Math.floor(last / size) - Math.floor(first / size);
  const right = (last % size) - (first % size);
  return Math.abs(down) >= Math.abs(right) ? [Math.sign(down), 0] : [0, Math.sign(right)];
}

/**
 * @param {number} row
 * @param {number} column
 * @param {number[]} step
 * @param {number} size
 */
function walk(row, column, [down, right], size) {
  const cells = [];
  for (let [r, c] = [row, column]; r >= 0 && c >= 0 && r < size && c < size; r += down, c += right) {
    cells.push(r * size + c);
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
 * @param {number} size
 */
export function edgeAt(x, y, size) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const [down, right] = [y - row - 0.5, x - column - 0.5];
  const sideways = Math.abs(right) > Math.abs(down);
  if (Math.max(Math.abs(down), Math.abs(right)) < 0.5 - REACH) return null;
  const other = sideways ? [row, column + Math.sign(right)] : [row + Math.sign(down), column];
  return isOn(row, column, size) && isOn(other[0], other[1], size)
    ? [row * size + column, other[0] * size + other[1]]
    : null;
}

/**
 * The four cells around the corner that a place is near; null if it is near none.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
export function cornerAt(x, y, size) {
  const [row, column] = [Math.round(y), Math.round(x)];
  const near = Math.hypot(x - column, y - row) < 1.3 * REACH;
  if (!near || row < 1 || column < 1 || row >= size || column >= size) return null;
  const first = (row - 1) * size + column - 1;
  return [first, first + 1, first + size, first + size + 1];
}

/**
 * The beginning of the line that a place outside the board points into; null for a place on the board or far from it.
 * For diagonals, the half of the margin that the place is in decides to which side the line goes.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {boolean} diagonal
 */
export function marginAt(x, y, size, diagonal) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const isNear = (/** @type {number} */ place) => place >= -1 && place <= size;
  if (isOn(row, column, size) || !isNear(row) || !isNear(column)) return null;
  const inwards = (/** @type {number} */ place) => (place < 0 ? 1 : place >= size ? -1 : 0);
  let [down, right] = [inwards(row), inwards(column)];
  if (diagonal) {
    down ||= y - row < 0.5 ? -1 : 1;
    right ||= x - column < 0.5 ? -1 : 1;
  } else if (down && right) return null;
  const cells = [1, 2].map((step) => [row + step * down, column + step * right]);
  return cells.every(([r, c]) => isOn(r, c, size)) ? cells.map(([r, c]) => r * size + c) : null;
}

/**
 * @param {number} row
 * @param {number} column
 * @param {number} size
 */
function isOn(row, column, size) {
  return row >= 0 && column >= 0 && row < size && column < size;
}
