import assert from "node:assert/strict";
import { test } from "node:test";
import { cagesAt } from "../../../../src/nonet/faces/web/static/cage_panel.js";
import { withGivens } from "../../../../src/nonet/faces/web/static/draft.js";

const cage = (/** @type {number[]} */ ...cells) => ({ cells, sum: 5, possible: [], ruled_out: [], text: "" });

test("the cages of a selection contain all its cells", () => {
  const cages = [cage(0, 1), cage(1, 2), cage(5)];
  assert.deepEqual(cagesAt(cages, [1]), [cages[0], cages[1]]);
  assert.deepEqual(cagesAt(cages, [0, 1]), [cages[0]]);
  assert.deepEqual(cagesAt(cages, [0, 5]), [], "two cages");
  assert.deepEqual(cagesAt(cages, []), [], "nothing is selected");
});

test("typed digits become givens of a variant; its rules stay", () => {
  const variant = JSON.stringify({ nonet: 1, layout: "16x16", rules: [{ kind: "cage" }] });
  const found = JSON.parse(withGivens(variant, [0, 9, 10, 16], { symbols: "123456789ABCDEFG" }));
  assert.deepEqual(found, { nonet: 1, layout: "16x16", rules: [{ kind: "cage" }], givens: ".9AG" });
});
