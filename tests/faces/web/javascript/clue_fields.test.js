import assert from "node:assert/strict";
import { test } from "node:test";
import {
  clueOf,
  fieldText,
  parsedField,
  typed,
  Unreadable,
} from "../../../../src/nonet/faces/web/static/clue_fields.js";

/**
 * @import { ToolField } from "../../../../src/nonet/faces/web/static/clue_fields.js"
 * @import { Tool } from "../../../../src/nonet/faces/web/static/strokes.js"
 */

/**
 * @param {ToolField["type"]} type
 * @param {string} [name]
 * @returns {ToolField}
 */
function field(type, name = "clue") {
  return { name, title: name, type, required: false, default: null, choices: [] };
}

/**
 * @param {...ToolField} fields
 * @returns {Tool}
 */
function tool(...fields) {
  return { kind: "cage", title: "cage", text: "", family: "cages", gesture: "cells", cells: [], least: 1, fields };
}

test("what is typed into the form, and how it is shown", () => {
  /** @type {[ToolField["type"], string, unknown][]} */
  const cases = [
    ["number", "15", 15],
    ["number", "-3", -3],
    ["numbers", "6, 8", [6, 8]],
    ["digits", "1 2", [1, 2]],
    [
      "number_pairs",
      "1 2, 1 3",
      [
        [1, 2],
        [1, 3],
      ],
    ],
    ["text", "(12)*", "(12)*"],
    ["flag", "true", true],
  ];
  for (const [type, text, value] of cases) {
    assert.deepEqual(parsedField(field(type), text, 9), value);
    assert.deepEqual(parsedField(field(type), fieldText(field(type), value), 9), value);
  }
  assert.deepEqual(parsedField(field("digits"), "129", 9), [1, 2, 9]);
  assert.deepEqual(parsedField(field("digits"), "12 9", 16), [12, 9]);
  assert.equal(parsedField(field("number"), " ", 9), undefined);
  for (const text of ["x", "1.5", "1e3", "12345678901"]) {
    assert.throws(() => parsedField(field("number"), text, 9), Unreadable);
  }
});

test("digits on the board go to the clue of the rule", () => {
  const cage = tool(field("number", "sum"));
  const press = (/** @type {(number | null)[]} */ ...digits) =>
    digits.reduce((rule, digit) => typed(cage, rule, digit), /** @type {any} */ ({ kind: "cage" }));
  assert.equal(press(1, 5).sum, 15);
  assert.equal(press(1, 0).sum, 10);
  assert.equal(press(1, 5, null).sum, 1);
  assert.ok(!("sum" in press(1, 5, null, null, null)));
  const quadruple = tool(field("digits", "digits"));
  const one = typed(quadruple, { kind: "quadruple" }, 3);
  assert.deepEqual(typed(quadruple, one, 4)["digits"], [3, 4]);
  assert.ok(!("digits" in typed(quadruple, one, null)));
  assert.deepEqual(typed(tool(), { kind: "cage" }, 4), { kind: "cage" });
});

test("a digit on the board is the number of cells in the circle of an arrow", () => {
  const choices = ["1", "2", "3"].map((value) => ({ value, title: `${value} cells` }));
  const arrows = tool({ ...field("circle", "circle"), default: 1, choices });
  const arrow = { kind: "arrow", circle: ["r1c1"], shaft: ["r1c2", "r1c3"] };
  const pill = typed(arrows, arrow, 2);
  assert.deepEqual(pill["circle"], ["r1c1", "r1c2"]);
  assert.equal(clueOf(arrows, pill), "2 cells");
  assert.equal(clueOf(arrows, arrow), "");
  assert.deepEqual(typed(arrows, pill, null), arrow);
  assert.deepEqual(typed(arrows, pill, 0), pill);
  for (const count of [3, 4]) assert.throws(() => typed(arrows, arrow, count), Unreadable); // no shaft; too many
});

test("the clue of a rule in short", () => {
  const choice = { ...field("choice", "axis"), choices: [{ value: "row", title: "rows" }] };
  assert.equal(clueOf(tool(field("number", "sum"), choice), { kind: "x", sum: 7, axis: "row" }), "7; rows");
  assert.equal(clueOf(tool(field("number", "sum")), { kind: "x" }), "");
});
