// The hint: a panel that tells a little, and more when asked; what it speaks of is lit up on the board.

import { Refused, api } from "./api.js";
import { button, fill, h, icon, s } from "./dom.js";
import { SQUARE, kindOf } from "./lights.js";
import { capital, T, t } from "./words.js";

const TIERS = [T("Where"), T("Technique"), T("Pattern"), T("Reasoning")];

/** Titles of the hints that are no step. */
const TITLES = {
  conflict: T("A rule is broken"),
  mistake: T("There is a mistake"),
  lost: T("A candidate is missing"),
  impossible: T("Dead end"),
  several: T("More than one solution"),
  solved: T("Solved"),
};

export class HintPanel {
  /** `light(hint)` lights the board, `act(moves)` makes the moves of a step, `say` speaks. */
  constructor({ light, act, say, closed }) {
    this.light = light;
    this.act = act;
    this.say = say;
    this.closed = closed;
    this.turn = Promise.resolve(); // one question after the other: no press is lost, no answer overtakes another
    this.closings = 0; // what was asked before the last of them is not told any more
    this.element = h("section", { class: "hint", "aria-labelledby": "hint-title", hidden: true, tabindex: "-1" });
  }

  get open() {
    return !this.element.hidden;
  }

  /** Asks for the first hint, or for more of the one that is shown. */
  ask(match) {
    const { closings } = this;
    const turn = this.turn.then(() => closings === this.closings && this.tell(match));
    this.turn = turn.catch(() => {});
    return turn;
  }

  async tell(match) {
    const focused = document.activeElement;
    await match.settle(); // the server's answer to a move closes the panel: then this is a first hint
    const { closings } = this;
    const tier = this.open ? Math.min(this.tier + 1, 4) : 1;
    let hint;
    try {
      hint = await api.hint(match.id, tier);
    } catch (error) {
      this.say(error instanceof Refused ? error.message : t("This needs the server, which is not responding."), { urgent: true });
      return;
    }
    if (closings !== this.closings) return;
    this.tier = tier;
    this.match = match;
    this.show(hint);
    // Enter asks for more, unless the player has gone on playing in the meantime.
    if (document.activeElement === focused || !focused?.isConnected) this.element.querySelector(".main-button")?.focus({ preventScroll: true });
  }

  show(hint) {
    this.light(hint);
    const told = hint.kind === "step";
    const last = this.tier >= 4 || hint.kind === "solved";
    fill(
      this.element,
      h(
        "div",
        { class: "hint-head" },
        h("span", { class: "lamp" }, icon("hint")),
        h("h2", { id: "hint-title", text: told ? (hint.technique_name ? capital(hint.technique_name) : t("Hint")) : t(TITLES[hint.kind]) }),
        button("", { icon: "close", label: t("Close the hint"), class: "round", press: () => this.close({ back: true }) }),
      ),
      told && h("ol", { class: "tiers", "aria-hidden": "true" }, ...TIERS.map((name, index) => h("li", { class: index < this.tier ? "told" : "", text: t(name) }))),
      h("div", { class: "hint-text" }, ...lines(hint.text)),
      hint.legend.length > 1 && h("ul", { class: "legend" }, ...hint.legend.map(legendLine)),
      h(
        "div",
        { class: "buttons" },
        last ? null : button(t("Tell me more"), { class: "button main-button", press: () => this.ask(this.match) }),
        hint.moves.length ? button(t("Do it for me"), { class: "button main-button", icon: "wand", press: () => this.apply(hint.moves) }) : null,
      ),
    );
    this.element.hidden = false;
    const text = this.element.querySelector(".hint-text");
    if (text.scrollHeight > text.clientHeight) {
      text.tabIndex = 0; // Page Up and Page Down scroll it
      text.classList.add("scrolls");
    }
    this.say(hint.text);
  }

  apply(moves) {
    this.close({ back: true });
    this.act(moves);
  }

  close({ back = false } = {}) {
    this.closings++;
    if (!this.open) return;
    this.element.hidden = true;
    this.light(null);
    this.closed(back);
  }
}

/** What a mark on the board means. */
function legendLine({ role, text }) {
  const square = SQUARE.includes(role);
  const sign = s(
    "svg",
    { class: "legend-sign", viewBox: "0 0 20 20", "aria-hidden": "true" },
    s("rect", { class: `lit-mark ${kindOf(role)}`, x: 2, y: 2, width: 16, height: 16, rx: square ? 3 : 8 }),
    role === "eliminated" && s("path", { class: "lit-strike", d: "M3 17L17 3" }),
  );
  return h("li", {}, sign, h("span", { text }));
}

/** Lines of a text; one that begins with blanks is set deeper. */
function lines(text) {
  return text.split("\n").filter((line) => line.trim()).map((line) => h("p", { class: /^\s/.test(line) ? "deeper" : "", text: line.trim() }));
}
