import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { emptyBoard, VariantDraft } from "../../../../src/nonet/faces/web/static/desk_draft.js";
import { DeskEditor } from "../../../../src/nonet/faces/web/static/desk_editor.js";
import { DRAFT_SHAPE, openBrowser } from "./browser.js";

/** @import { Tool } from "../../../../src/nonet/faces/web/static/strokes.js" */

/**
 * @param {string} kind
 * @param {Tool["gesture"]} gesture
 * @param {Tool["fields"]} [fields]
 * @returns {Tool}
 */
function tool(kind, gesture, fields = []) {
  return {
    kind,
    gesture,
    title: kind,
    text: "",
    family: "",
    cells: [{ name: "cells", type: "set" }],
    least: 1,
    fields,
  };
}

const SUM = /** @type {const} */ ({ name: "sum", title: "Sum", type: "number", required: true, default: null });
const CAGE = tool("cage", "cells", [{ ...SUM, choices: [] }]);
const ODD = tool("odd", "marks");
const KNIGHT = tool("anti_knight", "switch");
const EITHER = tool("either", "form");

beforeEach(openBrowser);

/** An editor of an empty board, and what it says. */
function editing() {
  /** @type {string[]} */
  const said = [];
  let changes = 0;
  const tools = new Map([CAGE, ODD, KNIGHT, EITHER].map((each) => [each.kind, each]));
  const events = { changed: () => changes++, say: (/** @type {string} */ text) => said.push(text) };
  const editor = new DeskEditor(new VariantDraft(emptyBoard("4x4", DRAFT_SHAPE)), tools, events);
  return { editor, said, changes: () => changes };
}

test("without a tool, digits are givens; with a rule, they are its clue", () => {
  const { editor, said } = editing();
  editor.digit(3, [0, 1]);
  assert.deepEqual(editor.draft.contents.values.slice(0, 3), [3, 3, 0]);
  editor.choose(CAGE);
  editor.digit(4, [0]); // there is no rule yet
  assert.equal(editor.draft.contents.values[0], 3);
  assert.ok(editor.draw([4, 5]));
  assert.match(said.at(-1) ?? "", /Sum/);
  editor.digit(1, [0]);
  editor.digit(0, [0]);
  assert.deepEqual(editor.rules, [{ kind: "cage", cells: ["r2c1", "r2c2"], sum: 10 }]);
  assert.equal(said.at(-1), "Cage: 10");
  editor.digit(null, [0]);
  assert.equal(editor.rules[0]["sum"], 1);
});

test("a stroke that fits nothing is refused, and changes nothing", () => {
  const { editor, said, changes } = editing();
  editor.choose(tool("difference", "edge"));
  assert.ok(!editor.draw([0, 5]));
  assert.equal(changes(), 0);
  assert.match(said.at(-1) ?? "", /share an edge/);
  assert.ok(!editor.draw([]));
});

test("rules are chosen again, removed and undone", () => {
  const { editor } = editing();
  editor.choose(CAGE);
  editor.draw([0, 1]);
  editor.draw([4, 5]);
  assert.equal(editor.ruleAt(1), 0);
  assert.equal(editor.ruleAt(9), -1);
  assert.deepEqual(editor.chooseRule(0), [0, 1]);
  editor.removeRule(0);
  assert.equal(editor.rules.length, 1);
  assert.equal(editor.current, -1);
  editor.step("undo");
  assert.equal(editor.rules.length, 2);
  editor.choose(null);
  assert.equal(editor.ruleAt(1), -1);
});

test("switches go on and off and keep the tool; a rule without a drawing begins as JSON", () => {
  const { editor } = editing();
  editor.choose(ODD);
  editor.switch(KNIGHT, {});
  assert.deepEqual(editor.rules, [{ kind: "anti_knight" }]);
  editor.chooseRule(0);
  assert.equal(editor.tool?.kind, "odd");
  editor.switch(KNIGHT, {});
  assert.deepEqual(editor.rules, []);
  editor.choose(EITHER);
  assert.deepEqual(editor.rules, [{ kind: "either", rules: [] }]);
  assert.equal(editor.current, 0);
});
