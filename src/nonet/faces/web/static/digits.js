// How digits above 9 are written, as the player chose: 10, 11, 12 or A, B, C. The same on the board, on the keys and in
// hints.

/** @import { Settings, Shape } from "../api_types.d.ts" */

const LETTERS = "0123456789ABCDEFGHIJKLMNOP";
let letters = false;
let first = 1; // the first digit of the board that is shown

/** @param {Settings["digits"]} style */
export function writeDigitsAs(style) {
  letters = style === "letters";
}

/**
 * Whether the digits of a board begin with 0 or 1. Everywhere else they are counted from 1.
 * @param {Pick<Shape, "symbols">} shape
 */
export function countDigitsOf({ symbols }) {
  first = firstDigit(symbols);
}

/** @param {string} symbols  of a board */
export function firstDigit(symbols) {
  return symbols.startsWith("0") ? 0 : 1;
}

/** A digit, counted from 1, as it is written on the board. @param {number} digit */
export function symbolOf(digit) {
  const written = digit + first - 1;
  return letters ? LETTERS.charAt(written) : String(written);
}

/**
 * Several digits, joined; between numbers of two figures there is a gap.
 * @param {number[]} digits
 * @param {string} [separator]
 */
export function symbolsOf(digits, separator = "") {
  const symbols = digits.map(symbolOf);
  return symbols.join(separator || (symbols.some((symbol) => symbol.length > 1) ? " " : ""));
}

/**
 * Decodes a line of symbols into digits, counted from 1: `.` is 0.
 * @param {string} cells
 * @param {Pick<Shape, "symbols">} shape
 */
export function valuesOf(cells, { symbols }) {
  return [...cells].map((symbol) => symbols.indexOf(symbol) + 1);
}

/**
 * How many of each digit are still to be placed; the first number is that of empty cells, and means nothing.
 * @param {number[]} values
 * @param {Shape} shape
 */
export function digitsLeft(values, { size, most_of_each: most }) {
  const count = (/** @type {number} */ digit) => values.filter((value) => value === digit).length;
  return Array.from({ length: size + 1 }, (_, digit) => Math.max(0, most - count(digit)));
}
