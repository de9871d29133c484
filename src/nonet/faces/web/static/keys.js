// What a key means: the same as in the terminal game, as far as browsers allow. A digit is known by the place of its
// key, since some keyboards write something else there (a Czech one writes ě š č). On boards with more than nine
// digits, the letters A, B, C … are digits before they are commands. Digits are counted from 1, also where they begin
// with 0.

import { firstDigit } from "./digits.js";

/**
 * @import { Shape } from "../api_types.d.ts"
 * @typedef {Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">} Key
 * @typedef {(typeof COMMANDS)[keyof typeof COMMANDS]} Command
 * @typedef {{ digit: number, mode?: "corner" | "centre" }} DigitKey  a digit, and the kind of note if the key says it
 */

const COMMANDS = /** @type {const} */ ({
  h: "left",
  j: "down",
  k: "up",
  l: "right",
  n: "corner",
  c: "centre",
  o: "colour",
  a: "auto",
  r: "refresh",
  f: "input",
  t: "hint",
  e: "check",
  u: "undo",
  y: "redo",
  b: "mistake",
  m: "mark",
  g: "return",
  v: "ways",
  p: "pause",
  s: "settings",
  "?": "help",
  x: "erase",
  Delete: "erase",
  Backspace: "erase",
  " ": "mode",
  Enter: "press",
  Escape: "close",
  F1: "help",
});

/** @param {Key} key @param {Pick<Shape, "size" | "symbols">} shape @returns {DigitKey | { command: Command } | null} */
export function meaningOf(key, { size, symbols }) {
  const modified = key.ctrlKey || key.metaKey || key.altKey;
  const undo = undoCommand(key);
  if (undo) return { command: undo };
  const place = digitPlace(key);
  const counted = place === null ? 0 : place - firstDigit(symbols) + 1;
  if (counted > 0) return counted <= size ? withMode(counted, key) : null;
  if (modified) return null;
  if (place === 0) return { command: "erase" };
  const letter = /^[a-z]$/i.test(key.key) ? key.key.toUpperCase() : "";
  const digit = letter && symbols.indexOf(letter) + 1;
  if (digit) return withMode(digit, key);
  const name = letter.toLowerCase() || key.key;
  return isCommand(name) ? { command: COMMANDS[name] } : null;
}

/** @param {Key} key @returns {"undo" | "redo" | null} */
function undoCommand({ key, ctrlKey, metaKey, shiftKey }) {
  if (!ctrlKey && !metaKey) return null;
  if (key.toLowerCase() === "z") return shiftKey ? "redo" : "undo";
  return key === "y" ? "redo" : null;
}

/**
 * The digit of a key's place. null: the key is not a digit, or is a key of the number pad that moves the cursor.
 * @param {Key} key
 */
export function digitPlace({ key, code }) {
  const place = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  const numLockOff = code.startsWith("Numpad") && key.length > 1;
  return place === undefined || numLockOff ? null : Number(place);
}

/** @param {number} digit @param {Key} key @returns {DigitKey} */
function withMode(digit, { shiftKey, ctrlKey, metaKey, altKey }) {
  if (shiftKey) return { digit, mode: "corner" };
  return ctrlKey || metaKey || altKey ? { digit, mode: "centre" } : { digit };
}

/** @param {string} name @returns {name is keyof typeof COMMANDS} */
function isCommand(name) {
  return Object.hasOwn(COMMANDS, name);
}
