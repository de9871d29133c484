import assert from "node:assert/strict";
import { test } from "node:test";
import { cornerAt, edgeAt, marginAt, Unfit } from "../../../../src/nonet/faces/web/static/stroke_places.js";
import {
  cellName,
  cellNamed,
  cellsOf,
  draw,
  toggle,
  withMarks,
} from "../../../../src/nonet/faces/web/static/strokes.js";

/** @import { Rule, Tool } from "../../../../src/nonet/faces/web/static/strokes.js" */

/**
 * @param {string} kind
 * @param {Tool["gesture"]} gesture
 * @param {Partial<Tool>} [more]
 * @returns {Tool}
 */
function tool(kind, gesture, more = {}) {
  return {
    kind,
    gesture,
    title: kind,
    text: "",
    family: "",
    cells: [{ name: "cells", type: gesture === "line" ? "path" : "set" }],
    least: 1,
    fields: [],
    ...more,
  };
}

const SHAPE = { rows: 4, columns: 4 };
/*   0  1  2  3
     4  5  6  7
     8  9 10 11
    12 13 14 15  */

/**
 * The rules after strokes, one after another, on an empty 4x4 board.
 * @param {Tool} with_
 * @param {...number[]} strokes
 */
function after(with_, ...strokes) {
  /** @type {{ rules: Rule[], current: number }} */
  let state = { rules: [], current: -1 };
  for (const stroke of strokes) state = draw(with_, state.rules, stroke, { shape: SHAPE, current: state.current });
  return state;
}

test("cells have names, and names have cells", () => {
  for (let cell = 0; cell < 16; cell++) assert.equal(cellNamed(cellName(cell, SHAPE), SHAPE), cell);
  assert.equal(cellName(6, SHAPE), "r2c3");
  for (const name of ["r5c1", "r0c1", "x", 3, null]) assert.equal(cellNamed(name, SHAPE), -1);
});

test("a cage is a group in any order; a thermometer keeps its direction", () => {
  assert.deepEqual(after(tool("cage", "cells"), [5, 1, 0]).rules, [{ kind: "cage", cells: ["r1c1", "r1c2", "r2c2"] }]);
  assert.deepEqual(after(tool("thermometer", "line", { least: 2 }), [5, 1, 0]).rules, [
    { kind: "thermometer", cells: ["r2c2", "r1c2", "r1c1"] },
  ]);
});

test("the same stroke chooses the rule that is there", () => {
  const { rules, current } = after(tool("cage", "cells"), [0, 1], [4, 5], [1, 0]);
  assert.equal(rules.length, 2);
  assert.equal(current, 0);
});

test("a stroke that is too short is refused", () => {
  assert.throws(() => after(tool("thermometer", "line", { least: 2 }), [5]), Unfit);
  assert.throws(() => after(tool("arrow", "arrow"), [5]), Unfit);
});

test("an arrow begins with its circle", () => {
  assert.deepEqual(after(tool("arrow", "arrow"), [0, 1, 6]).rules, [
    { kind: "arrow", circle: ["r1c1"], shaft: ["r1c2", "r2c3"] },
  ]);
});

test("marks gather in one rule, and go where a stroke begins at one", () => {
  const odd = tool("odd", "marks");
  assert.deepEqual(after(odd, [0], [5, 6]).rules, [{ kind: "odd", cells: ["r1c1", "r2c2", "r2c3"] }]);
  assert.deepEqual(after(odd, [0], [5, 6], [5, 0]).rules, [{ kind: "odd", cells: ["r2c3"] }]);
  assert.deepEqual(after(odd, [0], [0]), { rules: [], current: -1 });
});

test("groups gather in the current rule; a group drawn again goes", () => {
  const groups = tool("same_digits", "groups", { cells: [{ name: "groups", type: "groups" }] });
  assert.deepEqual(after(groups, [0, 1], [4, 5]).rules, [
    {
      kind: "same_digits",
      groups: [
        ["r1c1", "r1c2"],
        ["r2c1", "r2c2"],
      ],
    },
  ]);
  assert.deepEqual(after(groups, [0, 1], [4, 5], [1, 0]).rules[0]["groups"], [["r2c1", "r2c2"]]);
});

test("a rule of several parts takes one stroke for each", () => {
  const parts = tool("count_distinct", "parts", {
    cells: [
      { name: "cell", type: "cell" },
      { name: "cells", type: "set" },
    ],
  });
  const { rules } = after(parts, [0], [5, 6], [3]);
  assert.deepEqual(rules, [
    { kind: "count_distinct", cell: "r1c1", cells: ["r2c2", "r2c3"] },
    { kind: "count_distinct", cell: "r1c4" },
  ]);
});

