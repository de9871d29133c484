// Puzzles in the address of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { plainPuzzle } from "../../../../src/nonet/faces/web/static/link.js";

test("a plain puzzle says all that is drawn; one with rules does not", () => {
  assert.deepEqual(plainPuzzle("..3"), { layout: "9x9", cells: "..3" });
  assert.deepEqual(plainPuzzle("9x9+x:..3"), { layout: "9x9+x", cells: "..3" });
  for (const other of ["", "rules:eNqN_8", "rules:eNqN-8=", '{"rules": []}', "1 2"])
    assert.equal(plainPuzzle(other), null);
});
