// The path of a draft: the techniques that solve it, the hardest first. A press on one shows its first step on the board, another
// press its next one.

import { button } from "./buttons.js";
import { fill, h, set } from "./dom.js";
import { hintText } from "./hint_text.js";
import { capital, t, tn } from "./words.js";

/** @import { DeskPath, Help } from "../api_types.d.ts" */

export class PathPanel {
  /** @param {(step: number) => unknown} choose  shows a step; 0: the draft again */
  constructor(choose) {
    this.choose = choose;
    this.current = 0;
    /** @type {DeskPath | null} */
    this.path = null;
    /** @type {Help | null} */
    this.help = null;
    this.summary = h("summary");
    this.list = h("ul", { class: "path-list" });
    this.reasoning = h("div", { class: "hint-text" });
    const body = h("div", { class: "path-body" }, this.list, this.reasoning);
    this.element = h("details", { class: "family path-panel", hidden: true }, this.summary, body);
  }

  /**
   * @param {DeskPath | null} path
   * @param {number} current  the step on the board, or 0
   * @param {Help | null} help  about that step
   */
  show(path, current, help) {
    const techniques = path?.techniques ?? [];
    const count = techniques.reduce((sum, { steps }) => sum + steps.length, 0);
    this.element.hidden = !count;
    this.summary.textContent = tn("The path: {n} step", "The path: {n} steps", count);
    this.current = current;
    if (path !== this.path) fill(this.list, ...techniques.map((technique) => this.item(technique)));
    for (const [place, { steps }] of techniques.entries()) {
      set(this.list.children[place].children[0], "aria-pressed", steps.includes(current));
    }
    if (help !== this.help) fill(this.reasoning, ...(help ? this.explanation(help, count) : []));
    this.path = path;
    this.help = help;
  }

  /** @param {DeskPath["techniques"][number]} technique */
  item({ name, steps }) {
    const next = () => this.choose(steps.find((step) => step > this.current) ?? steps[0]);
    return h("li", {}, button(`${capital(name)} × ${steps.length}`, { class: "tool-chip", press: next }));
  }

  /** @param {Help} help @param {number} count */
  explanation({ lines }, count) {
    const title = h("strong", { text: t("Step {n} of {all}", { n: this.current, all: count }) });
    const press = () => this.choose(0);
    const close = button("", { icon: "close", label: t("Close the hint"), press });
    return [h("div", { class: "path-head" }, title, close), ...hintText(lines)];
  }
}
