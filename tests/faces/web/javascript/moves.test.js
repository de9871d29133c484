import assert from "node:assert/strict";
import { test } from "node:test";
import { colourActions, digitAction, markAction } from "../../../../src/nonet/faces/web/static/moves.js";
import { decoded, positionAfter } from "../../../../src/nonet/faces/web/static/optimistic.js";
import { DEFAULT_SETTINGS } from "../../../../src/nonet/faces/web/static/setting_words.js";
import { game, place } from "./browser.js";

/** @import { Action, Game } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/**
 * @param {Partial<Game>} changes
 * @param {Action[]} [unsent]
 */
function position(changes, unsent = []) {
  return positionAfter(decoded(game(changes)), unsent, DEFAULT_SETTINGS);
}

/**
 * Sixteen numbers, zero but for some.
 * @param {Record<number, number>} some
 */
function cells(some) {
  return Array.from({ length: 16 }, (_, cell) => some[cell] ?? 0);
}

test("a digit is placed; where all cells have it, it is cleared", () => {
  const values = cells({ 0: 1, 4: 2, 5: 2 });
  assert.deepEqual(digitAction(position({ values }), [4, 5, 6], 2, "digit"), {
    type: "place",
    cells: [4, 5, 6],
    digit: 2,
  });
  assert.deepEqual(digitAction(position({ values }), [4, 5], 2, "digit"), { type: "clear", cells: [4, 5] });
});

test("a note is set unless every empty cell has it", () => {
  const corner = cells({ 4: 0b10, 5: 0b10 });
  const note = (/** @type {boolean} */ on, /** @type {number[]} */ ...some) => ({
    type: "note",
    cells: some,
    digit: 2,
    kind: "corner",
    on,
  });
  assert.deepEqual(digitAction(position({ corner }), [4, 6], 2, "corner"), note(true, 4, 6));
  assert.deepEqual(digitAction(position({ corner }), [4, 5], 2, "corner"), note(false, 4, 5));
  assert.deepEqual(digitAction(position({ corner }), [0, 4], 2, "corner"), note(false, 0, 4)); // cell 0 is given
});

test("where candidates are shown, a corner note strikes one out, and a second press brings it back", () => {
  const shown = { auto: true, candidates: cells({ 4: 0b110 }) };
  const struck = digitAction(position(shown), [4], 2, "corner");
  assert.deepEqual(struck, { type: "note", cells: [4], digit: 2, kind: "corner", on: false });
  const after = position(shown, [struck]);
  assert.deepEqual(after.candidates[4], [3]);
  assert.deepEqual(after.corner[4], []);
  assert.deepEqual(digitAction(after, [4], 2, "corner"), { ...struck, on: true });
  assert.deepEqual(digitAction(position(shown), [4, 5], 2, "corner"), { ...struck, cells: [4, 5] });
});

test("notes are drawn in order before the server has them", () => {
  const note = (/** @type {number} */ digit, /** @type {boolean} */ on) =>
    /** @type {Action} */ ({ type: "note", cells: [4], digit, kind: "centre", on });
  const after = position({ centre: cells({ 4: 0b1010 }) }, [note(3, true), note(1, true), note(4, false)]);
  assert.deepEqual(after.centre[4], [1, 2, 3]);
  assert.deepEqual([...after.pending], [4]);
});

test("clearing takes the digit first, then the notes", () => {
  const start = { values: cells({ 0: 1, 4: 2 }), corner: cells({ 4: 0b1 }) };
  const clear = /** @type {Action} */ ({ type: "clear", cells: [4] });
  assert.deepEqual([position(start, [clear]).values[4], position(start, [clear]).corner[4]], [0, [1]]);
  assert.deepEqual(position(start, [clear, clear]).corner[4], []);
});

test("a changed cell is no conflict until the server says so again", () => {
  const start = { values: cells({ 0: 1, 4: 1 }), conflicts: [0, 4], mistakes: [4] };
  const after = position(start, [place(4, 2)]);
  assert.deepEqual([[...after.conflicts], [...after.mistakes]], [[0], []]);
});

test("colours are for cells or for a candidate in them", () => {
  assert.deepEqual(colourActions([4, 5], 0, 3), [{ type: "add-colour", cells: [4, 5], colour: 3 }]);
  assert.deepEqual(colourActions([4], 0, 0), [{ type: "paint", cells: [4], colour: 0 }]);
  assert.deepEqual(colourActions([4, 5], 2, 3), [
    { type: "paint-candidate", cell: 4, digit: 2, colour: 3 },
    { type: "paint-candidate", cell: 5, digit: 2, colour: 3 },
  ]);
});

test("coloured candidates are found by cell", () => {
  const { tints } = position({
    candidate_colours: [
      [4, 2, 3],
      [5, 1, 1],
      [4, 3, 6],
    ],
  });
  assert.deepEqual(
    [...tints],
    [
      [
        4,
        [
          [2, 3],
          [3, 6],
        ],
      ],
      [5, [[1, 1]]],
    ],
  );
});

test("a mark takes a number that is free", () => {
  assert.deepEqual(markAction([]), { type: "mark", name: "1" });
  assert.deepEqual(markAction(["1", "here"]), { type: "mark", name: "3" });
  assert.deepEqual(markAction(["2"]), { type: "mark", name: "3" });
});

test("bitmasks become digits, the highest bit of a 25x25 board too", () => {
  const state = decoded(game({ corner: [0, 0b101, 1 << 24] }));
  assert.deepEqual(state.corner, [[], [1, 3], [25]]);
});
