import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Attempt } from "../../../../src/nonet/faces/web/static/attempt.js";
import { lessonProgress, PASS, recordExercise } from "../../../../src/nonet/faces/web/static/lesson_progress.js";
import { openBrowser } from "./browser.js";

beforeEach(openBrowser);

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
});

test("three in a row pass a lesson; a mistake begins the row again", () => {
  for (let times = 1; times < PASS; times++) recordExercise("x-wing", true);
  assert.deepEqual(lessonProgress("x-wing"), { row: PASS - 1, passed: false });
  recordExercise("x-wing", false);
  assert.deepEqual(lessonProgress("x-wing"), { row: 0, passed: false });
  for (let times = 0; times < PASS; times++) recordExercise("x-wing", true);
  assert.deepEqual(lessonProgress("x-wing"), { row: PASS, passed: true });
  recordExercise("x-wing", false);
  assert.equal(lessonProgress("x-wing").passed, true); // passed once is passed
  assert.equal(lessonProgress("aic").row, 0);
});
