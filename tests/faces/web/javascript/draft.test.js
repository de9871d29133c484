import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Draft, puzzleIn } from "../../../../src/nonet/faces/web/static/draft.js";
import { openBrowser } from "./browser.js";

const BOARDS = [{ name: "4x4", shape: { size: 4 } }];

beforeEach(openBrowser);

test("what was typed can be undone and redone", () => {
  const draft = new Draft("4x4", 4);
  draft.write([0, 1], 3);
  draft.write([1], 0);
  draft.write([1], 0); // changes nothing
  assert.deepEqual(draft.values.slice(0, 2), [3, 0]);
  draft.undo();
  assert.deepEqual(draft.values.slice(0, 2), [3, 3]);
  draft.undo();
  draft.undo();
  assert.ok(draft.empty);
  draft.redo();
  assert.deepEqual(draft.values.slice(0, 2), [3, 3]);
  draft.write([2], 1);
  draft.redo(); // there is nothing to redo any more
  assert.deepEqual(draft.values.slice(0, 3), [3, 3, 1]);
});

test("a draft survives the page", () => {
  new Draft("4x4", 4).write([5], 2);
  assert.equal(Draft.kept(BOARDS)?.values[5], 2);
  assert.equal(Draft.kept([]), null);
  Draft.forget();
  assert.equal(Draft.kept(BOARDS), null);
});

test("what is not a draft is not taken for one", () => {
  for (const text of ["x", "[]", '{"board":"4x4","values":[9]}', '{"board":"4x4","values":"1234"}']) {
    localStorage.setItem("nonet.draft", text);
    assert.equal(Draft.kept(BOARDS), null);
  }
});

test("a link contains its puzzle", () => {
  assert.equal(puzzleIn("http://127.0.0.1:8729/#p=4x4:.13.43.2.2.3...."), "4x4:.13.43.2.2.3....");
  assert.equal(puzzleIn("see http://x/#p=4x4%3A.13. and"), "4x4:.13.");
  assert.equal(puzzleIn("53..7...."), "53..7....");
});
