import assert from "node:assert/strict";
import { test } from "node:test";
import { TwoFigures } from "../../../../src/nonet/faces/web/static/two_figures.js";

/** @param {[figure: number, now: number, where?: string][]} keys */
function typed(keys, size = 16) {
  const typing = new TwoFigures();
  return keys.map(([figure, now, where = "3"]) => typing.join(figure, { size, where, now }));
}

test("two figures in quick succession are one digit", () => {
  assert.deepEqual(
    typed([
      [1, 0],
      [0, 300],
    ]),
    [0, 10],
  );
  assert.deepEqual(
    typed([
      [1, 0],
      [6, 300],
    ]),
    [0, 16],
  );
});

test("a figure stands alone after a pause, in another cell, or where the digit would be too large", () => {
  assert.deepEqual(
    typed([
      [1, 0],
      [0, 2000],
    ]),
    [0, 0],
  );
  assert.deepEqual(
    typed([
      [1, 0],
      [2, 100, "4"],
    ]),
    [0, 0],
  );
  assert.deepEqual(
    typed([
      [1, 0],
      [7, 100],
    ]),
    [0, 0],
  );
  assert.deepEqual(
    typed(
      [
        [1, 0],
        [2, 100],
      ],
      9,
    ),
    [0, 0],
  );
});

test("a third figure begins anew", () => {
  assert.deepEqual(
    typed([
      [1, 0],
      [1, 100],
      [2, 200],
    ]),
    [0, 11, 0],
  );
});
