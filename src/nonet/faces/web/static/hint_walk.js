// A hint in steps: a chain link by link, other reasoning line by line. Each step is shown on the board with the part of
// the hint that it speaks of.

import { symbolOf } from "./digits.js";
import { t } from "./words.js";

/**
 * @import { Help } from "../api_types.d.ts"
 * @import { Highlights } from "./hint_overlay.js"
 * @typedef {Help["links"][number]} Link
 * @typedef {Highlights & { text: string }} WalkStep
 */

const ENDS = ["eliminated", "placed"]; // roles of what follows in the end

/**
 * The steps of a hint; none if it has too few parts to be worth it.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @param {number} size  cells in a row
 * @returns {WalkStep[]}
 */
export function walkOf(hint, size) {
  const steps = hint.links.length > 1 ? chainSteps(hint, size) : lineSteps(hint);
  return steps.length > 1 ? steps : [];
}

/**
 * Link by link, and in the end all of it.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @param {number} size
 * @returns {WalkStep[]}
 */
function chainSteps({ lines, links, lights, houses }, size) {
  const steps = links.map((link, place) => {
    const walked = links.slice(0, place + 1);
    const seen = new Set(walked.flatMap(({ start, end }) => [...start, ...end]).map(String));
    return {
      text: linkText(link, size),
      links: walked,
      houses: [],
      lights: lights.filter(({ cell, digit }) => digit !== null && seen.has(String([cell, digit]))),
    };
  });
  const end = lines[lines.length - 1]?.text ?? "";
  return [...steps, { text: end, links, houses, lights }];
}

/**
 * @param {Link} link
 * @param {number} size
 */
function linkText({ start, end, strong }, size) {
  const slots = {
    start: cellNames(start, size),
    end: cellNames(end, size),
    digit: symbolOf(start[0][1]),
    other: symbolOf(end[0][1]),
  };
  return strong
    ? t("If {start} is not {digit}, then {end} is {other}.", slots)
    : t("If {start} is {digit}, then {end} is not {other}.", slots);
}

/**
 * @param {number[][]} candidates
 * @param {number} size
 */
function cellNames(candidates, size) {
  return candidates.map(([cell]) => `r${Math.floor(cell / size) + 1}c${(cell % size) + 1}`).join("/");
}

/**
 * Line by line: what a line names, and, with the last one, what follows.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @returns {WalkStep[]}
 */
function lineSteps({ lines, links, lights, houses }) {
  const last = lines[lines.length - 1];
  const told = lines.filter((line) => line === last || line.cells.length || line.houses.length); // not the name alone
  return told.map((line) => {
    const { text, cells, houses: own } = line;
    if (line === last) return { text, links, houses, lights };
    const named = lights.filter(({ cell, role }) => cells.includes(cell) && !ENDS.includes(role));
    return { text, links: [], houses: own.length ? own : houses, lights: named };
  });
}
