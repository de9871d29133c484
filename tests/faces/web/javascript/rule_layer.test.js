import assert from "node:assert/strict";
import { test } from "node:test";
import { framePlace } from "../../../../src/nonet/faces/web/static/rule_layer.js";

/** @import { Drawing } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/** @type {Drawing} */
const drawing = { cell: 64, under: [], over: [], around: [], margins: [0, 0, 0, 0], insets: [] };

const NINE = { rows: 9, columns: 9 };

test("clues outside make the board smaller, and it stays within its frame", () => {
  assert.deepEqual(framePlace(null, NINE), { width: 1, left: 0, top: 0, bottom: 0 });
  const { width, left, top, bottom } = framePlace({ ...drawing, margins: [1, 1, 0, 0] }, NINE);
  assert.deepEqual([width, left, top, bottom], [0.9, 0.1, 0.1, 0]);
  const high = framePlace({ ...drawing, margins: [0, 1, 0, 1] }, NINE);
  assert.deepEqual(framePlace(null, { rows: 8, columns: 4 }), { width: 0.5, left: 0.25, top: 0, bottom: 0 });
  assert.deepEqual(framePlace(null, { rows: 4, columns: 7 }), { width: 1, left: 0, top: 0, bottom: 0 });
  assert.ok(Math.abs(2 * high.left + high.width - 1) < 1e-9, "it is in the middle");
});
