import assert from "node:assert/strict";
import { test } from "node:test";
import { trees } from "../../../../src/nonet/faces/web/static/hint_text.js";

/**
 * Lines of these depths, named by their place.
 * @param {number[]} depths
 */
function lines(...depths) {
  return depths.map((depth, place) => ({ text: String(place), depth, cells: [], houses: [], digits: [] }));
}

/**
 * A tree as text: 1(2,3) is line 1 with 2 and 3 below it.
 * @param {ReturnType<typeof trees>} found
 * @returns {string}
 */
function written(found) {
  return found.map(({ line, inner }) => line.text + (inner.length ? `(${written(inner)})` : "")).join(",");
}

test("deeper lines belong to the line before them that is less deep", () => {
  assert.equal(written(trees(lines(0, 1, 2, 2, 1, 0))), "0,1(2,3),4,5");
  assert.equal(written(trees(lines(1, 2, 3, 3, 2, 1, 2))), "0(1(2,3),4),5(6)");
});

test("sentences of the text are no heads of what follows them", () => {
  assert.equal(written(trees(lines(0, 1, 1))), "0,1,2");
});

test("a head counts all lines below it", () => {
  const [head] = trees(lines(1, 2, 3, 3, 2));
  assert.equal(head.count, 4);
});
