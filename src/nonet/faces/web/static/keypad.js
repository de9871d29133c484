// The keys beside the board: the input modes (digit, corner note, centre note, colour), the digits with how many of
// each are left, and the colours.

import { button } from "./buttons.js";
import { choose } from "./dialogs.js";
import { symbolOf } from "./digits.js";
import { fill, h, set } from "./dom.js";
import { colourSign } from "./drawing.js";
import { colourName, T, t, tn } from "./words.js";

/**
 * @import { Shape } from "../api_types.d.ts"
 * @import { Mode } from "./moves.js"
 */

/** @type {Record<Mode, string>} */
const MODE_NAMES = { digit: T("Digit"), corner: T("Corner"), centre: T("Centre"), colour: T("Colour") };
const MODES = /** @type {Mode[]} */ (Object.keys(MODE_NAMES));
const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];

/** For boards up to a size: keys in a row on a phone, on a tablet and beside the board, and their height there. */
const LAYOUTS = [
  { size: 4, phone: 5, tablet: 5, desktop: 5, height: 72 },
  { size: 6, phone: 4, tablet: 7, desktop: 4, height: 68 },
  { size: 9, phone: 5, tablet: 10, desktop: 5, height: 66 },
  { size: 12, phone: 7, tablet: 13, desktop: 5, height: 56 },
  { size: 16, phone: 6, tablet: 9, desktop: 6, height: 50 },
  { size: 25, phone: 7, tablet: 13, desktop: 7, height: 46 },
];
const COLOUR_LAYOUT = { phone: 5, tablet: 9, desktop: 3, height: 68 };

export class Keypad {
  /**
   * @param {Shape} shape
   * @param {object} keys
   * @param {(digit: number) => void} keys.write
   * @param {() => void} [keys.erase]
   * @param {(colour: number, digit: number) => void} [keys.paint]  digit 0 is the whole cell
   * @param {() => void} [keys.modeChanged]
   * @param {(figure: number) => void} [keys.type]  where numbers are typed, with the figures 0 to 9
   */
  constructor(shape, { write, erase, paint = () => {}, modeChanged = () => {}, type }) {
    this.shape = shape;
    this.write = write;
    this.erase = erase;
    this.type = type;
    this.typesNumber = false; // the keys are the figures of a number, whatever the digits of the board are
    this.paint = paint;
    this.modeChanged = modeChanged;
    /** @type {Mode} */
    this.mode = "digit";
    this.colourScope = 0; // what a colour is for: 0 the whole cell, otherwise a candidate
    /** @type {{ element: HTMLButtonElement, left: HTMLElement }[]} */
    this.digitKeys = [];
    this.modes = h("fieldset", { class: "modes" });
    this.body = h("div", { class: "pad-body" });
    this.element = h("div", { class: "pad-whole" }, this.modes, this.body);
    this.build();
  }

  /** @param {Shape} shape */
  setShape(shape) {
    this.shape = shape;
    this.build();
  }

  /** @param {boolean} typesNumber */
  setTypesNumber(typesNumber) {
    if (this.typesNumber === typesNumber) return;
    this.typesNumber = typesNumber;
    this.buildBody();
  }

  /** Builds all keys, in the player's language. */
  build() {
    const modes = MODES.map((mode) =>
      button(t(MODE_NAMES[mode]), {
        class: "mode",
        "data-mode": mode,
        "aria-pressed": String(mode === this.mode),
        press: () => this.setMode(mode),
      }),
    );
    fill(this.modes, h("legend", { class: "hidden-text", text: t("Input mode") }), ...modes);
    this.buildBody();
  }

  /** @param {Mode} mode */
  setMode(mode) {
    if (this.mode === mode) return;
    this.mode = mode;
    for (const each of this.modes.querySelectorAll(".mode")) {
      set(each, "aria-pressed", each.getAttribute("data-mode") === mode);
    }
    this.buildBody();
    this.modeChanged();
  }

  nextMode() {
    this.setMode(MODES[(MODES.indexOf(this.mode) + 1) % MODES.length]);
  }

  /** Switches to a mode, or back to digits. @param {Mode} mode */
  toggleMode(mode) {
    this.setMode(this.mode === mode ? "digit" : mode);
  }

