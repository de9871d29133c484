import assert from "node:assert/strict";
import { test } from "node:test";
import { meaningOf } from "../../../../src/nonet/faces/web/static/keys.js";

const NINE = { size: 9, symbols: "123456789" };
const SIXTEEN = { size: 16, symbols: "123456789ABCDEFG" };

/**
 * @param {string} code
 * @param {string} key
 * @param {string} [held]  modifier keys
 */
function press(code, key, held = "") {
  return {
    code,
    key,
    shiftKey: held.includes("Shift"),
    ctrlKey: held.includes("Ctrl"),
    metaKey: held.includes("Meta"),
    altKey: held.includes("Alt"),
  };
}

/** @type {[name: string, code: string, key: string, held: string, meaning: object | null][]} */
const CASES = [
  ["a digit", "Digit5", "5", "", { digit: 5 }],
  ["a Czech keyboard", "Digit2", "ě", "", { digit: 2 }],
  ["the number pad", "Numpad7", "7", "", { digit: 7 }],
  ["the number pad without Num Lock", "Numpad7", "Home", "", null],
  ["a corner note", "Digit5", "%", "Shift", { digit: 5, mode: "corner" }],
  ["a centre note", "Digit5", "5", "Ctrl", { digit: 5, mode: "centre" }],
  ["a centre note, on a Mac", "Digit5", "5", "Meta", { digit: 5, mode: "centre" }],
  ["a centre note, where the browser takes Ctrl", "Digit5", "5", "Alt", { digit: 5, mode: "centre" }],
  ["zero erases", "Digit0", "0", "", { command: "erase" }],
  ["Ctrl+0 is the browser's zoom", "Digit0", "0", "Ctrl", null],
  ["undo", "KeyZ", "z", "Ctrl", { command: "undo" }],
  ["undo on a Mac", "KeyZ", "z", "Meta", { command: "undo" }],
  ["redo", "KeyY", "y", "Ctrl", { command: "redo" }],
  ["redo by Shift", "KeyZ", "Z", "Ctrl Shift", { command: "redo" }],
  ["a letter", "KeyU", "u", "", { command: "undo" }],
  ["a letter with Caps Lock", "KeyU", "U", "", { command: "undo" }],
  ["a letter with Ctrl is the browser's", "KeyU", "u", "Ctrl", null],
  ["a letter with Alt is the browser's", "KeyH", "h", "Alt", null],
  ["the space bar", "Space", " ", "", { command: "mode" }],
  ["Enter", "Enter", "Enter", "", { command: "press" }],
  ["a key without meaning", "KeyW", "w", "", null],
  ["a key of the language, not of ours", "KeyT", "toString", "", null],
];

for (const [name, code, key, held, meaning] of CASES) {
  test(name, () => assert.deepEqual(meaningOf(press(code, key, held), NINE), meaning));
}

test("on a large board letters are digits first", () => {
  assert.deepEqual(meaningOf(press("KeyA", "a"), SIXTEEN), { digit: 10 });
  assert.deepEqual(meaningOf(press("KeyG", "G", "Shift"), SIXTEEN), { digit: 16, mode: "corner" });
  assert.deepEqual(meaningOf(press("KeyH", "h"), SIXTEEN), { command: "left" });
});

test("a digit that the board does not have means nothing", () => {
  assert.equal(meaningOf(press("Digit5", "5"), { size: 4, symbols: "1234" }), null);
});

test("where 0 is a digit, its key writes it", () => {
  const zero = { size: 9, symbols: "012345678" };
  assert.deepEqual(meaningOf(press("Digit0", "0"), zero), { digit: 1 });
  assert.deepEqual(meaningOf(press("Numpad8", "8"), zero), { digit: 9 });
  assert.equal(meaningOf(press("Digit9", "9"), zero), null);
  assert.deepEqual(meaningOf(press("Digit0", "0"), NINE), { command: "erase" });
});
