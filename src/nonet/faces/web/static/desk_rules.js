// The rules of a draft: a list of them, each with what is wrong with it, and a form for the clue of the current one.

import { button } from "./buttons.js";
import { clueOf, fieldText, fieldValue, parsedField, Unreadable, withField } from "./clue_fields.js";
import { fill, h, set } from "./dom.js";
import { cellName, cellsOf } from "./strokes.js";
import { capital, t } from "./words.js";

/**
 * @import { DeskCheck, Shape } from "../api_types.d.ts"
 * @import { ToolField } from "./clue_fields.js"
 * @import { Rule, Tool } from "./strokes.js"
 *
 * @typedef {object} RuleActions
 * @property {(place: number) => void} choose
 * @property {(place: number) => void} remove
 * @property {(place: number, rule: Rule) => void} change
 *
 * @typedef {object} RulesShown
 * @property {Rule[]} rules
 * @property {number} current  -1 if there is none
 * @property {DeskCheck | null} check
 * @property {Shape} shape  of the board
 * @property {number[]} blamed  the rules that exclude each other
 */

const MOST_CELLS = 4; // of a rule that are named in the list

export class RulesPanel {
  /**
   * @param {Map<string, Tool>} tools  by kind
   * @param {RuleActions} actions
   */
  constructor(tools, actions) {
    this.tools = tools;
    this.actions = actions;
    this.formOf = ""; // the rule that the form is for
    /** @type {Rule | undefined} */
    this.rule = undefined;
    this.place = -1; // of the rule
    /** @type {Shape | null} */
    this.shape = null;
    /** @type {HTMLTextAreaElement | undefined} */
    this.json = undefined;
    /** @type {{ field: ToolField, input: HTMLInputElement | HTMLSelectElement }[]} */
    this.inputs = [];
    /** The form stands by itself, near the board. */
    this.form = h("form", { class: "clue-form", on: { submit: (event) => event.preventDefault() } });
    this.refusal = h("p", { class: "trouble", role: "alert" });
    this.list = h("ul", { class: "rule-list" });
    this.words = h("ul", { class: "rule-words" });
    this.head = h("h2", { id: "rules-title" });
    this.element = h("section", { class: "rules-panel", "aria-labelledby": "rules-title" });
    this.translate();
  }

  translate() {
    this.formOf = "";
    const words = h("details", { class: "family" }, h("summary", { text: t("The rules in words") }), this.words);
    fill(this.element, this.head, this.list, words);
  }

  /** @param {RulesShown} shown */
  show(shown) {
    const { rules, check } = shown;
    this.head.textContent = rules.length ? t("Rules ({n})", { n: rules.length }) : t("No rules yet");
    this.showForm(shown);
    this.showList(shown);
    const sentences = new Set((check?.words ?? []).filter(Boolean));
    fill(this.words, ...[...sentences].map((text) => h("li", { text })));
  }

  /** @param {Rule} rule */
  titleOf({ kind }) {
    return capital(this.tools.get(kind)?.title ?? kind.replaceAll("_", " "));
  }

  // -- the list -----------------------------------------------------------------------------------------------

  /** @param {RulesShown} shown */
  showList(shown) {
    const focused = document.activeElement;
    const name = focused instanceof HTMLElement && this.list.contains(focused) ? focused.dataset["name"] : undefined;
    fill(this.list, ...shown.rules.map((rule, place) => this.item(rule, place, shown)));
    const again = name && this.list.querySelector(`[data-name="${name}"]`);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }

  /** @param {Rule} rule @param {number} place @param {RulesShown} shown */
  item(rule, place, { current, check, shape, blamed }) {
    const tool = this.tools.get(rule.kind);
    const clue = tool ? clueOf(tool, rule) : "";
    const cells = cellsOf(rule, shape).map((cell) => cellName(cell, shape));
    const where =
      cells.length > MOST_CELLS ? `${cells.slice(0, MOST_CELLS - 1).join(" ")} … ${cells.at(-1)}` : cells.join(" ");
    const troubles = check && check.words.length > place ? check.troubles.filter((each) => each.rule === place) : [];
    const choose = h(
      "button",
      {
        type: "button",
        class: "rule-choose",
        "data-name": `rule-${place}`,
        "aria-pressed": String(place === current),
        on: { click: () => this.actions.choose(place) },
      },
      h("strong", { text: clue ? `${this.titleOf(rule)}: ${clue}` : this.titleOf(rule) }),
      where && h("span", { class: "soft small", text: where }),
    );
    const remove = button("", {
      icon: "bin",
      label: t("Delete: {what}", { what: `${this.titleOf(rule)} ${where}` }),
      "data-name": `remove-${place}`,
      press: () => this.actions.remove(place),
    });
    const wrong = troubles.length > 0 || blamed.includes(place);
    return h(
      "li",
      { class: wrong ? "rule wrong" : "rule" },
      h("div", { class: "rule-line" }, choose, remove),
      ...troubles.map(({ text }) => h("p", { class: "trouble small", text })),
    );
  }

