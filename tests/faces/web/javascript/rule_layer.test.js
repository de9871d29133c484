import assert from "node:assert/strict";
import { test } from "node:test";
import { framePlace } from "../../../../src/nonet/faces/web/static/rule_layer.js";

/** @import { Drawing } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/** @type {Drawing} */
const drawing = { cell: 64, under: [], over: [], around: [], margins: [0, 0, 0, 0], insets: [] };

test("clues outside make the board smaller, and it stays within its frame", () => {
  assert.deepEqual(framePlace(null, 9), { width: 1, left: 0, top: 0, bottom: 0 });
  const { width, left, top, bottom } = framePlace({ ...drawing, margins: [1, 1, 0, 0] }, 9);
  assert.deepEqual([width, left, top, bottom], [0.9, 0.1, 0.1, 0]);
  const high = framePlace({ ...drawing, margins: [0, 1, 0, 1] }, 9);
  assert.ok(Math.abs(2 * high.left + high.width - 1) < 1e-9, "it is in the middle");
});
