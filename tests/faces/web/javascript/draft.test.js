import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { Draft, emptyContents } from "../../../../src/nonet/faces/web/static/draft.js";
import { puzzleIn } from "../../../../src/nonet/faces/web/static/link.js";
import { DRAFT_SHAPE, NO_WORDS, openBrowser } from "./browser.js";

const BOARD = { name: "small", layout: "4x4", shape: DRAFT_SHAPE };
const PUZZLE = {
  layout: "4x4",
  board: "small",
  board_title: "",
  level: null,
  level_title: null,
  source: "own",
  seed: null,
  shape: DRAFT_SHAPE,
  givens: "1...............",
  clues: 1,
  share: "",
  text: '{"layout":"4x4","givens":"1...............","rules":[]}',
  rules: null,
  about: NO_WORDS,
};
const RULES = {
  title: "Killer",
  words: ["The digits of a cage differ."],
  clues: [],
  drawing: {
    cell: 10,
    under: [],
    over: [],
    around: [],
    margins: /** @type {[number, number, number, number]} */ ([0, 0, 0, 0]),
    insets: [],
  },
};
const PHOTO = {
  clues: 2,
  doubtful: 2,
  doubts: [
    { cell: 3, digit: 1, probability: 0.6, others: [2], detail: "data:image/jpeg;base64,AA==" },
    { cell: 5, digit: 4, probability: 0.5, others: [0] },
  ],
  settled: [],
};

beforeEach(openBrowser);

function draft() {
  return new Draft(emptyContents(BOARD));
}

/** @param {Draft} made */
const rulesOf = (made) => made.contents.variant?.rules ?? null;

/** @param {Draft} made */
const first = (made, count = 3) => made.contents.values.slice(0, count);

test("a puzzle with fog stays as it was pasted: its board does not show all givens", () => {
  const made = draft();
  made.take({ ...PUZZLE, text: "rules:eNpN", rules: RULES }, null);
  made.write([2], 4);
  assert.deepEqual(first(made), [1, 0, 0]);
  assert.deepEqual(made.request, { text: "rules:eNpN" });
});

test("what was typed can be undone and redone", () => {
  const made = draft();
  made.write([0, 1], 3);
  made.write([1], 0);
  made.write([1], 0); // changes nothing
  assert.deepEqual(first(made, 2), [3, 0]);
  made.undo();
  assert.deepEqual(first(made, 2), [3, 3]);
  made.undo();
  made.undo();
  assert.ok(made.empty);
  made.redo();
  assert.deepEqual(first(made, 2), [3, 3]);
  made.write([2], 1);
  made.redo(); // there is nothing to redo any more
  assert.deepEqual(first(made), [3, 3, 1]);
});

test("digits, rules, doubtful cells and a text that is not a puzzle survive the page", () => {
  const made = draft();
  made.take({ ...PUZZLE, rules: RULES }, PHOTO);
  made.write([5], 2);
  made.amend({ text: "12" });
  const kept = Draft.kept();
  assert.deepEqual(kept?.contents, made.contents);
  assert.deepEqual(kept.contents.variant, { text: PUZZLE.text, rules: RULES, about: NO_WORDS });
  assert.deepEqual(kept.contents.photo?.doubts, PHOTO.doubts.slice(0, 1));
  assert.equal(kept.contents.text, "12");
  made.forget();
  assert.equal(Draft.kept(), null);
});

test("undo takes back rules and doubtful cells with the digits", () => {
  const made = draft();
  made.write([1], 4);
  made.take({ ...PUZZLE, rules: RULES }, null);
  made.take(PUZZLE, PHOTO);
  made.check([3]);
  assert.deepEqual(made.contents.photo?.doubts, PHOTO.doubts.slice(1));
  assert.equal(rulesOf(made), null);
  made.undo();
  assert.deepEqual(made.contents.photo, PHOTO);
  made.undo();
  assert.equal(made.contents.photo, null);
  assert.equal(rulesOf(made), RULES);
  made.undo();
  assert.equal(rulesOf(made), null);
  assert.deepEqual(first(made, 2), [0, 4]);
  made.redo();
  assert.equal(rulesOf(made), RULES);
});

test("a pasted text is judged until it has become the puzzle", () => {
  const made = draft();
  made.amend({ text: " 1... " });
  assert.deepEqual(made.request, { text: "1..." });
  made.take(PUZZLE, null);
  assert.deepEqual(made.request, { values: [1, ...Array(15).fill(0)], layout: "4x4" });
  made.undo();
  assert.deepEqual(made.request, null); // not the text, which would be taken over at once
  made.take({ ...PUZZLE, rules: RULES }, null);
  made.write([1], 2);
  assert.equal(JSON.parse(/** @type {{ text: string }} */ (made.request).text).givens, "12..............");
});

test("what is not a draft is not taken for one", () => {
  const wrong = [[9], Array(16).fill(5), "1234"];
  for (const text of ["x", "[]", ...wrong.map((values) => JSON.stringify({ ...draft().contents, values }))]) {
    localStorage.setItem("nonet.draft", text);
    assert.equal(Draft.kept(), null);
  }
});

test("a draft whose parts are not what they should be is not taken for one", () => {
  for (const part of ["layout", "shape", "values", "variant", "photo", "text"])
    for (const value of [undefined, 5, "12", {}]) {
      if (["layout", "text"].includes(part) && value === "12") continue;
      localStorage.setItem("nonet.draft", JSON.stringify({ ...draft().contents, [part]: value }));
      assert.equal(Draft.kept(), null, `${part} ${value}`);
    }
});

test("a link contains its puzzle", () => {
  assert.equal(puzzleIn("http://127.0.0.1:8729/#p=4x4:.13.43.2.2.3...."), "4x4:.13.43.2.2.3....");
  assert.equal(puzzleIn("see http://x/#p=4x4%3A.13. and"), "4x4:.13.");
  assert.equal(puzzleIn("53..7...."), "53..7....");
});

test("a puzzle without rules keeps the words of its setter", () => {
  const made = draft();
  made.take({ ...PUZZLE, text: '{"givens":"1","title":"One"}', about: { ...NO_WORDS, title: "One" } }, null);
  made.write([1], 2);
  assert.equal(JSON.parse(/** @type {{ text: string }} */ (made.request).text).title, "One");
});
