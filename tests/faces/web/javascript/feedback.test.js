import assert from "node:assert/strict";
import { test } from "node:test";
import { occasionOf } from "../../../../src/nonet/faces/web/static/feedback.js";

const events = (/** @type {string[]} */ ...types) => types.map((type) => ({ type }));

test("the weightiest event decides", () => {
  assert.equal(occasionOf(events("placed")), "placed");
  assert.equal(occasionOf(events("placed", "cleaned", "house-done")), "house");
  assert.equal(occasionOf(events("placed", "rule-broken")), "wrong");
  assert.equal(occasionOf(events("placed", "house-done", "finished")), "solved");
});

test("other events are silent", () => {
  assert.equal(occasionOf(events("noted", "undone")), null);
  assert.equal(occasionOf([]), null);
});
