// What is drawn on the setter's desk becomes a rule, as JSON: a stroke is a list of cells in the order in which they were
// drawn, and the gesture of the tool says what they mean. The server decides whether the rule makes sense.

import { nameOf, placesOf } from "./places.js";
import { cellsAt, diagonalFrom, inOrder, isOn, lineFrom, pairIn, squareIn, Unfit } from "./stroke_places.js";
import { T, t } from "./words.js";

/**
 * @import { Palette } from "../api_types.d.ts"
 * @import { Places } from "./places.js"
 *
 * @typedef {Palette["tools"][number]} Tool
 * @typedef {{ kind: string, [field: string]: unknown }} Rule
 * @typedef {{ rules: Rule[], current: number }} Drawn  current: the place of the rule that was drawn; -1 if it is gone
 */

const TOO_SHORT = T("Draw over at least {n} cells.");

/** @param {number} cell @param {Places} shape */
export function cellName(cell, shape) {
  const place = placesOf(shape).places[cell];
  return nameOf(cell, shape) ?? `r${Math.floor(place / shape.columns) + 1}c${(place % shape.columns) + 1}`;
}

/**
 * The cell of a name; -1 if it is not on the board.
 * @param {unknown} name
 * @param {Places} shape
 */
export function cellNamed(name, shape) {
  const [, row, column] = (/^r(\d+)c(\d+)$/i.exec(String(name)) ?? []).map(Number);
  if (isOn(row - 1, column - 1, shape)) return cellsAt([(row - 1) * shape.columns + column - 1], shape)[0];
  return placesOf(shape).places.findIndex((_, cell) => nameOf(cell, shape) === String(name).toUpperCase());
}

/**
 * The rules after a stroke. Throws `Unfit` if the stroke cannot be a rule of this kind.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {number[]} cells
 * @param {{ shape: Places, current?: number }} options  current: the rule drawn last, which a stroke may continue
 * @returns {Drawn}
 */
export function draw(tool, rules, cells, { shape, current = -1 }) {
  const { places } = placesOf(shape);
  const names = (/** @type {number[]} */ drawn) => cellsAt(drawn, shape).map((cell) => cellName(cell, shape));
  const stroke = cells.map((cell) => places[cell]);
  switch (tool.gesture) {
    case "marks":
      return marked(tool, rules, names(inOrder(stroke)), names(stroke)[0]);
    case "groups":
      return grouped(tool, rules, names(stroke), current);
    case "parts":
      return inParts(tool, rules, names(stroke), current);
    case "edge":
      return paired(tool, rules, names(pairIn(stroke, shape)), shape);
    case "corner":
      return placed(tool, rules, names(squareIn(stroke, shape)));
    case "outside":
      return placed(tool, rules, names(lineFrom(stroke, shape)));
    case "diagonal":
      return placed(tool, rules, names(diagonalFrom(stroke, shape)));
    case "arrow": {
      const [circle, ...shaft] = names(enough(stroke, 2));
      return added(rules, { kind: tool.kind, circle: [circle], shaft });
    }
    case "line":
      return placed(tool, rules, names(enough(stroke, tool.least)));
    case "cells":
      return placed(tool, rules, names(inOrder(enough(stroke, tool.least))));
    default:
      throw new Unfit("this rule is not drawn");
  }
}

/** @param {number[]} stroke @param {number} least */
function enough(stroke, least) {
  if (stroke.length < least) throw new Unfit(t(TOO_SHORT, { n: least }));
  return stroke;
}

/** @param {Rule[]} rules @param {Rule} rule @returns {Drawn} */
function added(rules, rule) {
  return { rules: [...rules, rule], current: rules.length };
}

/**
 * @param {Rule[]} rules
 * @param {number} place
 * @param {Rule | null} rule  null removes it
 * @returns {Drawn}
 */
function replaced(rules, place, rule) {
  if (rule) return { rules: rules.map((each, index) => (index === place ? rule : each)), current: place };
  return { rules: rules.filter((_, index) => index !== place), current: -1 };
}

/**
 * A rule with one list of cells. Drawing the same again chooses the rule that is there.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {string[]} cells
 */
function placed(tool, rules, cells) {
  const known = rules.findIndex((rule) => rule.kind === tool.kind && same(rule["cells"], cells));
  return known >= 0 ? { rules, current: known } : added(rules, { kind: tool.kind, cells });
}

/**
 * Single cells: all of them are one rule. A stroke that begins at a marked cell removes marks.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {string[]} cells
 * @param {string} first
 */
function marked(tool, rules, cells, first) {
  const place = rules.findIndex((rule) => rule.kind === tool.kind);
  if (place < 0) return added(rules, { kind: tool.kind, cells });
  const before = listed(rules[place]["cells"]);
  const after = before.includes(first)
    ? before.filter((cell) => !cells.includes(cell))
    : [...before, ...cells.filter((cell) => !before.includes(cell))];
  return replaced(rules, place, after.length ? { ...rules[place], cells: after } : null);
}

