// Drawings in SVG: the lines of a board, outlines of cells, the signs of the eight colours.

import { s } from "./dom.js";
import { placesOf } from "./places.js";

/** @import { Shape } from "../api_types.d.ts" */

/** The width of a cell in the drawings. */
export const UNIT = 100;
const INSET = 5; // from the border of a cell to an outline inside it

/**
 * The top left corner of a place.
 * @param {number} place
 * @param {number} columns
 * @returns {[x: number, y: number]}
 */
export function cornerOf(place, columns) {
  return [(place % columns) * UNIT, Math.floor(place / columns) * UNIT];
}

/**
 * The thin lines between cells, the bold ones between regions, and where the cells fill no rectangle those around them.
 * @param {Shape} shape
 */
export function outlines(shape) {
  const { columns, regions } = shape;
  const { places, cellAt } = placesOf(shape);
  const lines = { thin: "", bold: "" };
  places.forEach((place, cell) => {
    if (place < 0) return;
    const [x, y] = cornerOf(place, columns);
    const line = (/** @type {number | undefined} */ other, /** @type {string} */ path) => {
      if (other !== undefined) lines[regions[cell] === regions[other] ? "thin" : "bold"] += path;
      else if (shape.places) lines.bold += path;
    };
    const beside = (/** @type {number} */ right) => cellAt.get(inRow(place, right, columns));
    line(beside(1), `M${x + UNIT} ${y}v${UNIT}`);
    line(cellAt.get(place + columns), `M${x} ${y + UNIT}h${UNIT}`);
    if (shape.places && beside(-1) === undefined) line(undefined, `M${x} ${y}v${UNIT}`);
    if (shape.places && !cellAt.has(place - columns)) line(undefined, `M${x} ${y}h${UNIT}`);
  });
  return lines;
}

/**
 * A place in the same row; -1 beyond its ends.
 * @param {number} place
 * @param {number} right
 * @param {number} columns
 */
function inRow(place, right, columns) {
  const column = (place % columns) + right;
  return column < 0 || column >= columns ? -1 : place + right;
}

/** Diagonals and windows, where the board has them. @param {Shape} shape */
export function extras(shape) {
  const { columns, houses } = shape;
  const { places } = placesOf(shape);
  const found = [];
  for (const house of houses) {
    const { kind } = house;
    const cells = house.cells.map((cell) => places[cell]);
    if (kind === "diagonal") {
      const whole = columns * UNIT;
      const falling = cells[0] % columns < cells[cells.length - 1] % columns;
      found.push(s("path", { class: "diagonal", d: falling ? `M0 0L${whole} ${whole}` : `M${whole} 0L0 ${whole}` }));
    } else if (kind === "window") {
      found.push(s("path", { class: "pane", d: outlineOf(cells, columns) }));
    }
  }
  return found;
}

/**
 * The outline of a set of cells, drawn inside them.
 * @param {number[]} cells  their places
 * @param {number} columns
 */
export function outlineOf(cells, columns) {
  const inside = new Set(cells);
  return cells
    .map((cell) => {
      const [x, y] = cornerOf(cell, columns);
      const left = x + (cell % columns && inside.has(cell - 1) ? 0 : INSET);
      const right = x + UNIT - ((cell + 1) % columns && inside.has(cell + 1) ? 0 : INSET);
      const top = y + (inside.has(cell - columns) ? 0 : INSET);
      const bottom = y + UNIT - (inside.has(cell + columns) ? 0 : INSET);
      const lines = [
        top > y && `M${left} ${top}H${right}`,
        bottom < y + UNIT && `M${left} ${bottom}H${right}`,
        left > x && `M${left} ${top}V${bottom}`,
        right < x + UNIT && `M${right} ${top}V${bottom}`,
      ];
      return lines.filter(Boolean).join("");
    })
    .join("");
}

// -- the signs of the eight colours -------------------------------------------------------------------------

const SIGNS = [
  "M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18z", // disc
  "M2 2h16v16h-16z", // block
  "M10 1L19 18H1z", // wedge
  "M10 0L20 10L10 20L0 10z", // diamond
  "M7 1h6v6h6v6h-6v6h-6v-6h-6v-6h6z", // cross
  "M10 0l2.9 6.6 7.1.7-5.4 4.7 1.6 7L10 15.3 3.8 19l1.6-7L0 7.3l7.1-.7z", // star
  "M10 1a9 9 0 1 1 0 18a9 9 0 0 1 0-18zM10 6a4 4 0 1 0 0 8a4 4 0 0 0 0-8z", // ring
  "M1 3h18v4H1zM1 12h18v4H1z", // bars
];

/** The sign that stands for a colour, 1 to 8. @param {number} colour */
export function colourSign(colour) {
  return s(
    "svg",
    { class: "paint-sign", viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("path", { d: SIGNS[colour - 1], "fill-rule": "evenodd" }),
  );
}
