import assert from "node:assert/strict";
import { test } from "node:test";
import { Selection } from "../../../../src/nonet/faces/web/static/selection.js";

/** @import { Key } from "../../../../src/nonet/faces/web/static/selection.js" */

/**
 * A key, written as in “Shift+ArrowUp”.
 * @param {string} name
 * @returns {Key}
 */
function key(name) {
  const parts = name.split("+");
  const held = (/** @type {string} */ modifier) => parts.includes(modifier);
  return {
    key: parts[parts.length - 1],
    shiftKey: held("Shift"),
    ctrlKey: held("Ctrl"),
    metaKey: held("Meta"),
    altKey: held("Alt"),
  };
}

/** On a 4x4 board, from cell 5: keys, the cursor they lead to, and the selected cells. */
/** @type {[keys: string, cursor: number, cells: number[]][]} */
const WALKS = [
  ["ArrowRight", 6, [6]],
  ["ArrowLeft ArrowLeft", 7, [7]], // round the edge
  ["ArrowUp ArrowUp", 13, [13]],
  ["ArrowDown ArrowDown ArrowDown", 1, [1]],
  ["Shift+ArrowRight Shift+ArrowDown", 10, [5, 6, 10]],
  ["Ctrl+ArrowRight", 6, [5, 6]],
  ["Home", 4, [4]],
  ["End", 7, [7]],
  ["Ctrl+Home", 0, [0]],
  ["Meta+End", 15, [15]],
  ["PageUp", 1, [1]],
  ["PageDown", 13, [13]],
  ["Shift+End", 7, [5, 7]],
  ["Ctrl+a", 5, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]],
  ["Ctrl+a Escape", 5, [5]],
];

for (const [keys, cursor, cells] of WALKS) {
  test(`keys: ${keys}`, () => {
    const selection = new Selection({ rows: 4, columns: 4 });
    selection.select([5]);
    for (const name of keys.split(" ")) assert.equal(selection.key(key(name)), true);
    assert.equal(selection.cursor, cursor);
    assert.deepEqual(selection.sorted, cells);
  });
}

for (const name of ["5", "a", "Tab", "Enter", "Alt+ArrowLeft", "Escape"]) {
  test(`not a key of the selection: ${name}`, () => {
    const selection = new Selection({ rows: 4, columns: 4 });
    selection.select([5]);
    assert.equal(selection.key(key(name)), false);
    assert.deepEqual([selection.cursor, selection.sorted], [5, [5]]);
  });
}

/** Cells 0 to 4 and 5: two blocks with a gap between them, and a cell without a place. */
//     0 1 . 2
//     . . . .
//     3 . . 4
const SCATTERED = { rows: 3, columns: 4, places: [0, 1, 3, 8, 11, -1], names: [] };

for (const [keys, cursor] of /** @type {[string, number][]} */ ([
  ["ArrowRight", 2],
  ["ArrowRight ArrowRight", 0],
  ["ArrowDown", 1], // alone in its column
  ["ArrowLeft ArrowDown", 3],
  ["ArrowLeft ArrowUp ArrowRight", 4],
  ["End PageDown", 4],
  ["End PageDown Home", 3],
  ["Ctrl+End Ctrl+Home", 0],
])) {
  test(`keys where places are empty: ${keys}`, () => {
    const selection = new Selection(SCATTERED);
    selection.select([1]);
    for (const name of keys.split(" ")) assert.equal(selection.key(key(name)), true);
    assert.equal(selection.cursor, cursor);
    selection.key(key("Ctrl+a"));
    assert.deepEqual(selection.sorted, [0, 1, 2, 3, 4]);
  });
}

test("steps wrap on every board and come back", () => {
  for (const size of [4, 9, 25]) {
    const selection = new Selection({ rows: size, columns: size });
    for (const [down, right] of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ]) {
      selection.select([7]);
      for (let count = 0; count < size; count++) selection.step(down, right);
      assert.equal(selection.cursor, 7);
    }
  }
});

test("toggling adds and removes, but always leaves one cell", () => {
  const selection = new Selection({ rows: 4, columns: 4 });
  selection.select([1]);
  assert.equal(selection.toggle(2), true);
  assert.equal(selection.single, null);
  assert.equal(selection.toggle(1), false);
  assert.deepEqual(selection.sorted, [2]);
  assert.equal(selection.cursor, 2);
  assert.equal(selection.toggle(2), true);
  assert.deepEqual(selection.sorted, [2]);
  assert.equal(selection.single, 2);
});

test("an empty selection keeps the cursor", () => {
  const selection = new Selection({ rows: 4, columns: 4 });
  selection.select([9]);
  selection.select([]);
  assert.equal(selection.cursor, 9);
  assert.equal(selection.single, null);
});

test("a board with fewer rows than columns", () => {
  const selection = new Selection({ rows: 2, columns: 4 });
  selection.step(0, -1);
  assert.equal(selection.cursor, 3);
  selection.step(-1, 0);
  assert.equal(selection.cursor, 7);
  selection.step(1, 1);
  assert.equal(selection.cursor, 0);
  assert.deepEqual([selection.destination("End", true), selection.destination("PageDown", false)], [7, 4]);
});
