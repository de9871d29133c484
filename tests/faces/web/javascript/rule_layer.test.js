import assert from "node:assert/strict";
import { test } from "node:test";
import { framePlace, noteBox } from "../../../../src/nonet/faces/web/static/rule_layer.js";

/** @import { Drawing, DrawnElement } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/** @type {Drawing} */
const drawing = { cell: 64, under: [], over: [], around: [], margins: [0, 0, 0, 0], labelled: [] };
/** @type {DrawnElement} */
const border = { tag: "path", attributes: {}, text: "" };

test("notes stay away from the borders of cages and from their labels", () => {
  const caged = { ...drawing, over: [border], labelled: [3] };
  const plain = noteBox(null, 0);
  assert.deepEqual(noteBox(drawing, 0), plain, "nothing is drawn over the lines of the board");
  assert.ok(noteBox(caged, 0).left > plain.left);
  assert.ok(noteBox(caged, 3).top > noteBox(caged, 0).top);
});

test("clues outside make the board smaller, and it stays within its frame", () => {
  assert.deepEqual(framePlace(null, 9), { width: 1, left: 0, top: 0, bottom: 0 });
  const { width, left, top, bottom } = framePlace({ ...drawing, margins: [1, 1, 0, 0] }, 9);
  assert.deepEqual([width, left, top, bottom], [0.9, 0.1, 0.1, 0]);
  const high = framePlace({ ...drawing, margins: [0, 1, 0, 1] }, 9);
  assert.ok(Math.abs(2 * high.left + high.width - 1) < 1e-9, "it is in the middle");
});
