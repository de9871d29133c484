// What a hint lights up on the board: houses, cells, candidates and the links between them. Every role has a shape of
// its own, so that it can be read without telling colours apart.

import { s } from "./dom.js";
import { cornerOf, outlineOf, UNIT } from "./drawing.js";

/**
 * @import { Help, Shape } from "../api_types.d.ts"
 * @typedef {Pick<Help, "lights" | "houses" | "links">} Highlights
 * @typedef {[cell: number, digit: number]} Candidate
 */

const EDGE = 4; // between a cell's border and its notes
const SQUARE = ["base", "set", "rectangle"]; // roles with a frame instead of a circle
const MARK_CLASSES = new Map([
  ["placed", "target"],
  ["target", "target"],
  ["eliminated", "gone"],
]);

/**
 * The CSS class of a candidate or a cell that has a role in the hint.
 * @param {string} role
 */
function classOf(role) {
  return MARK_CLASSES.get(role) ?? role;
}

/**
 * Draws a hint over the digits of a board.
 * @param {Highlights} hint
 * @param {Shape} shape
 * @param {number[]} values
 */
export function hintOverlay({ lights, houses, links }, shape, values) {
  return [
    ...houses.flatMap((house) => drawHouse(shape.houses[house].cells, shape.size)),
    ...lights.flatMap((light) => (light.digit ? [] : drawCell(light, shape.size))),
    ...links.map(({ start, end, strong }) => drawLink(shape, start[0], end[0], strong)),
    ...lights.flatMap(({ cell, digit, role }) =>
      digit && !values[cell] ? drawCandidate(shape, [cell, digit], role) : [],
    ),
  ];
}

/**
 * @param {number[]} cells
 * @param {number} size
 */
function drawHouse(cells, size) {
  const washes = cells.map((cell) => {
    const [x, y] = cornerOf(cell, size);
    return s("rect", { class: "lit-in lit-wash", x, y, width: UNIT, height: UNIT });
  });
  return [...washes, s("path", { class: "lit-in lit-house", d: outlineOf(cells, size) })];
}

/**
 * @param {Help["lights"][number]} light
 * @param {number} size
 */
function drawCell({ cell, role, label }, size) {
  const [x, y] = cornerOf(cell, size);
  const kind = ["target", "wrong"].includes(classOf(role)) ? classOf(role) : "";
  const width = UNIT - 8;
  const frame = { x: x + 4, y: y + 4, width, height: width, rx: kind ? 4 : 18 };
  const text = { class: "lit-label", x: x + UNIT - 14, y: y + 17, "font-size": 20, text: label };
  return [s("rect", { class: `lit-in lit-cell ${kind}`, ...frame }), ...(label ? [s("text", text)] : [])];
}

/**
 * A candidate: its digit in a circle or a frame, struck out if it is eliminated.
 * @param {Shape} shape
 * @param {Candidate} candidate
 * @param {string} role
 */
function drawCandidate(shape, candidate, role) {
  const [x, y] = placeOf(shape, candidate);
  const reach = (UNIT * 0.47) / Math.max(...shape.note_shape);
  const strike = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  const symbol = shape.symbols[candidate[1] - 1];
  return [
    s("circle", { cx: x, cy: y, r: reach, class: "lit-back" }),
    roleSign(role, x - reach, y - reach, 2 * reach, "lit-in"),
    s("text", { class: "lit-digit", x, y, "font-size": reach * 1.5, text: symbol }),
    ...(role === "eliminated" ? [s("path", { class: "lit-strike", d: strike })] : []),
  ];
}

/**
 * The circle or frame of a role; the legend shows it as well.
 * @param {string} role
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} [more]  further CSS classes
 */
export function roleSign(role, x, y, width, more = "") {
  const rx = SQUARE.includes(role) ? 3 : width / 2;
  return s("rect", { class: `lit-mark ${classOf(role)} ${more}`, x, y, width, height: width, rx });
}

/**
 * A link from candidate to candidate, bent a little so that links do not hide each other.
 * @param {Shape} shape
 * @param {Candidate} start
 * @param {Candidate} end
 * @param {boolean} strong
 */
function drawLink(shape, start, end, strong) {
  const [x1, y1] = placeOf(shape, start);
  const [x2, y2] = placeOf(shape, end);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const bend = Math.min(0.14 * length, 40);
  const x = (x1 + x2) / 2 - ((y2 - y1) / length) * bend;
  const y = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
  return s("path", { class: `lit-in lit-link ${strong ? "" : "weak"}`, d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}` });
}

/**
 * The middle of a candidate's note.
 * @param {Shape} shape
 * @param {Candidate} candidate
 * @returns {[x: number, y: number]}
 */
function placeOf({ size, note_shape: [rows, columns] }, [cell, digit]) {
  const [x, y] = cornerOf(cell, size);
  const inside = UNIT - 2 * EDGE;
  const row = Math.floor((digit - 1) / columns);
  const column = (digit - 1) % columns;
  return [x + EDGE + ((column + 0.5) * inside) / columns, y + EDGE + ((row + 0.5) * inside) / rows];
}