  // -- the form -----------------------------------------------------------------------------------------------

  /** @param {RulesShown} shown */
  showForm({ rules, current, shape }) {
    const rule = rules[current];
    this.place = current;
    this.rule = rule;
    this.shape = shape;
    this.buildForm(rule ? this.tools.get(rule.kind) : undefined);
    for (const { field, input } of this.inputs) {
      if (input !== document.activeElement) this.fillIn(field, input, rule);
    }
    if (this.json && rule && this.json !== document.activeElement) this.json.value = jsonOf(rule);
  }

  /** Builds the form for another rule; the one that is there stays for the same. @param {Tool | undefined} tool */
  buildForm(tool) {
    const asks = tool !== undefined && (tool.fields.length > 0 || tool.gesture === "form");
    const name = asks ? `${this.place} ${tool.kind}` : "";
    if (name === this.formOf) return;
    this.formOf = name;
    this.json = undefined;
    this.refusal.textContent = "";
    this.inputs = asks ? tool.fields.map((field) => ({ field, input: this.inputFor(field) })) : [];
    fill(this.form, ...(asks ? this.formParts(tool) : []));
  }

  /** @param {Tool} tool */
  formParts(tool) {
    const legend = h("h2", { text: capital(tool.title) });
    if (tool.gesture === "form") {
      this.json = h("textarea", { class: "input", rows: 5, id: "rule-json", spellcheck: "false" });
      this.json.addEventListener("change", () => this.jsonTyped());
      return [legend, h("label", { for: "rule-json", text: t("Rule as JSON") }), this.json, this.refusal];
    }
    const fields = this.inputs.map(({ field, input }) =>
      h(
        "div",
        { class: field.type === "flag" ? "switch" : "field" },
        h("label", { for: input.id, text: field.title }),
        input,
      ),
    );
    return [legend, ...fields, this.refusal];
  }

  /** @param {ToolField} field */
  inputFor(field) {
    const id = `clue-${field.name}`;
    const change = () => this.typed(field, input);
    /** @type {HTMLInputElement | HTMLSelectElement} */
    let input;
    if (field.choices.length) {
      const options = field.choices.map(({ value, title }) => h("option", { value, text: title }));
      input = h("select", { class: "input", id, on: { change } }, ...options);
    } else if (field.type === "flag") {
      input = h("input", { type: "checkbox", id, on: { change } });
    } else {
      const mode = field.type === "text" ? "text" : field.type === "number" ? "numeric" : "decimal";
      input = h("input", { class: "input", id, inputmode: mode, autocomplete: "off", on: { input: change } });
    }
    return input;
  }

  /** @param {ToolField} field @param {HTMLInputElement | HTMLSelectElement} input @param {Rule | undefined} rule */
  fillIn(field, input, rule) {
    const given = rule && fieldValue(rule, field);
    const value = given ?? (field.choices.length || field.type === "flag" ? field.default : undefined);
    if (input instanceof HTMLInputElement && input.type === "checkbox") input.checked = value === true;
    else input.value = fieldText(field, value);
    if (input instanceof HTMLInputElement) set(input, "placeholder", fieldText(field, field.default) || null);
  }

  /** @param {ToolField} field @param {HTMLInputElement | HTMLSelectElement} input */
  typed(field, input) {
    const ticked = input instanceof HTMLInputElement && input.type === "checkbox";
    const text = ticked ? String(input.checked) : input.value;
    try {
      const value = parsedField(field, text, this.shape?.size ?? 9);
      this.refuse("");
      const usual = JSON.stringify(value) === JSON.stringify(field.default);
      if (this.rule) this.actions.change(this.place, withField(this.rule, field, usual ? undefined : value));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.refuse(error.message);
    }
  }

  jsonTyped() {
    try {
      const rule = JSON.parse(this.json?.value ?? "");
      if (typeof rule?.kind !== "string") throw new SyntaxError("kind");
      this.refuse("");
      this.actions.change(this.place, rule);
    } catch {
      this.refuse(t("This is not a rule: it must be a JSON object with a “kind”."));
    }
  }

  /** @param {string} text */
  refuse(text) {
    if (this.refusal.textContent !== text) this.refusal.textContent = text;
  }
}

/** @param {Rule} rule */
function jsonOf(rule) {
  return JSON.stringify(rule, null, 1);
}
