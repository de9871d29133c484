// What a hint highlights on the board: houses, cells, candidates and the links between them. Every role has a shape and a
// colour of its own, the same as in the terminal and in pictures (explain/marks.py); the server says which.

import { symbolOf } from "./digits.js";
import { s } from "./dom.js";
import { cornerOf, outlineOf, UNIT } from "./drawing.js";
import { MARK_SHAPES } from "./mark_shapes.js";

/**
 * @import { Help, Shape } from "../api_types.d.ts"
 * @import { Position } from "./position.js"
 * @typedef {Pick<Help, "lights" | "houses" | "links">} Highlights
 * @typedef {[cell: number, digit: number]} Candidate
 * @import { Box } from "./rule_layer.js"
 * @typedef {Pick<Help["legend"][number], "shape" | "colour">} Mark
 * @typedef {(candidate: Candidate) => { x: number, y: number, reach: number }} NotePlaces  where notes are, and half
 *   the width that each may take
 */

const WHOLE = ["placed", "wrong"]; // roles that stress a whole cell

/**
 * Draws a hint over the digits of a board.
 * @param {Highlights} hint
 * @param {Shape} shape
 * @param {Position} position
 * @param {(cell: number) => Box} boxOf  where the notes of a cell are
 */
export function hintOverlay({ lights, houses, links }, shape, position, boxOf) {
  const places = notePlaces(shape, boxOf);
  const marked = lights.flatMap((light) => (light.digit && !position.values[light.cell] ? [light] : []));
  return [
    ...houses.flatMap((house) => drawHouse(shape.houses[house].cells, shape.size)),
    ...lights.flatMap((light) => (light.digit ? [] : drawCell(light, shape.size))),
    ...missingCandidates(marked, shape, position, places),
    ...links.map(({ start, end, strong }) => drawLink(places, start[0], end[0], strong)),
    ...marked.flatMap((light) =>
      light.role === "placed"
        ? drawPlaced(light, shape.size)
        : drawCandidate(places([light.cell, light.digit ?? 0]), light.digit ?? 0, light),
    ),
  ];
}

/**
 * The other candidates of the marked cells, where the board does not show candidates: without them nobody could see
 * what is eliminated, and from what.
 * @param {Help["lights"]} marked
 * @param {Shape} shape
 * @param {Position} position
 * @param {NotePlaces} places
 */
function missingCandidates(marked, shape, { auto, candidates }, places) {
  const cells = new Set(marked.filter(({ role }) => role !== "placed").map(({ cell }) => cell));
  if (auto) return [];
  const lit = new Set(marked.map(({ cell, digit }) => String([cell, digit])));
  return [...cells].flatMap((cell) => {
    const [x, y] = cornerOf(cell, shape.size);
    const back = s("rect", { class: "lit-paper", x: x + 5, y: y + 5, width: UNIT - 10, height: UNIT - 10 });
    const others = candidates[cell].filter((digit) => !lit.has(String([cell, digit])));
    return [back, ...others.map((digit) => drawSoft(places([cell, digit]), digit))];
  });
}

/**
 * A candidate that plays no part.
 * @param {ReturnType<NotePlaces>} place
 * @param {number} digit
 */
function drawSoft({ x, y, reach }, digit) {
  return s("text", { class: "lit-soft", x, y, "font-size": reach * 1.32, text: symbolOf(digit) });
}

/**
 * A digit that follows: as large as it will be.
 * @param {Help["lights"][number]} light
 * @param {number} size
 */