/**
 * A group for the current rule, or the first of a new one. A group that is drawn again is removed.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {string[]} cells
 * @param {number} current
 */
function grouped(tool, rules, cells, current) {
  const name = tool.cells[0].name;
  const rule = rules[current];
  if (rule?.kind !== tool.kind) return added(rules, { kind: tool.kind, [name]: [cells] });
  const groups = /** @type {string[][]} */ (rule[name] ?? []);
  const others = groups.filter((group) => !same([...group].sort(), [...cells].sort()));
  const after = others.length < groups.length ? others : [...groups, cells];
  return replaced(rules, current, after.length ? { ...rule, [name]: after } : null);
}

/**
 * One stroke for each field: the first that the current rule does not have yet.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {string[]} cells
 * @param {number} current
 */
function inParts(tool, rules, cells, current) {
  const rule = rules[current]?.kind === tool.kind ? rules[current] : null;
  const next = rule && tool.cells.find(({ name }) => rule[name] === undefined);
  const field = next ?? tool.cells[0];
  const value = field.type === "cell" ? cells[0] : cells;
  if (!rule || !next) return added(rules, { kind: tool.kind, [field.name]: value });
  return replaced(rules, current, { ...rule, [field.name]: value });
}

/**
 * A sign between two cells. Drawn again it goes away; drawn the other way round, a sign with a direction turns.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {string[]} cells
 * @param {Places} shape
 */
function paired(tool, rules, cells, shape) {
  const directed = tool.cells[0].type === "path";
  const sorted = [...cells].sort((a, b) => cellNamed(a, shape) - cellNamed(b, shape));
  const wanted = directed ? cells : sorted;
  const known = rules.findIndex(
    (rule) => rule.kind === tool.kind && same([...listed(rule["cells"])].sort(), [...cells].sort()),
  );
  if (known < 0) return added(rules, { kind: tool.kind, cells: wanted });
  return replaced(rules, known, same(rules[known]["cells"], wanted) ? null : { ...rules[known], cells: wanted });
}

// -- rules ----------------------------------------------------------------------------------------------------

/**
 * Whether two lists hold the same.
 * @param {unknown} one
 * @param {unknown} other
 */
export function same(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** @param {unknown} value @returns {string[]} */
function listed(value) {
  return Array.isArray(value) ? value : [];
}

/**
 * The cells that a rule names, each once.
 * @param {Rule} rule
 * @param {Places} shape
 */
export function cellsOf(rule, shape) {
  const { kind: _, ...fields } = rule;
  const found = [JSON.stringify(fields).matchAll(/"([a-z]+\d+(?:c\d+)?)"/gi)].flatMap((each) => [...each]);
  return [...new Set(found.map(([, name]) => cellNamed(name, shape)))].filter((cell) => cell >= 0);
}

/** The rules, where “all marks are given” exempts the marks that are on the board now. @param {Rule[]} rules */
export function withMarks(rules) {
  return rules.map((rule) => (rule.kind === "negative" ? { ...rule, marked: marksFor(rule, rules) } : rule));
}

/** @param {Rule} negative @param {Rule[]} rules */
function marksFor(negative, rules) {
  /** @type {Record<string, [field: string, usual: number | undefined, list: string]>} */
  const kinds = {
    difference: ["difference", 1, "differences"],
    ratio: ["ratio", 2, "ratios"],
    pair_sum: ["sum", undefined, "sums"],
  };
  return rules.flatMap((rule) => {
    const [field, usual, list] = kinds[rule.kind] ?? [];
    const given = field ? (rule[field] ?? usual) : undefined;
    const exempt = list && /** @type {unknown[]} */ (negative[list] ?? []).includes(given);
    return exempt ? [rule["cells"]] : [];
  });
}

/**
 * Switches a rule about the whole board on, or off if it is there.
 * @param {Tool} tool
 * @param {Rule[]} rules
 * @param {Record<string, unknown>} [fields]
 * @returns {Drawn}
 */
export function toggle(tool, rules, fields = {}) {
  const matches = (/** @type {Rule} */ rule) =>
    rule.kind === tool.kind && Object.entries(fields).every(([name, value]) => same(fieldOf(tool, rule, name), value));
  const known = rules.findIndex(matches);
  return known < 0 ? added(rules, { kind: tool.kind, ...fields }) : replaced(rules, known, null);
}

/**
 * The value of a field, or its default.
 * @param {Tool} tool
 * @param {Rule} rule
 * @param {string} name
 */
export function fieldOf(tool, rule, name) {
  return rule[name] ?? tool.fields.find((field) => field.name === name)?.default;
}
