// The hint panel: it tells a little, and more when asked. What it talks about is highlighted on the board.

import { api, messageOf } from "./api.js";
import { button, link } from "./buttons.js";
import { fill, h, s } from "./dom.js";
import { hintText } from "./hint_text.js";
import { icon } from "./icons.js";
import { drawElement } from "./rule_layer.js";
import { capital, T, t } from "./words.js";

/**
 * @import { Action, Help } from "../api_types.d.ts"
 * @import { GameClient } from "./game_client.js"
 */

const TIERS = [T("Where"), T("Technique"), T("Pattern"), T("Reasoning")];

/** The titles of hints other than steps. */
const TITLES = {
  conflict: T("A rule is broken"),
  broken: T("A rule is broken"),
  mistake: T("There is a mistake"),
  lost: T("A candidate is missing"),
  impossible: T("Dead end"),
  several: T("More than one solution"),
  solved: T("Solved"),
  reveal: T("No technique helps"),
};

export class HintPanel {
  /**
   * @param {GameClient} client
   * @param {object} callbacks
   * @param {(hint: Help | null) => void} callbacks.light  lights up a hint on the board
   * @param {(moves: Action[]) => void} callbacks.play  plays the moves of a hint
   * @param {(text: string, options?: { urgent?: boolean }) => void} callbacks.say
   * @param {() => void} callbacks.leave  takes the focus back
   */
  constructor(client, { light, play, say, leave }) {
    this.client = client;
    this.light = light;
    this.play = play;
    this.say = say;
    this.leave = leave;
    this.tier = 1;
    /** @type {Promise<void>} */
    this.queue = Promise.resolve(); // one request at a time: no press is lost, and no answer overtakes another
    this.closings = 0; // what was asked for before the last closing is not shown
    this.element = h("section", { class: "hint", "aria-labelledby": "hint-title", hidden: true, tabindex: "-1" });
  }

  get open() {
    return !this.element.hidden;
  }

  /** Asks for the first tier of a hint, or for the next one of the hint that is shown. */
  ask() {
    const { closings } = this;
    this.queue = this.queue.then(() => (closings === this.closings ? this.request() : undefined));
    return this.queue;
  }

  async request() {
    const focused = document.activeElement;
    await this.client.settle(); // the answer to a move closes the panel: then this is a first hint
    const { closings } = this;
    const tier = this.open ? Math.min(this.tier + 1, TIERS.length) : 1;
    let hint;
    try {
      hint = await api.hint(this.client.id, tier);
    } catch (error) {
      this.say(messageOf(error), { urgent: true });
      return;
    }
    if (closings !== this.closings) return;
    this.tier = tier;
    const waiting = document.activeElement === focused || document.activeElement === document.body;
    this.show(hint);
    if (waiting) this.focusMainButton(); // Enter asks for more, unless the player went on playing in the meantime
  }

  /** Shows the hint that another player has asked for. @param {number} tier */
  async follow(tier) {
    const { closings } = this;
    const hint = await api.hint(this.client.id, tier, true).catch(() => null);
    if (!hint || closings !== this.closings) return;
    this.tier = tier;
    this.show(hint);
  }

  focusMainButton() {
    const main = this.element.querySelector(".main-button");
    if (main instanceof HTMLElement) main.focus({ preventScroll: true });
  }

  /** @param {Help} hint */
  show(hint) {
    this.light(hint);
    const named = hint.lines[0]?.text === `${capital(hint.technique_name ?? "")}:`; // as the heading says already
    const text = h("div", { class: "hint-text" }, ...hintText(hint.lines.slice(Number(named))), proof(hint));
    const legend = h("ul", { class: "legend" });
    fill(
      this.element,
      this.head(hint),
      hint.kind === "step" && this.tiers(),
      text,
      hint.cases.length > 1 && this.cases(hint, legend),
      this.walk(hint),
      legend,
      this.buttons(hint),
    );
    this.showLegend(legend, hint);
    this.element.hidden = false;
    this.say(hint.short);
  }