function drawPlaced({ cell, digit, colour, shape }, size) {
  const [x, y] = cornerOf(cell, size);
  const middle = UNIT / 2;
  const text = { class: `lit-placed mark-${colour}`, x: x + middle, y: y + middle, "font-size": UNIT * 0.62 };
  return [
    s("rect", { class: "lit-paper", x: x + 5, y: y + 5, width: UNIT - 10, height: UNIT - 10 }),
    s("rect", {
      class: `lit-in lit-mark mark-${colour} shape-${shape}`,
      x: x + 6,
      y: y + 6,
      width: UNIT - 12,
      height: UNIT - 12,
      rx: 18,
    }),
    s("text", { ...text, text: symbolOf(digit ?? 0) }),
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
function drawCell({ cell, role, label, shape, colour }, size) {
  const [x, y] = cornerOf(cell, size);
  const width = UNIT - 8;
  const whole = WHOLE.includes(role) ? role : "";
  const frame = { x: x + 4, y: y + 4, width, height: width, rx: whole ? 4 : 18 };
  const text = { class: `lit-label mark-${colour}`, x: x + UNIT - 14, y: y + 17, "font-size": 20, text: label };
  return [
    s("rect", { class: `lit-in lit-cell mark-${colour} ${whole}`, ...frame }),
    ...(label ? [s("text", text)] : []),
    ...(role === "blocker" ? [markShape({ shape, colour }, x + 15, y + 15, 8)] : []),
  ];
}

/**
 * A candidate: its digit in the shape of its role, struck out if it is eliminated.
 * @param {ReturnType<NotePlaces>} place
 * @param {number} digit
 * @param {Mark} mark
 */
function drawCandidate({ x, y, reach }, digit, mark) {
  const strike = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  const symbol = symbolOf(digit);
  return [
    s("circle", { cx: x, cy: y, r: reach, class: "lit-back" }),
    markShape(mark, x, y, reach),
    s("text", { class: "lit-digit", x, y, "font-size": reach * (symbol.length > 1 ? 1.1 : 1.5), text: symbol }),
    ...(mark.shape === "cross" ? [s("path", { class: "lit-strike", d: strike })] : []),
  ];
}

/**
 * The shape of a mark; the legend shows it as well.
 * @param {Mark} mark
 * @param {number} x
 * @param {number} y
 * @param {number} reach
 */
export function markShape({ shape, colour }, x, y, reach) {
  const [tag, outline] = MARK_SHAPES[shape] ?? ["circle", { r: 1 }];
  const look = { class: `lit-in lit-mark mark-${colour} shape-${shape}` };
  return s(tag, { ...look, ...outline, transform: `translate(${x} ${y}) scale(${reach})` });
}

/**
 * A link from candidate to candidate, bent a little so that links do not hide each other.
 * @param {NotePlaces} places
 * @param {Candidate} start
 * @param {Candidate} end
 * @param {boolean} strong
 */
function drawLink(places, start, end, strong) {
  const { x: x1, y: y1 } = places(start);
  const { x: x2, y: y2 } = places(end);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const bend = Math.min(0.14 * length, 40);
  const x = (x1 + x2) / 2 - ((y2 - y1) / length) * bend;
  const y = (y1 + y2) / 2 + ((x2 - x1) / length) * bend;
  return s("path", { class: `lit-in lit-link ${strong ? "" : "weak"}`, d: `M${x1} ${y1}Q${x} ${y} ${x2} ${y2}` });
}

/**
 * Where the notes of candidates are, as the board writes them.
 * @param {Shape} shape
 * @param {(cell: number) => Box} boxOf
 * @returns {NotePlaces}
 */
function notePlaces({ size, note_shape: [rows, columns] }, boxOf) {
  return ([cell, digit]) => {
    const [x, y] = cornerOf(cell, size);
    const { left, top, right, bottom } = boxOf(cell); // a hundredth of a cell is a unit of the drawing
    const width = (UNIT - left - right) / columns;
    const height = (UNIT - top - bottom) / rows;
    const row = Math.floor((digit - 1) / columns);
    const column = (digit - 1) % columns;
    const reach = (0.51 * Math.min(UNIT - left - right, UNIT - top - bottom)) / Math.max(rows, columns);
    return { x: x + left + (column + 0.5) * width, y: y + top + (row + 0.5) * height, reach };
  };
}
