// As many bars as a level is hard.

import { h } from "./dom.js";

/** The levels, from the easiest to the hardest. */
const LEVELS = ["easy", "medium", "hard", "unfair", "extreme"];

/** @param {string} level */
export function levelDots(level) {
  const rank = LEVELS.indexOf(level);
  const dots = LEVELS.map((_, index) => h("i", { class: index <= rank ? "on" : "" }));
  return h("span", { class: "dots", "aria-hidden": "true" }, ...dots);
}
