// What a hint lights up on the board: houses, cells, candidates and the links between them. Every role has a shape and a
// colour of its own, the same as in the terminal and in pictures (explain/marks.py); the server says which.

import { symbolOf } from "./digits.js";
import { s } from "./dom.js";
import { cornerOf, outlineOf, UNIT } from "./drawing.js";

/**
 * @import { Help, Shape } from "../api_types.d.ts"
 * @typedef {Pick<Help, "lights" | "houses" | "links">} Highlights
 * @typedef {[cell: number, digit: number]} Candidate
 * @typedef {Pick<Help["legend"][number], "shape" | "colour">} Mark
 */

const EDGE = 4; // between a cell's border and its notes
const WHOLE = ["placed", "wrong"]; // roles that stress a whole cell

/**
 * The corners of a regular shape around the middle; a star has two radii in turn.
 * @param {number} corners
 * @param {number[]} radii
 * @param {number} [start]  the angle of the first corner
 */
function turned(corners, radii, start = -Math.PI / 2) {
  return Array.from({ length: corners }, (_, n) => {
    const angle = start + (2 * Math.PI * n) / corners;
    const radius = radii[n % radii.length];
    return [Math.cos(angle) * radius, Math.sin(angle) * radius];
  });
}

/** Shapes with corners, around a circle of radius 1. @type {Record<string, number[][]>} */
const CORNERS = {
  diamond: turned(4, [1.18]),
  hexagon: turned(6, [1.15], 0),
  octagon: turned(8, [1.12], Math.PI / 8),
  star: turned(10, [1.35, 0.85]),
  triangle: [
    [0, -1.3],
    [1.25, 0.95],
    [-1.25, 0.95],
  ],
  shield: [
    [-1.1, -0.95],
    [1.1, -0.95],
    [0, 1.3],
  ],
};

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
    ...lights.flatMap((light) =>
      light.digit && !values[light.cell] ? drawCandidate(shape, [light.cell, light.digit], light) : [],
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
 * @param {Shape} shape
 * @param {Candidate} candidate
 * @param {Mark} mark
 */
function drawCandidate(shape, candidate, mark) {
  const [x, y] = placeOf(shape, candidate);
  const reach = (UNIT * 0.47) / Math.max(...shape.note_shape);
  const strike = `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  const symbol = symbolOf(candidate[1]);
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
  const look = { class: `lit-in lit-mark mark-${colour} shape-${shape}` };
  const corners = CORNERS[shape];
  if (corners) {
    const points = corners.map(([dx, dy]) => `${x + dx * reach} ${y + dy * reach}`);
    return s("path", { ...look, d: `M${points.join("L")}Z` });
  }
  if (["square", "box", "frame"].includes(shape)) {
    const side = reach * 0.92;
    const square = { x: x - side, y: y - side, width: 2 * side, height: 2 * side, rx: shape === "box" ? 5 : 0 };
    return s("rect", { ...look, ...square });
  }
  return s("circle", { ...look, cx: x, cy: y, r: reach });
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
