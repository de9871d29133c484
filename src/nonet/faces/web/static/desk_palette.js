// The palette of the setter's desk: a button for each kind of rule, the common ones first, and a field to find the others.
// Rules about the whole board are switched on and off here; the others are tools to draw with.

import { button } from "./buttons.js";
import { fill, h, set } from "./dom.js";
import { fieldOf } from "./strokes.js";
import { capital, t } from "./words.js";

/**
 * @import { Palette } from "../api_types.d.ts"
 * @import { Rule, Tool } from "./strokes.js"
 *
 * @typedef {object} PaletteActions
 * @property {(tool: Tool | null) => void} choose  a tool to draw with; null: digits
 * @property {(tool: Tool, fields: Record<string, unknown>) => void} toggle  a rule about the whole board
 *
 * @typedef {{ element: HTMLButtonElement, tool: Tool | null, fields: Record<string, unknown> }} Chip
 */

const COMMON = ["cage", "thermometer", "arrow", "whisper", "renban", "difference", "ratio", "pair_sum", "quadruple"];

export class PalettePanel {
  /** @param {Palette} palette @param {PaletteActions} actions */
  constructor(palette, actions) {
    this.palette = palette;
    this.actions = actions;
    /** @type {Chip[]} */
    this.chips = [];
    this.find = h("input", { class: "input", type: "search", id: "find-rule", autocomplete: "off" });
    this.find.addEventListener("input", () => this.filter());
    this.about = h("p", { class: "soft small tool-about" });
    this.element = h("section", { class: "palette", "aria-labelledby": "palette-title" });
    this.build();
  }

  build() {
    const { tools, families } = this.palette;
    this.chips = [];
    const common = COMMON.flatMap((kind) => tools.filter((tool) => tool.kind === kind));
    const first = [this.chip(null, t("Digits"), {}), ...common.flatMap((tool) => this.chipsOf(tool))];
    const groups = families.map(({ name, title }) => {
      const own = tools.filter((tool) => tool.family === name);
      const chips = h("div", { class: "chip-row" }, ...own.flatMap((tool) => this.chipsOf(tool)));
      return h("details", { class: "family" }, h("summary", { text: title }), chips);
    });
    set(this.find, "placeholder", t("Find a rule"));
    fill(
      this.element,
      h("h2", { id: "palette-title", class: "hidden-text", text: t("Rules to draw") }),
      h("div", { class: "chip-row" }, ...first),
      h("label", { class: "hidden-text", for: "find-rule", text: t("Find a rule") }),
      this.find,
      h("div", { class: "families" }, ...groups),
      this.about,
    );
  }

  /** The buttons of a tool: one, or one for each choice where a rule is switched on. @param {Tool} tool */
  chipsOf(tool) {
    const choice = tool.gesture === "switch" ? tool.fields.find(({ type }) => type === "choice") : undefined;
    if (!choice) return [this.chip(tool, capital(tool.title), {})];
    return choice.choices.map(({ value, title }) =>
      this.chip(tool, `${capital(tool.title)}: ${title}`, { [choice.name]: value }),
    );
  }

  /** @param {Tool | null} tool @param {string} title @param {Record<string, unknown>} fields */
  chip(tool, title, fields) {
    const switches = tool?.gesture === "switch";
    const press = () => {
      if (tool && switches) this.actions.toggle(tool, fields);
      else this.actions.choose(tool);
      if (this.find.value) this.clearFilter();
    };
    const look = switches ? "tool-chip switch-chip" : "tool-chip";
    const element = button(title, { class: look, press, "data-kind": tool?.kind ?? "digits" });
    if (tool) set(element, "title", tool.text);
    this.chips.push({ element, tool, fields });
    return element;
  }

  /** Shows the rules whose name or text has what is typed; all of them if nothing is. */
  filter() {
    const wanted = this.find.value.trim().toLocaleLowerCase(t.language);
    for (const { element, tool } of this.chips) {
      const text = tool ? `${tool.title} ${tool.text} ${tool.kind}`.toLocaleLowerCase(t.language) : "";
      element.hidden = wanted !== "" && !text.includes(wanted);
    }
    for (const family of this.element.querySelectorAll("details")) {
      const some = family.querySelector(".tool-chip:not([hidden])") !== null;
      family.hidden = !some;
      family.open = wanted !== "" && some;
    }
  }

  clearFilter() {
    this.find.value = "";
    this.filter();
  }

  /** @param {Tool | null} current @param {Rule[]} rules */
  show(current, rules) {
    for (const { element, tool, fields } of this.chips) {
      const on =
        tool?.gesture === "switch"
          ? rules.some((rule) => rule.kind === tool.kind && matches(tool, rule, fields))
          : tool?.kind === current?.kind;
      set(element, "aria-pressed", on);
    }
    this.about.textContent = current ? `${current.text} ${t(howTo(current))}` : t("Select cells and type digits.");
  }
}

/** @param {Tool} tool @param {Rule} rule @param {Record<string, unknown>} fields */
function matches(tool, rule, fields) {
  return Object.entries(fields).every(([name, value]) => fieldOf(tool, rule, name) === value);
}

/** How a rule is drawn, in a sentence. @param {Tool} tool */
function howTo({ gesture, fields }) {
  switch (gesture) {
    case "marks":
      return t("Click the cells, or select them and press Enter.");
    case "edge":
      return t("Click between two cells, or select both and press Enter.");
    case "corner":
      return t("Click where four cells meet, or select them and press Enter.");
    case "outside":
    case "diagonal":
      return t("Click beside the board, or draw inwards from its edge.");
    case "groups":
      return t("Draw one group after the other. Choose the rule again to begin another one.");
    case "parts":
      return t("Draw one part after the other.");
    case "arrow":
      return fields.some(({ type }) => type === "circle")
        ? t("Draw from the circle to the tip. Then type 2 or 3 if the circle has several cells.")
        : t("Draw from the circle to the tip.");
    case "form":
      return t("Write this rule as JSON.");
    default:
      return t("Draw over the cells, or select them with Shift and the arrow keys and press Enter.");
  }
}