  /** How many keys mean something in this mode. */
  get keyCount() {
    return this.mode === "colour" ? COLOURS.length : this.shape.size;
  }

  buildBody() {
    const colours = this.mode === "colour";
    this.digitKeys = colours || this.typesNumber ? [] : this.buildDigits();
    fill(this.body, ...(colours ? [this.buildScope(), this.colourPad()] : [this.digitPad()]));
    this.body.className = `pad-body modes-${this.mode}`;
  }

  buildDigits() {
    return Array.from({ length: this.shape.size }, (_, index) => {
      const left = h("span", { class: "left", "aria-hidden": "true" });
      const element = button(symbolOf(index + 1), { class: "key digit-key", press: () => this.write(index + 1) });
      element.append(" ", left);
      return { element, left };
    });
  }

  digitPad() {
    const { type, erase: press } = this;
    const size = this.typesNumber ? 9 : this.shape.size;
    const layout = LAYOUTS.find((each) => size <= each.size) ?? LAYOUTS[LAYOUTS.length - 1];
    const erase = press ? [button("", { icon: "erase", label: t("Erase"), class: "key erase-key", press })] : [];
    const figure = (/** @type {number} */ one) =>
      button(String(one), { class: one ? "key digit-key" : "key", press: () => type?.(one) });
    const zero = this.typesNumber ? [figure(0)] : [];
    const figures = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(figure);
    const digits = this.typesNumber ? figures : this.digitKeys.map(({ element }) => element);
    const keys = [...digits, ...zero, ...erase];
    const wide = { phone: layout.phone + zero.length, tablet: layout.tablet + zero.length };
    return pad(keys, { class: size > 9 ? "pad many" : "pad", label: t("Digits"), ...layout, ...wide });
  }

  colourPad() {
    const keys = COLOURS.map((colour) => {
      const label = colourName(colour);
      const press = () => this.paint(colour, this.colourScope);
      const key = button("", { label, class: "key paint-key", "data-paint": colour, press });
      key.append(colourSign(colour));
      return key;
    });
    const none = button("", {
      icon: "close",
      label: t("No colour"),
      class: "key erase-key",
      press: () => this.paint(0, this.colourScope),
    });
    return pad([...keys, none], { class: "pad", label: t("Colours"), ...COLOUR_LAYOUT });
  }

  /** The button that chooses what a colour is for. */
  buildScope() {
    const { size } = this.shape;
    const nameOf = (/** @type {number} */ digit) =>
      digit ? t("candidate {digit}", { digit: symbolOf(digit) }) : t("whole cell");
    const element = button(`${t("Colour:")} ${nameOf(this.colourScope)}`, {
      class: "button scope",
      "aria-haspopup": "dialog",
      press: async () => {
        const options = Array.from({ length: size + 1 }, (_, digit) => ({ value: digit, text: nameOf(digit) }));
        this.colourScope = (await choose(t("Colour:"), options, this.colourScope)) ?? this.colourScope;
        element.textContent = `${t("Colour:")} ${nameOf(this.colourScope)}`;
      },
    });
    return element;
  }

  /**
   * Shows how many of each digit are left.
   * @param {number[]} left
   * @param {number | null} held  the digit in hand; null if digits are not held
   */
  show(left, held) {
    this.digitKeys.forEach(({ element, left: count }, index) => {
      const digit = index + 1;
      const n = left[digit];
      element.classList.toggle("done", n === 0);
      count.textContent = n ? String(n) : "";
      const symbol = symbolOf(digit);
      set(element, "aria-label", tn("{digit}, {n} left", "{digit}, {n} left", n, { digit: symbol }));
      set(element, "aria-pressed", held === null ? null : held === digit);
    });
  }
}

/**
 * @param {HTMLButtonElement[]} keys
 * @param {{ class: string, label: string, phone: number, tablet: number, desktop: number, height: number }} layout
 */
function pad(keys, { class: name, label, phone, tablet, desktop, height }) {
  const element = h("div", { class: name, role: "group", "aria-label": label }, ...keys);
  element.style.setProperty("--pad", String(phone));
  element.style.setProperty("--rows", String(Math.ceil(keys.length / phone)));
  element.style.setProperty("--pad-wide", String(tablet));
  element.style.setProperty("--pad-tall", String(desktop));
  element.style.setProperty("--key-tall", `${height}px`);
  return element;
}