  /** Buttons that walk through the reasoning, step by step on the board. @param {Help} hint */
  walk(hint) {
    const { walk: steps } = hint;
    if (steps.length < 2) return null;
    let at = -1; // before the first step all of the hint is shown
    const text = h("p", { class: "walk-text", role: "status" });
    const show = (/** @type {number} */ by) => {
      at = Math.min(Math.max(-1, at + by), steps.length - 1);
      this.light({ ...hint, ...steps[at] });
      text.textContent = steps[at]?.text ?? "";
      count.textContent = at < 0 ? t("Step by step") : t("{at} of {last}", { at: at + 1, last: steps.length });
    };
    const count = h("span", { class: "walk-count", text: t("Step by step") });
    const back = button("", { icon: "back", label: t("One step back"), press: () => show(-1) });
    const on = button("", { icon: "forward", label: t("Next step"), press: () => show(1) });
    return h("div", { class: "walk" }, h("div", { class: "walk-keys" }, back, count, on), text);
  }

  /** @param {Help} hint */
  head({ kind, technique_name: technique }) {
    const title = kind !== "step" ? t(TITLES[kind]) : technique ? capital(technique) : t("Hint");
    const close = button("", { icon: "close", label: t("Close the hint"), press: () => this.closeAndLeave() });
    const lamp = h("span", { class: "lamp" }, icon("hint"));
    return h("div", { class: "hint-head" }, lamp, h("h2", { id: "hint-title", text: title }), close);
  }

  tiers() {
    const items = TIERS.map((name, index) => h("li", { class: index < this.tier ? "told" : "", text: t(name) }));
    return h("ol", { class: "tiers", "aria-hidden": "true" }, ...items);
  }

  /**
   * A proof by cases: a button for each, which shows that case alone on the board.
   * @param {Help} hint
   * @param {HTMLUListElement} legend
   */
  cases(hint, legend) {
    const buttons = hint.cases.map((one, number) =>
      button(one.title, {
        class: "button case-button",
        press: () => {
          buttons.forEach((other, place) => {
            other.setAttribute("aria-pressed", String(place === number));
          });
          this.light({ ...hint, ...one });
          this.showLegend(legend, one);
        },
      }),
    );
    for (const each of buttons) each.setAttribute("aria-pressed", "false");
    return h("div", { class: "cases", role: "group", "aria-label": t("Cases") }, ...buttons);
  }

  /** @param {HTMLUListElement} legend @param {Pick<Help, "legend">} shown */
  showLegend(legend, shown) {
    fill(legend, ...shown.legend.map(legendLine));
    legend.hidden = shown.legend.length < 2;
  }

  /** @param {Help} hint */
  buttons({ kind, moves, technique, lesson }) {
    const last = this.tier >= TIERS.length || kind === "solved";
    return h(
      "div",
      { class: "buttons" },
      !last && button(t("Tell me more"), { main: true, press: () => this.ask() }),
      lesson && link(t("Learn this"), { icon: "learn", href: `#/learn/${technique}` }),
      moves.length > 0 && button(t("Do it for me"), { main: true, icon: "wand", press: () => this.apply(moves) }),
    );
  }

  /** @param {Action[]} moves */
  apply(moves) {
    this.closeAndLeave();
    this.play(moves);
  }

  close() {
    this.closings++;
    if (!this.open) return;
    this.element.hidden = true;
    this.light(null);
  }

  /** Closes the panel; the focus goes back to the board. */
  closeAndLeave() {
    const { open } = this;
    this.close();
    if (open) this.leave();
  }
}

/** What the text leaves out, to be unfolded. @param {Help} hint */
function proof({ proof: lines }) {
  if (lines.length === 0) return null;
  return h("details", { class: "proof" }, h("summary", { text: t("In detail") }), ...hintText(lines));
}

/** What a mark on the board means. @param {Help["legend"][number]} line */
function legendLine({ sign, text }) {
  const view = { class: "legend-sign rules", viewBox: "-13 -13 26 26", "text-anchor": "middle", "aria-hidden": "true" };
  return h("li", {}, s("svg", view, ...sign.map(drawElement)), h("span", { text }));
}
