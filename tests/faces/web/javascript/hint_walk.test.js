import assert from "node:assert/strict";
import { test } from "node:test";
import { walkOf } from "../../../../src/nonet/faces/web/static/hint_walk.js";

const line = (/** @type {string} */ text, /** @type {number[]} */ cells, /** @type {number[]} */ houses) => ({
  text,
  depth: 0,
  cells,
  houses,
  digits: [],
});
const light = (/** @type {number} */ cell, /** @type {number | null} */ digit, /** @type {string} */ role) => ({
  cell,
  digit,
  role,
  label: "",
  shape: "ring",
  colour: "blue",
});

test("a chain is walked link by link, and ends with all of it", () => {
  /** @type {{ start: [number, number][], end: [number, number][], strong: boolean, text: string }[]} */
  const links = [
    { start: [[0, 5]], end: [[1, 5]], strong: true, text: "One link." },
    { start: [[1, 5]], end: [[10, 5]], strong: false, text: "Another." },
  ];
  const lights = [light(0, 5, "off"), light(1, 5, "on"), light(10, 5, "off"), light(9, 5, "eliminated")];
  const steps = walkOf({
    lines: [line("A chain.", [], []), line("So that is not 5.", [9], [])],
    links,
    lights,
    houses: [],
  });
  assert.deepEqual(
    steps.map(({ text }) => text),
    ["One link.", "Another.", "So that is not 5."],
  );
  assert.deepEqual(
    steps.map((step) => [step.links.length, step.lights.length]),
    [
      [1, 2],
      [2, 3],
      [2, 4],
    ],
  );
});

test("other reasoning is walked line by line; what follows is shown last", () => {
  const lines = [line("X-wing:", [], []), line("In row 1 only.", [0, 1], [0]), line("So that is not 5.", [9], [])];
  const lights = [light(0, 5, "base"), light(1, 5, "base"), light(9, 5, "eliminated")];
  const steps = walkOf({ lines, links: [], lights, houses: [0] });
  assert.deepEqual(
    steps.map((step) => step.lights.map(({ cell }) => cell)),
    [
      [0, 1],
      [0, 1, 9],
    ],
  );
});

test("a single line is no walk", () => {
  assert.deepEqual(walkOf({ lines: [line("Look.", [], [])], links: [], lights: [], houses: [] }), []);
});
