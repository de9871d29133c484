// Edits a draft on the setter's desk: which tool is chosen, which rule is the current one, and what a stroke, a digit or a
// button does to the draft. It touches no element; whoever owns it is told when something has changed.

import { clueOf, typed, typedField, Unreadable } from "./clue_fields.js";
import { Unfit } from "./stroke_places.js";
import { cellsOf, draw, toggle, withMarks } from "./strokes.js";
import { capital, t } from "./words.js";

/**
 * @import { Contents, VariantDraft } from "./desk_draft.js"
 * @import { Drawn, Rule, Tool } from "./strokes.js"
 *
 * @typedef {object} EditorEvents
 * @property {() => unknown} changed  the draft is another one
 * @property {(text: string, alarm?: boolean) => void} say
 */

export class DeskEditor {
  /**
   * @param {VariantDraft} draft
   * @param {Map<string, Tool>} tools  by kind
   * @param {EditorEvents} events
   */
  constructor(draft, tools, events) {
    this.draft = draft;
    this.tools = tools;
    this.events = events;
    /** @type {Tool | null} */
    this.tool = null; // null: digits
    this.current = -1; // the rule that digits and strokes go to
  }

  get rules() {
    return this.draft.contents.rules;
  }

  get shape() {
    return this.draft.contents.shape;
  }

  /** What the server is asked about. */
  get request() {
    return { ...this.draft.request, rules: withMarks(this.rules) };
  }

  /** What is passed on: the puzzle and the setter's words. */
  get exported() {
    return { ...this.request, about: this.draft.contents.about };
  }

  /** @param {Rule} rule */
  titleOf({ kind }) {
    return capital(this.tools.get(kind)?.title ?? kind.replaceAll("_", " "));
  }

  // -- tools --------------------------------------------------------------------------------------------------

  /** @param {Tool | null} tool */
  choose(tool) {
    this.tool = tool;
    this.current = -1;
    if (tool?.gesture === "form") {
      this.take({ rules: [...this.rules, { kind: tool.kind, rules: [] }], current: this.rules.length });
    } else if (tool) this.events.say(t("{rule}: draw on the board.", { rule: capital(tool.title) }));
    else this.events.say(t("Select cells and type digits."));
  }

  /**
   * Switches a rule about the whole board on or off.
   * @param {Tool} tool
   * @param {Record<string, unknown>} fields
   */
  switch(tool, fields) {
    const drawn = toggle(tool, this.rules, fields);
    this.take(drawn);
    const rule = capital(tool.title);
    this.events.say(drawn.current >= 0 ? t("{rule}: on.", { rule }) : t("{rule}: off.", { rule }));
  }

  /** @param {Drawn} drawn */
  take({ rules, current }) {
    this.draft.change({ rules });
    this.current = current;
    this.events.changed();
  }

  /** Draws with the current tool, and says whether that made something. @param {number[]} stroke */
  draw(stroke) {
    const { tool, rules, shape, current } = this;
    if (!tool || !stroke.length) return false;
    try {
      const drawn = draw(tool, rules, stroke, { shape, current });
      this.take(drawn);
      this.events.say(this.drawnText(tool, drawn.current));
      return true;
    } catch (error) {
      if (!(error instanceof Unfit)) throw error;
      this.events.say(error.message, true);
      return false;
    }
  }

  /** @param {Tool} tool @param {number} place */
  drawnText(tool, place) {
    const rule = capital(tool.title);
    if (place < 0) return t("{rule}: removed.", { rule });
    const missing = tool.fields.find(({ name, required }) => required && this.rules[place][name] === undefined);
    if (missing) return t("{rule}: type its clue ({field}).", { rule, field: missing.title });
    return t("{rule}: drawn.", { rule });
  }

  // -- rules --------------------------------------------------------------------------------------------------

  /** Makes a rule the current one, and returns its cells. @param {number} place */
  chooseRule(place) {
    const tool = this.tools.get(this.rules[place].kind);
    this.current = place;
    if (tool && tool.gesture !== "switch") this.tool = tool;
    return cellsOf(this.rules[place], this.shape);
  }

  /** The place of the rule of the current tool at a cell; -1 if there is none. @param {number} cell */
  ruleAt(cell) {
    return this.rules.findLastIndex(
      (rule) => rule.kind === this.tool?.kind && cellsOf(rule, this.shape).includes(cell),
    );
  }

  /** @param {number} place */
  removeRule(place) {
    const rule = this.titleOf(this.rules[place]);
    this.take({ rules: this.rules.filter((_, index) => index !== place), current: -1 });
    this.events.say(t("{rule}: removed.", { rule }));
  }

  /** @param {number} place @param {Rule} rule */
  changeRule(place, rule) {
    this.take({ rules: this.rules.map((each, index) => (index === place ? rule : each)), current: place });
  }

  // -- digits -------------------------------------------------------------------------------------------------

  /** Whether digits go to a number of the current rule, which may be larger than the digits of the board. */
  get typesNumber() {
    const rule = this.rules[this.current];
    const tool = rule && this.tools.get(rule.kind);
    return tool !== undefined && typedField(tool)?.type === "number";
  }

  /**
   * A digit of the current rule's clue as it is written, or a given, counted from 1. null erases.
   * @param {number | null} digit
   * @param {Iterable<number>} cells  for a given
   */
  digit(digit, cells) {
    const rule = this.rules[this.current];
    const tool = rule && this.tools.get(rule.kind);
    if (rule && tool) this.typeClue(tool, rule, digit);
    else if (!this.tool) {
      this.draft.write(cells, digit ?? 0);
      this.events.changed();
    }
  }

  /**
   * @param {Tool} tool
   * @param {Rule} rule  the current one
   * @param {number | null} digit
   */
  typeClue(tool, rule, digit) {
    try {
      this.changeRule(this.current, typed(tool, rule, digit));
      const clue = clueOf(tool, this.rules[this.current]);
      this.events.say(clue ? `${this.titleOf(rule)}: ${clue}` : this.titleOf(rule));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.events.say(error.message, true);
    }
  }

  // -- the whole draft ----------------------------------------------------------------------------------------

  /** @param {"undo" | "redo"} way */
  step(way) {
    this.draft[way]();
    this.current = -1;
    this.events.changed();
  }

  /** @param {Contents} contents */
  replace(contents) {
    this.draft.change(contents);
    this.current = -1;
    this.events.changed();
  }
}
