// One cell of the board: its contents, and what a screen reader says about it.

import { symbolOf, symbolsOf } from "./digits.js";
import { h } from "./dom.js";
import { colourSign } from "./drawing.js";
import { nameOf, placesOf } from "./places.js";
import { colourName, t } from "./words.js";

/**
 * @import { Shape } from "../api_types.d.ts"
 * @import { Places } from "./places.js"
 * @import { Position } from "./position.js"
 * @typedef {ReturnType<typeof cellParts>} CellParts
 */

/**
 * What a position has in a cell.
 * @param {Position} position
 * @param {number} cell
 */
export function cellParts(position, cell) {
  const value = position.values[cell];
  return {
    value,
    given: position.givens[cell] > 0,
    corner: value ? [] : position.corner[cell],
    centre: value ? [] : position.centre[cell],
    candidates: value || !position.auto ? null : position.candidates[cell],
    colours: coloursOf(position, cell),
    tints: (!value && position.tints.get(cell)) || [],
    revealed: position.revealed.has(cell),
    conflict: position.conflicts.has(cell),
    mistake: position.mistakes.has(cell),
    doubtful: position.doubtful?.has(cell) ?? false,
    pending: position.pending.has(cell),
  };
}

/**
 * All colours of a cell, in order.
 * @param {Position} position
 * @param {number} cell
 */
function coloursOf({ colours, moreColours }, cell) {
  const more = moreColours.flatMap(([other, colour]) => (other === cell ? [colour] : []));
  return [colours[cell], ...more].filter(Boolean).sort((a, b) => a - b);
}

/** Where corner notes are, one after another: in the corners, then between them. Areas of a grid. */
const CORNERS = ["1 / 1", "1 / 3", "3 / 1", "3 / 3", "1 / 2", "3 / 2", "2 / 1", "2 / 3"];

/**
 * The elements inside a cell.
 * @param {CellParts} parts
 * @param {Shape} shape
 */
export function cellContents(parts, shape) {
  const { value, corner, centre, candidates, colours } = parts;
  /** @type {Element[]} */
  const found = [];
  if (value) {
    found.push(h("span", { class: "value", text: symbolOf(value) }));
  } else {
    if (candidates?.length) found.push(notesInPlace(candidates, parts, shape));
    else if (corner.length > CORNERS.length && centre.length) found.push(notesAtEdges(corner));
    else if (corner.length) found.push(notesInPlace(corner, parts, shape));
    if (centre.length) found.push(centreNotes(centre));
  }
  if (colours.length) found.push(h("span", { class: "paint-signs" }, ...colours.map(colourSign)));
  return found;
}

/**
 * Notes that each have their place in the cell: candidates by digit, and so corner notes that are too many for corners.
 * @param {number[]} digits
 * @param {CellParts} parts
 * @param {Shape} shape
 */
function notesInPlace(digits, { candidates, centre, tints }, { size, note_shape: [, columns] }) {
  const inCorners = !candidates && digits.length <= CORNERS.length;
  const marks = digits.map((digit, index) => {
    const tint = tints.find(([tinted]) => tinted === digit)?.[1];
    const symbol = symbolOf(digit);
    const look = symbol.length > 1 ? "mark two" : "mark"; // two figures need more room
    const written = h("span", centre.length ? { "data-text": symbol } : { text: symbol }); // the label says both
    const mark = h("span", { class: look, "data-digit": digit, "data-paint": tint }, written);
    const byDigit = `${Math.floor((digit - 1) / columns) + 1} / ${((digit - 1) % columns) + 1}`;
    mark.style.gridArea = inCorners ? CORNERS[index] : byDigit;
    return mark;
  });
  const apart = marks.flatMap((mark) => [mark, " "]); // as text “2 3 5”, which is in the cell's label
  const all = digits.length === size ? " all" : "";
  return h("span", { class: candidates ? `marks auto${all}` : inCorners ? "marks corners" : "marks" }, ...apart);
}

/** Many corner notes that make room for centre notes. @param {number[]} digits */
function notesAtEdges(digits) {
  const half = Math.ceil(digits.length / 2);
  const line = (/** @type {number[]} */ some) => h("span", { "data-text": symbolsOf(some) }); // the label says them
  return h("span", { class: "edges" }, line(digits.slice(0, half)), h("span"), line(digits.slice(half)));
}

/** @param {number[]} digits */
function centreNotes(digits) {
  const { length } = symbolsOf(digits);
  const size = length > 9 ? " longer" : length > 5 ? " long" : "";
  const close = symbolsOf(digits).includes(" ") ? "" : " close"; // as text “5 6”, which is in the cell's label
  return h("span", { class: `centre${size}${close}`, text: symbolsOf(digits, " ") });
}

/** @param {number} cell @param {Places} shape */
export function cellName(cell, shape) {
  const place = placesOf(shape).places[cell];
  const lines = { row: Math.floor(place / shape.columns) + 1, column: (place % shape.columns) + 1 };
  return nameOf(cell, shape) ?? t("Row {row}, column {column}", lines);
}

/**
 * What a screen reader says of a cell.
 * @param {number} cell
 * @param {CellParts} parts
 * @param {Shape} shape
 * @param {string[]} [clues]  the clues of a variant that are drawn in it
 */
export function cellLabel(cell, parts, shape, clues = []) {
  const digits = (/** @type {number[]} */ some) => ({ digits: symbolsOf(some, " ") });
  const said = [cellName(cell, shape)];
  const { value, corner, centre, candidates } = parts;
  if (value) said.push(symbolOf(value));
  if (parts.given) said.push(t("given"));
  if (parts.revealed) said.push(t("revealed"));
  if (!value && !corner.length && !centre.length && !candidates) said.push(t("empty"));
  if (candidates) said.push(t("candidates {digits}", digits(candidates)));
  else if (corner.length) said.push(t("corner notes {digits}", digits(corner)));
  if (centre.length) said.push(t("centre notes {digits}", digits(centre)));
  if (parts.conflict) said.push(t("conflict"));
  if (parts.mistake) said.push(t("wrong"));
  if (parts.doubtful) said.push(t("doubtful"));
  said.push(...clues);
  for (const colour of parts.colours) said.push(t("colour: {colour}", { colour: colourName(colour) }));
  if (parts.pending) said.push(t("not sent yet"));
  return said.join(", ");
}
