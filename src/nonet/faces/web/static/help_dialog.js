// How to play, and what the keys do.

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { T, t } from "./words.js";

/** @type {[keys: string, meaning: string][]} */
const KEYS = [
  ["↑ ↓ ← →, H J K L", T("move")],
  ["Shift ↑ ↓ ← →, Ctrl A", T("select several cells")],
  ["1 – 9, A – P", T("write a digit")],
  ["Shift 1 – 9, N", T("corner note; N: corner notes on or off")],
  ["Ctrl / Alt 1 – 9, C", T("centre note; C: centre notes on or off")],
  ["O", T("colours 1 to 8 on or off")],
  ["␣", T("next mode: digit, corner, centre, colour")],
  ["Del, X, 0", T("erase")],
  ["A", T("show or hide candidates")],
  ["R", T("fill in all notes")],
  ["T", T("hint; again: more of it")],
  ["E", T("check for mistakes")],
  ["U, Ctrl Z", T("undo")],
  ["Y, Ctrl Y", T("redo")],
  ["B", T("undo to before the first mistake")],
  ["M", T("set a mark")],
  ["G", T("back to the last mark")],
  ["V", T("killer: the combinations of the selected cage")],
  ["F, ↵", T("cell first or digit first; Enter writes the digit")],
  ["P", T("pause or continue")],
  ["S", T("settings")],
  ["Esc", T("select one cell only; close")],
];

const SIGNS = [
  T("Digits with serifs are given."),
  T("Digits without serifs are yours."),
  T("Double underline: the digit appears twice in a row, column or other house, or breaks a rule of the variant."),
  T("Struck through: the digit is wrong."),
  T("Slanted with dots: the digit was revealed."),
  T("Three dots: not sent to the server yet."),
];

const RULES = T(
  "Fill every row, every column and every outlined region with all the digits, each of them once. If the board has dashed diagonals or shaded windows, the same goes for them.",
);
const INPUT = T(
  "Select a cell, then press a digit. To select several cells, drag over the board or hold Ctrl or Shift; on a touch screen, turn on “Multi-select” and every tap adds a cell. Corner and centre notes are small digits for what might go into a cell. Press the same digit again to remove it.",
);
const LETTERS = T(
  "On boards with more than nine digits, the letters A, B, C… are digits; use the buttons for everything else.",
);

export function openHelp() {
  const keys = KEYS.flatMap(([names, meaning]) => [
    h("dt", {}, ...names.split(", ").map((key) => h("kbd", { text: key }))),
    h("dd", { text: t(meaning) }),
  ]);
  openDialog(
    t("Help"),
    h("p", { text: t(RULES) }),
    h("p", { text: t(INPUT) }),
    h("h3", { text: t("Symbols") }),
    h("ul", { class: "points" }, ...SIGNS.map((text) => h("li", { text: t(text) }))),
    h("h3", { text: t("Keys") }),
    h("dl", { class: "keys" }, ...keys),
    h("p", { class: "soft small", text: t(LETTERS) }),
  );
}
