import assert from "node:assert/strict";
import { test } from "node:test";
import { Attempt } from "../../../../src/nonet/faces/web/static/attempt.js";

test("every candidate of a step must be struck out, in any order", () => {
  const attempt = new Attempt([
    {
      placements: [],
      eliminations: [
        [3, 5],
        [4, 5],
      ],
    },
    { placements: [], eliminations: [[9, 1]] },
  ]);
  assert.equal(attempt.placing, false);
  assert.equal(attempt.try(4, 5), "right");
  assert.equal(attempt.left, 1);
  assert.equal(attempt.try(4, 5), "again");
  assert.equal(attempt.solved, false);
  assert.equal(attempt.try(4, 6), "wrong");
  assert.equal(attempt.try(3, 5), "right");
  assert.equal(attempt.solved, true);
  assert.equal(attempt.mistakes, 1);
});

test("any step of the technique is an answer", () => {
  const attempt = new Attempt([
    { placements: [[0, 1]], eliminations: [] },
    { placements: [[80, 9]], eliminations: [] },
  ]);
  assert.equal(attempt.placing, true);
  assert.equal(attempt.try(80, 9), "right");
  assert.ok(attempt.solved);
  assert.equal(attempt.solvedFirst, false); // the explanation is about another one
  attempt.try(0, 1);
  assert.ok(attempt.solvedFirst);
});
