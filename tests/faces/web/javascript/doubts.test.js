import assert from "node:assert/strict";
import { test } from "node:test";
import { choicesAt, nextDoubt, unchecked } from "../../../../src/nonet/faces/web/static/doubts.js";
import { cellInPicture, perspective } from "../../../../src/nonet/faces/web/static/photo_grid.js";

/**
 * @param {number} cell
 * @param {number} digit
 * @param {...number} others
 */
const doubt = (cell, digit, ...others) => ({ cell, digit, probability: 0.5, others });

test("doubtful cells are visited in order, and again from the beginning", () => {
  const doubts = [doubt(40, 5, 6), doubt(7, 0, 1), doubt(80, 2, 7)];
  assert.deepEqual(
    [0, 7, 40, 80].map((cell) => nextDoubt(doubts, cell)),
    [7, 40, 80, 7],
  );
  assert.deepEqual(choicesAt(doubts, 40), [5, 6]);
  assert.deepEqual(choicesAt(doubts, 41), []);
  const photo = { clues: 30, doubtful: 3, doubts, settled: [] };
  assert.deepEqual(unchecked(photo, new Set([7, 8, 80]))?.doubts, [doubt(40, 5, 6)]);
  assert.equal(nextDoubt([], 0), null);
});

test("a cell is found in a picture that was taken from the front", () => {
  const corners = /** @type {import("../../../../src/nonet/faces/web/static/photo_grid.js").Corners} */ ([
    [10, 20],
    [100, 20],
    [100, 110],
    [10, 110],
  ]);
  assert.deepEqual(cellInPicture(corners, 11), { middle: [35, 35], width: 10 });
});

test("from an angle, near cells are larger, and straight lines stay straight", () => {
  // A road that narrows: the middle of the square is where the diagonals of the picture cross.
  const at = perspective([
    [40, 0],
    [60, 0],
    [100, 90],
    [0, 90],
  ]);
  const near = (/** @type {number[]} */ [x, y], /** @type {number[]} */ [left, top]) =>
    Math.hypot(x - left, y - top) < 1e-9;
  assert.ok(near(at(0, 0), [40, 0]));
  assert.ok(near(at(1, 1), [100, 90]));
  assert.ok(near(at(0.5, 0.5), [50, 15])); // (40,0)-(100,90) crosses (60,0)-(0,90) at y = 15
});
