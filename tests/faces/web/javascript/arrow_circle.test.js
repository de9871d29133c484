import assert from "node:assert/strict";
import { test } from "node:test";
import { circleOf, withCircle } from "../../../../src/nonet/faces/web/static/arrow_circle.js";

/*  r1c1 r1c2 r1c3 r1c4
    r2c1 r2c2 r2c3 r2c4  */

test("the first cells of an arrow become its circle, and come back", () => {
  const arrow = { kind: "arrow", circle: ["r1c1"], shaft: ["r1c2", "r1c3", "r2c4"] };
  const two = withCircle(arrow, 2);
  assert.deepEqual(two, { kind: "arrow", circle: ["r1c1", "r1c2"], shaft: ["r1c3", "r2c4"] });
  assert.equal(circleOf(withCircle(two, 3) ?? arrow).length, 3);
  assert.deepEqual(withCircle(two, 1), arrow);
});

test("a circle is read left to right, whichever end the shaft leaves", () => {
  const arrow = { kind: "arrow", circle: ["r1c4"], shaft: ["r1c3", "r1c2", "r2c1"] };
  const three = withCircle(arrow, 3);
  assert.deepEqual(three, { kind: "arrow", circle: ["r1c2", "r1c3", "r1c4"], shaft: ["r2c1"] });
  assert.deepEqual(withCircle(three, 2), { kind: "arrow", circle: ["r1c3", "r1c4"], shaft: ["r1c2", "r2c1"] });
  assert.deepEqual(withCircle(three, 1), arrow);
});

test("a circle is straight and leaves a shaft; rows above 9 are numbers", () => {
  assert.equal(withCircle({ kind: "arrow", circle: ["r1c1"], shaft: ["r1c2"] }, 2), null);
  assert.equal(withCircle({ kind: "arrow", circle: ["r1c1"], shaft: ["r2c2", "r3c3"] }, 2), null);
  assert.deepEqual(withCircle({ kind: "arrow", circle: ["r10c1"], shaft: ["r9c1", "r8c1"] }, 2)?.["circle"], [
    "r9c1",
    "r10c1",
  ]);
});
