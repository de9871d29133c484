// The keys beside the board: what a key writes (digit, corner note, centre note, colour), the digits with
// how many of each are left, and the colours.

import { choose } from "./dialogs.js";
import { fill, h, icon, set } from "./dom.js";
import { paintSign } from "./lines.js";
import { T, colourName, t, tn } from "./words.js";

const MODE_NAMES = { digit: T("Digit"), corner: T("Corner"), centre: T("Centre"), colour: T("Colour") };
const MODES = Object.keys(MODE_NAMES);
export const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];

// Keys in a row, with the key that erases: on a telephone, on a tablet, beside the board; and their height there.
const SHAPES = [
  [4, { narrow: 5, middle: 5, tall: 5, height: 72 }],
  [6, { narrow: 4, middle: 7, tall: 4, height: 68 }],
  [9, { narrow: 5, middle: 10, tall: 5, height: 66 }],
  [12, { narrow: 7, middle: 13, tall: 5, height: 56 }],
  [16, { narrow: 6, middle: 9, tall: 6, height: 50 }],
  [25, { narrow: 7, middle: 13, tall: 7, height: 46 }],
];

export class Pad {
  /** `write(digit)`, `erase()` and `paint(colour, digit)` are called by the keys; digit 0 is the whole cell. */
  constructor({ write, erase, paint, changed }) {
    this.write = write;
    this.erase = erase;
    this.paint = paint;
    this.changed = changed;
    this.mode = "digit";
    this.scope = 0; // what a colour is for: 0 the cell, else a candidate
    this.keys = [];
    this.modes = h("fieldset", { class: "modes" });
    this.body = h("div", { class: "pad-body" });
    this.element = h("div", { class: "pad-whole" }, this.modes, this.body);
  }

  /** Another board, another language: builds the keys. */
  build(shape) {
    this.shape = shape;
    fill(
      this.modes,
      h("legend", { class: "hidden-text", text: t("Input mode") }),
      ...MODES.map((mode) =>
        h("button", { type: "button", class: "mode", "data-mode": mode, "aria-pressed": String(mode === this.mode), text: t(MODE_NAMES[mode]), on: { click: () => this.setMode(mode) } }),
      ),
    );
    this.buildBody();
  }

  setMode(mode) {
    if (this.mode === mode) return;
    this.mode = mode;
    for (const button of this.modes.querySelectorAll(".mode")) set(button, "aria-pressed", button.dataset.mode === mode);
    this.buildBody();
    this.changed();
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  /** A kind of writing, and back to digits. */
  toggleMode(mode) {
    this.setMode(this.mode === mode ? "digit" : mode);
  }

  buildBody() {
    fill(this.body, ...(this.mode === "colour" ? this.colourKeys() : [this.digitKeys()]));
    this.body.className = `pad-body modes-${this.mode}`;
  }

  digitKeys() {
    const { size, symbols } = this.shape;
    const shape = SHAPES.find(([most]) => size <= most)[1];
    this.keys = Array.from({ length: size }, (_, index) =>
      h(
        "button",
        { type: "button", class: "key digit-key", on: { click: () => this.write(index + 1) } },
        h("span", { text: symbols[index] }),
        h("span", { class: "left", "aria-hidden": "true" }),
      ),
    );
    const erase = h(
      "button",
      { type: "button", class: "key erase-key", "aria-label": t("Erase"), title: t("Erase"), on: { click: () => this.erase() } },
      icon("erase"),
    );
    const pad = h("div", { class: size > 9 ? "pad many" : "pad", role: "group", "aria-label": t("Digits") }, ...this.keys, erase);
    pad.style.setProperty("--pad", shape.narrow);
    pad.style.setProperty("--pad-wide", shape.middle);
    pad.style.setProperty("--pad-tall", shape.tall);
    pad.style.setProperty("--key-tall", `${shape.height}px`);
    return pad;
  }

  colourKeys() {
    this.keys = [];
    const { size, symbols } = this.shape;
    const named = (digit) => (digit ? t("candidate {digit}", { digit: symbols[digit - 1] }) : t("whole cell"));
    const said = h("span", { text: named(this.scope) });
    const choice = h("button", { type: "button", class: "button scope", "aria-haspopup": "dialog" }, h("span", { class: "soft", text: t("Colour:") }), " ", said);
    choice.addEventListener("click", async () => {
      const options = Array.from({ length: size + 1 }, (_, digit) => ({ value: digit, text: named(digit) }));
      this.scope = (await choose(t("Colour:"), options, this.scope)) ?? this.scope;
      said.textContent = named(this.scope);
    });
    const colours = COLOURS.map((colour) =>
      h(
        "button",
        {
          type: "button", class: "key paint-key", "data-paint": colour, "aria-label": colourName(colour), title: colourName(colour),
          on: { click: () => this.paint(colour, this.scope) },
        },
        paintSign(colour),
      ),
    );
    const none = h(
      "button",
      { type: "button", class: "key erase-key", "aria-label": t("No colour"), title: t("No colour"), on: { click: () => this.paint(0, this.scope) } },
      icon("close"),
    );
    const pad = h("div", { class: "pad", role: "group", "aria-label": t("Colours") }, ...colours, none);
    pad.style.setProperty("--pad", 5);
    pad.style.setProperty("--pad-wide", 9);
    pad.style.setProperty("--pad-tall", 3);
    return [choice, pad];
  }

  /** How many of each digit are left, and which one is held for digit-first play. */
  show(left, held) {
    this.keys.forEach((key, index) => {
      const digit = index + 1;
      const count = left[digit];
      key.classList.toggle("done", count === 0);
      key.lastChild.textContent = count === 0 ? "" : count;
      set(key, "aria-label", tn("{digit}, {n} left", "{digit}, {n} left", count, { digit: this.shape.symbols[index] }));
      set(key, "aria-pressed", held === null ? null : held === digit);
    });
  }
}