test("a dot is between neighbours, and goes when it is drawn again", () => {
  const dot = tool("difference", "edge");
  assert.deepEqual(after(dot, [5, 4]).rules, [{ kind: "difference", cells: ["r2c1", "r2c2"] }]);
  assert.deepEqual(after(dot, [5, 4], [4, 5]).rules, []);
  for (const stroke of [[0], [0, 5], [0, 1, 2], [3, 4]]) assert.throws(() => after(dot, stroke), Unfit);
});

test("a sign with a direction turns before it goes", () => {
  const greater = tool("greater", "edge", { cells: [{ name: "cells", type: "path" }] });
  assert.deepEqual(after(greater, [5, 4]).rules[0]["cells"], ["r2c2", "r2c1"]);
  assert.deepEqual(after(greater, [5, 4], [4, 5]).rules[0]["cells"], ["r2c1", "r2c2"]);
  assert.deepEqual(after(greater, [5, 4], [5, 4]).rules, []);
});

test("a quadruple is where four cells meet", () => {
  const quadruple = tool("quadruple", "corner");
  assert.deepEqual(after(quadruple, [6, 5, 9, 10]).rules[0]["cells"], ["r2c2", "r2c3", "r3c2", "r3c3"]);
  for (const stroke of [[0], [0, 1, 2, 3], [3, 4, 7, 8]]) assert.throws(() => after(quadruple, stroke), Unfit);
});

test("a clue outside reads its line from the edge at which the stroke begins", () => {
  const sandwich = tool("sandwich", "outside", { cells: [{ name: "cells", type: "path" }] });
  const line = (/** @type {number[]} */ ...stroke) =>
    /** @type {string[]} */ (after(sandwich, stroke).rules[0]["cells"]).map((name) => cellNamed(name, SHAPE));
  assert.deepEqual(line(1, 5), [1, 5, 9, 13]);
  assert.deepEqual(line(13, 9, 5), [13, 9, 5, 1]);
  assert.deepEqual(line(4, 5), [4, 5, 6, 7]);
  assert.deepEqual(line(0, 1), [0, 1, 2, 3]);
  assert.deepEqual(line(0, 4), [0, 4, 8, 12]);
  assert.deepEqual(line(15, 14), [15, 14, 13, 12]);
  assert.deepEqual(line(7), [7, 6, 5, 4]); // one cell is enough, except in a corner
  for (const stroke of [[0], [5], [5, 6], [1, 0], [5, 1]]) assert.throws(() => line(...stroke), Unfit);
});

test("a little killer follows the diagonal", () => {
  const killer = tool("little_killer", "diagonal", { cells: [{ name: "cells", type: "path" }] });
  const line = (/** @type {number[]} */ ...stroke) =>
    /** @type {string[]} */ (after(killer, stroke).rules[0]["cells"]).map((name) => cellNamed(name, SHAPE));
  assert.deepEqual(line(2, 5), [2, 5, 8]);
  assert.deepEqual(line(2, 1, 5), [2, 5, 8]); // with the keyboard: left, down
  assert.deepEqual(line(2, 7), [2, 7]);
  assert.deepEqual(line(12, 9), [12, 9, 6, 3]);
  for (const stroke of [[2], [1, 2], [5, 8], [5, 10]]) assert.throws(() => line(...stroke), Unfit);
});

test("rules about the board are switched on and off", () => {
  const knight = tool("anti_knight", "switch", { cells: [] });
  const on = toggle(knight, []);
  assert.deepEqual(on.rules, [{ kind: "anti_knight" }]);
  assert.deepEqual(toggle(knight, on.rules).rules, []);
  const choices = { value: "rising", title: "" };
  const field = { name: "direction", title: "", type: /** @type {const} */ ("choice"), required: false };
  const diagonal = tool("diagonal", "switch", { fields: [{ ...field, default: "rising", choices: [choices] }] });
  const imported = [{ kind: "diagonal" }]; // the default is left out
  assert.deepEqual(toggle(diagonal, imported, { direction: "rising" }).rules, []);
  assert.equal(toggle(diagonal, imported, { direction: "falling" }).rules.length, 2);
});

test("the cells of a rule, whatever its fields are called", () => {
  assert.deepEqual(cellsOf({ kind: "arrow", circle: ["r1c1"], shaft: ["r1c2", "r2c2"] }, SHAPE), [0, 1, 5]);
  const inner = { kind: "cage", cells: ["r4c4", "r9c9"] };
  assert.deepEqual(cellsOf({ kind: "either", rules: [inner, inner] }, SHAPE), [15]);
  assert.deepEqual(cellsOf({ kind: "anti_knight" }, SHAPE), []);
});

