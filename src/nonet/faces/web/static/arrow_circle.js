// The circle of an arrow on the setter's desk. An arrow is drawn as one line, from the circle to the tip; how many of its
// first cells are the circle can be changed afterwards. A circle of several cells is read left to right, or top to bottom.

/** @import { Rule } from "./strokes.js" */

/** @param {Rule} arrow @returns {string[]} */
export function circleOf(arrow) {
  return Array.isArray(arrow["circle"]) ? arrow["circle"] : [];
}

/**
 * The arrow with so many cells in its circle; null if they are not in a row or column, or no shaft would be left.
 * @param {Rule} arrow
 * @param {number} count
 * @returns {Rule | null}
 */
export function withCircle(arrow, count) {
  const path = pathOf(arrow);
  const circle = path.slice(0, count);
  if (path.length <= count || !isStraight(circle)) return null;
  return { ...arrow, circle: circle.sort(inReadingOrder), shaft: path.slice(count) };
}

/** The cells of an arrow as they are drawn, from the far end of the circle to the tip. @param {Rule} arrow */
function pathOf(arrow) {
  const circle = circleOf(arrow);
  const shaft = /** @type {string[]} */ (arrow["shaft"] ?? []);
  const [first, last] = [circle[0], circle[circle.length - 1]];
  const backwards = shaft.length > 0 && distance(first, shaft[0]) < distance(last, shaft[0]);
  return [...(backwards ? [...circle].reverse() : circle), ...shaft];
}

/** @param {string[]} cells  at least one */
function isStraight(cells) {
  const [rows, columns] = [0, 1].map((part) => new Set(cells.map((cell) => placeOf(cell)[part])));
  return rows.size === 1 || columns.size === 1;
}

/** @param {string} one @param {string} other */
function inReadingOrder(one, other) {
  const [[row, column], [otherRow, otherColumn]] = [placeOf(one), placeOf(other)];
  return row - otherRow || column - otherColumn;
}

/** @param {string} one @param {string} other */
function distance(one, other) {
  const [[row, column], [otherRow, otherColumn]] = [placeOf(one), placeOf(other)];
  return Math.abs(row - otherRow) + Math.abs(column - otherColumn);
}

/** @param {string} cell  its name, r4c7 */
function placeOf(cell) {
  return (cell.match(/\d+/g) ?? []).map(Number);
}
