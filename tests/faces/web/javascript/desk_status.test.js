import assert from "node:assert/strict";
import { test } from "node:test";
import { NOTHING } from "../../../../src/nonet/faces/web/static/desk_analysis.js";
import { reasonsOf, restText, verdictOf } from "../../../../src/nonet/faces/web/static/desk_status.js";

/** @import { DeskSolutions } from "../../../../src/nonet/faces/web/api_types.d.ts" */

/**
 * @param {DeskSolutions["kind"]} kind
 * @param {number} count
 * @param {boolean} [complete]
 */
function verdict(kind, count, complete = true) {
  return verdictOf({ ...NOTHING, solutions: { kind, count, complete, solution: null } }, false);
}

test("the number of solutions in words", () => {
  assert.deepEqual(verdict("none", 0), { kind: "none", text: "There is no solution." });
  assert.deepEqual(verdict("one", 1), { kind: "one", text: "There is exactly one solution." });
  assert.equal(verdict("several", 48).text, "48 solutions.");
  assert.equal(verdict("several", 1000, false).text, "More than 1000 solutions.");
  assert.match(verdict("unknown", 0, false).text, /number of solutions is unknown/);
  assert.match(verdict("unknown", 1, false).text, /^There is a solution/);
});

test("the level is told, or that it is unknown", () => {
  /** @type {DeskSolutions} */
  const solutions = { kind: "one", count: 1, complete: true, solution: null };
  const known = { ...NOTHING, busy: true, solutions, candidates: [1] };
  assert.equal(restText(known), "Looking for the path …");
  const path = { level: "easy", text: "Easy.", techniques: [] };
  assert.equal(restText({ ...known, path }), "Easy.");
  assert.match(restText({ ...known, path: { ...path, level: "unknown", text: "" } }), /^The level is unknown/);
});

test("troubles come before everything else", () => {
  const clue = (/** @type {string} */ text) => ({ text, rule: null, cells: [] });
  const check = { words: [], drawing: null, troubles: [clue("Two 4s in row 1."), clue("More.")] };
  assert.equal(verdictOf({ ...NOTHING, check }, false).text, "Two 4s in row 1.");
  assert.deepEqual(reasonsOf({ ...NOTHING, check }), { lead: "", reasons: ["More."] });
  assert.equal(verdictOf({ ...NOTHING, failure: "busy", check }, false).text, "busy");
  assert.equal(verdictOf({ ...NOTHING, busy: true }, true).kind, "");
});

test("clues that exclude each other are listed, one alone is named", () => {
  const clues = ["a", "b"].map((text) => ({ text, rule: 0, cells: [] }));
  const found = (/** @type {typeof clues} */ some, known = true) =>
    reasonsOf({ ...NOTHING, contradiction: { known, clues: some } });
  assert.deepEqual(found(clues).reasons, ["a", "b"]);
  assert.match(found(clues.slice(1)).lead, /b\.$/);
  assert.match(found([], false).lead, /unknown/);
  assert.deepEqual(found([]), { lead: "", reasons: [] });
});
