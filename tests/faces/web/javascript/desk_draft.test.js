import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { emptyBoard, VariantDraft } from "../../../../src/nonet/faces/web/static/desk_draft.js";
import { DRAFT_SHAPE, openBrowser } from "./browser.js";

const CAGE = { kind: "cage", cells: ["r1c1", "r1c2"], sum: 3 };

beforeEach(openBrowser);

function draft() {
  return new VariantDraft(emptyBoard("4x4", DRAFT_SHAPE));
}

test("digits and rules are undone and redone in one row", () => {
  const made = draft();
  made.write([0], 1);
  made.change({ rules: [CAGE] });
  made.removeRule(0);
  made.removeRule(0); // changes nothing
  made.undo();
  assert.deepEqual(made.contents.rules, [CAGE]);
  made.undo();
  made.undo();
  made.undo();
  assert.ok(made.empty);
  made.redo();
  made.redo();
  assert.deepEqual(made.contents.rules, [CAGE]);
  assert.equal(made.contents.values[0], 1);
  made.write([0], 1); // the same digit again erases it
  assert.equal(made.contents.values[0], 0);
  assert.equal(made.future.length, 0);
});

test("what the server is asked about", () => {
  const made = draft();
  made.change({ rules: [CAGE] });
  assert.deepEqual(Object.keys(made.request), ["layout", "values", "rules"]);
  made.change({ ruledOut: Array(16).fill(1) });
  assert.equal(made.request.ruled_out?.length, 16);
});

test("a draft survives the page", () => {
  assert.equal(VariantDraft.kept(), null);
  draft().change({ rules: [CAGE] });
  assert.deepEqual(VariantDraft.kept()?.contents.rules, [CAGE]);
});

test("undo and redo survive the page", () => {
  const made = draft();
  made.write([0], 1);
  made.change({ rules: [CAGE] });
  made.write([5], 4);
  made.undo();
  const again = VariantDraft.kept();
  assert.ok(again);
  again.undo();
  again.undo();
  again.undo(); // there is nothing left
  assert.deepEqual(again.contents, emptyBoard("4x4", DRAFT_SHAPE));
  for (let step = 0; step < 4; step++) again.redo();
  assert.deepEqual([again.contents.values[0], again.contents.values[5], again.contents.rules], [1, 4, [CAGE]]);
});

test("steps that lead to no draft are left out", () => {
  const good = { ...emptyBoard("4x4", DRAFT_SHAPE), rules: [CAGE] };
  for (const past of [[{ rules: [] }, { values: [1] }], [{ rules: [5] }], 7, undefined]) {
    localStorage.setItem("nonet.desk", JSON.stringify({ ...good, steps: { past, future: [] } }));
    assert.deepEqual(VariantDraft.kept()?.past, []);
  }
});

test("a full storage keeps the draft without its steps", () => {
  const made = draft();
  const set = mock.method(localStorage, "setItem");
  set.mock.mockImplementation((/** @type {string} */ key, /** @type {string} */ value) => {
    if (value.includes('"steps"')) throw new DOMException("full", "QuotaExceededError");
    return Reflect.apply(Object.getPrototypeOf(localStorage).setItem, localStorage, [key, value]);
  });
  made.change({ rules: [CAGE] });
  assert.deepEqual(VariantDraft.kept()?.contents.rules, [CAGE]);
});

test("what is not a draft is not taken for one", () => {
  const good = { ...emptyBoard("4x4", DRAFT_SHAPE), rules: [CAGE] };
  const bad = [
    { ...good, values: [1] },
    { ...good, rules: [5] },
    { ...good, shape: { size: 4 } },
    { ...good, layout: 4 },
    [],
  ];
  for (const each of bad) {
    localStorage.setItem("nonet.desk", JSON.stringify(each));
    assert.equal(VariantDraft.kept(), null);
  }
  localStorage.setItem("nonet.desk", "{");
  assert.equal(VariantDraft.kept(), null);
});

test("steps back are bounded", () => {
  const made = draft();
  for (let step = 0; step < 400; step++) made.change({ values: [step + 1, ...Array(15).fill(0)] });
  assert.equal(made.past.length, 300);
});
