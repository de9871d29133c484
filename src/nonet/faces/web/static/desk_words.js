// The setter's words about a draft: its title, its author, and the rules in the setter's own words.

import { field } from "./choice.js";
import { fill, h } from "./dom.js";
import { T, t } from "./words.js";

/** @import { About } from "../api_types.d.ts" */

const MOST = 10000; // characters that the server takes
const FIELDS = /** @type {const} */ ([
  ["title", T("Title"), "input"],
  ["author", T("Author"), "input"],
  ["description", T("Rules in your own words"), "textarea"],
]);

export class WordsPanel {
  /** @param {(about: Partial<About>) => void} change */
  constructor(change) {
    this.inputs = FIELDS.map(([name, , tag]) => {
      const input = h(tag, { class: "input", id: `words-${name}`, maxlength: MOST, autocomplete: "off" });
      if (tag === "textarea") input.setAttribute("rows", "5");
      input.addEventListener("input", () => change({ ...this.about, [name]: input.value }));
      return input;
    });
    /** @type {Partial<About>} */
    this.about = {};
    this.summary = h("summary");
    this.fields = h("div", { class: "words-fields" });
    this.element = h("details", { class: "family words-panel" }, this.summary, this.fields);
  }

  translate() {
    this.summary.textContent = t("Title, author, rules");
    fill(this.fields, ...FIELDS.map(([, title], at) => field(this.inputs[at].id, t(title), this.inputs[at])));
  }

  /** @param {Partial<About>} about */
  show(about) {
    this.about = about;
    for (const [at, [name]] of FIELDS.entries()) {
      if (this.inputs[at] !== document.activeElement) this.inputs[at].value = about[name] ?? "";
    }
  }
}
