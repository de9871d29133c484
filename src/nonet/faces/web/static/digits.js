// How digits above 9 are written, as the player chose: 10, 11, 12 or A, B, C. The same on the board, on the keys and in
// hints.

/** @import { Settings } from "../api_types.d.ts" */

const LETTERS = "123456789ABCDEFGHIJKLMNOP";
let letters = false;

/** @param {Settings["digits"]} style */
export function writeDigitsAs(style) {
  letters = style === "letters";
}

/**
 * A digit as it is written.
 * @param {number} digit
 */
export function symbolOf(digit) {
  return letters ? LETTERS.charAt(digit - 1) : String(digit);
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
 * Decodes a line of symbols into digits: `.` is 0, A is 10.
 * @param {string} symbols
 */
export function valuesOf(symbols) {
  return [...symbols].map((symbol) => LETTERS.indexOf(symbol) + 1);
}

/**
 * How many of each digit are still to be placed; the first number is that of empty cells, and means nothing.
 * @param {number[]} values
 * @param {number} size
 */
export function digitsLeft(values, size) {
  const count = (/** @type {number} */ digit) => values.filter((value) => value === digit).length;
  return Array.from({ length: size + 1 }, (_, digit) => Math.max(0, size - count(digit)));
}
