// A hint in steps: a chain link by link, other reasoning line by line. Each step is shown on the board with the part of
// the hint that it is about.

/**
 * @import { Help } from "../api_types.d.ts"
 * @import { Highlights } from "./hint_overlay.js"
 * @typedef {Highlights & { text: string }} WalkStep
 */

const ENDS = ["eliminated", "placed"]; // roles of what follows in the end

/**
 * The steps of a hint; none if it has too few parts to be worth it.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @returns {WalkStep[]}
 */
export function walkOf(hint) {
  const steps = hint.links.length > 1 ? chainSteps(hint) : lineSteps(hint);
  return steps.length > 1 ? steps : [];
}

/**
 * Link by link, and in the end all of it.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @returns {WalkStep[]}
 */
function chainSteps({ lines, links, lights, houses }) {
  const steps = links.map((link, place) => {
    const walked = links.slice(0, place + 1);
    const seen = new Set(walked.flatMap(({ start, end }) => [...start, ...end]).map(String));
    return {
      text: link.text,
      links: walked,
      houses: [],
      lights: lights.filter(({ cell, digit }) => digit !== null && seen.has(String([cell, digit]))),
    };
  });
  const end = lines[lines.length - 1]?.text ?? "";
  return [...steps, { text: end, links, houses, lights }];
}

/**
 * Line by line: what a line names, and, with the last one, what follows.
 * @param {Pick<Help, "lines" | "links" | "lights" | "houses">} hint
 * @returns {WalkStep[]}
 */
function lineSteps({ lines, links, lights, houses }) {
  const last = lines[lines.length - 1];
  const worthwhile = lines.filter((line) => line === last || line.cells.length || line.houses.length); // not the name alone
  return worthwhile.map((line) => {
    const { text, cells, houses: own } = line;
    if (line === last) return { text, links, houses, lights };
    const named = lights.filter(({ cell, role }) => cells.includes(cell) && !ENDS.includes(role));
    return { text, links: [], houses: own.length ? own : houses, lights: named };
  });
}