test("all marks are given, except those on the board", () => {
  const rules = [
    { kind: "negative", differences: [1], sums: [5] },
    { kind: "difference", cells: ["r1c1", "r1c2"] },
    { kind: "difference", cells: ["r2c1", "r2c2"], difference: 3 },
    { kind: "pair_sum", cells: ["r3c1", "r3c2"], sum: 5 },
    { kind: "ratio", cells: ["r4c1", "r4c2"] },
  ];
  assert.deepEqual(withMarks(rules)[0]["marked"], [
    ["r1c1", "r1c2"],
    ["r3c1", "r3c2"],
  ]);
  assert.deepEqual(withMarks(rules).slice(1), rules.slice(1));
});

test("a click near an edge means its two cells", () => {
  assert.deepEqual(edgeAt(1.9, 1.5, SHAPE), [5, 6]);
  assert.deepEqual(edgeAt(2.1, 1.5, SHAPE), [6, 5]);
  assert.deepEqual(edgeAt(1.5, 1.05, SHAPE), [5, 1]);
  for (const [x, y] of [
    [1.5, 1.5],
    [0.1, 1.5],
    [3.9, 0.5],
  ]) {
    assert.equal(edgeAt(x, y, SHAPE), null);
  }
});

test("a click near a corner means its four cells", () => {
  assert.deepEqual(cornerAt(2.1, 1.9, SHAPE), [5, 6, 9, 10]);
  for (const [x, y] of [
    [1.5, 1.5],
    [0.1, 0.1],
    [4, 2],
  ]) {
    assert.equal(cornerAt(x, y, SHAPE), null);
  }
});

test("a click beside the board means the line that begins there", () => {
  assert.deepEqual(marginAt(1.5, -0.5, SHAPE, false), [1, 5]);
  assert.deepEqual(marginAt(4.5, 1.5, SHAPE, false), [7, 6]);
  assert.deepEqual(marginAt(-0.2, 3.5, SHAPE, false), [12, 13]);
  assert.deepEqual(marginAt(1.9, -0.5, SHAPE, true), [2, 7]); // to the right
  assert.deepEqual(marginAt(2.1, -0.5, SHAPE, true), [1, 4]); // to the left
  assert.deepEqual(marginAt(-0.5, -0.5, SHAPE, true), [0, 5]);
  for (const [x, y] of [
    [1.5, 1.5],
    [-0.5, -0.5],
    [1.5, -1.5],
  ]) {
    assert.equal(marginAt(x, y, SHAPE, false), null);
  }
});

test("places without a cell, and cells beside the board", () => {
  //     0  1  .  .
  //     2  3  4  5
  //     .  .  .  .       6 and 7 are called A1 and A2
  //     6  7  .  .
  const open = { rows: 4, columns: 4, places: [0, 1, 4, 5, 6, 7, 12, 13], names: ["A1", "A2"] };
  assert.deepEqual(
    [1, 4, 7].map((cell) => cellName(cell, open)),
    ["r1c2", "r2c3", "A2"],
  );
  assert.deepEqual(
    ["r1c2", "r2c3", "a2", "r1c3", "r4c1", "B1"].map((name) => cellNamed(name, open)),
    [1, 4, 7, -1, -1, -1],
  );
  assert.deepEqual(cellsOf({ kind: "cage", cells: ["r2c4", "A1"], sum: 3 }, open), [5, 6]);
  assert.deepEqual(edgeAt(2.95, 1.5, open), [4, 5]);
  assert.equal(edgeAt(2.5, 1.05, open), null);
  assert.deepEqual(cornerAt(1, 1, open), [0, 1, 2, 3]);
  assert.equal(cornerAt(2, 1, open), null);
  assert.deepEqual(marginAt(4.5, 1.5, open, false), [5, 4]);
  const line = tool("thermometer", "line", { least: 2 });
  assert.deepEqual(draw(line, [], [3, 4, 6], { shape: open }).rules[0], {
    kind: "thermometer",
    cells: ["r2c2", "r2c3", "A1"],
  });
  const sandwich = tool("sandwich", "outside", { cells: [{ name: "cells", type: "path" }] });
  assert.deepEqual(draw(sandwich, [], [5, 4], { shape: open }).rules[0]["cells"], ["r2c4", "r2c3", "r2c2", "r2c1"]);
});

test("boards with fewer rows than columns", () => {
  const wide = { rows: 2, columns: 4 };
  assert.deepEqual([cellName(6, wide), cellNamed("r2c3", wide), cellNamed("r3c1", wide)], ["r2c3", 6, -1]);
  assert.deepEqual(edgeAt(3.5, 0.95, wide), [3, 7]);
  assert.equal(edgeAt(3.5, 1.95, wide), null);
  assert.deepEqual(cornerAt(3.1, 1.1, wide), [2, 3, 6, 7]);
  assert.equal(cornerAt(2, 2, wide), null);
  assert.deepEqual(marginAt(4.5, 1.5, wide, false), [7, 6]);
  assert.deepEqual(marginAt(2.5, 2.5, wide, false), [6, 2]);
});
