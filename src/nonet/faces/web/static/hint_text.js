// The text of a hint: sentences run together, lines of chains and proofs below each other, long cases folded.

import { h } from "./dom.js";
import { tn } from "./words.js";

/**
 * @import { Help } from "../api_types.d.ts"
 * @typedef {Help["lines"][number]} Line
 * @typedef {{ line: Line, inner: Tree[], count: number }} Tree  a line, and the deeper ones that belong to it
 */

const SHORT = 3; // cases of no more lines than these are not folded

/** The elements that show the lines. @param {Line[]} lines */
export function hintText(lines) {
  /** @type {HTMLElement[]} */
  const shown = [];
  let running = "";
  for (const tree of trees(lines)) {
    if (tree.line.depth === 0) {
      running = running ? `${running} ${tree.line.text}` : tree.line.text;
      continue;
    }
    if (running) shown.push(h("p", { text: running }));
    running = "";
    shown.push(shownTree(tree));
  }
  if (running) shown.push(h("p", { text: running }));
  return shown;
}

/**
 * The lines as trees: a line is the head of the deeper ones that follow it.
 * @param {Line[]} lines
 * @returns {Tree[]}
 */
export function trees(lines) {
  /** @type {Tree[]} */
  const found = [];
  let place = 0;
  while (place < lines.length) {
    const line = lines[place];
    let end = place + 1;
    while (end < lines.length && line.depth > 0 && lines[end].depth > line.depth) end++;
    found.push({ line, inner: trees(lines.slice(place + 1, end)), count: end - place - 1 });
    place = end;
  }
  return found;
}

/**
 * A line, with what belongs to it: folded if it is long, with the number of lines and the last one in the head.
 * @param {Tree} tree
 * @returns {HTMLElement}
 */
function shownTree({ line, inner, count }) {
  if (count === 0) return h("p", { class: "deeper", text: line.text });
  const below = h("div", { class: "below" }, ...inner.map(shownTree));
  if (count <= SHORT) return h("div", { class: "deeper" }, h("p", { text: line.text }), below);
  const end = inner[inner.length - 1].line.text;
  const folded = h("span", { class: "folded", text: `${tn("… {n} line …", "… {n} lines …", count)} ${end}` });
  return h("details", { class: "deeper" }, h("summary", {}, `${line.text} `, folded), below);
}
