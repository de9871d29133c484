// A tour of the page for those who are new: four small tasks on a small board, a minute in all. It needs no server.

import { Board } from "./board.js";
import { button, keepFocus } from "./buttons.js";
import { fill, h } from "./dom.js";
import { skipTour } from "./home.js";
import { Keypad } from "./keypad.js";
import { meaningOf } from "./keys.js";
import { emptyPosition } from "./position.js";
import { reloading, Screen } from "./screen.js";
import { T, t } from "./words.js";

/**
 * @import { Boards } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

const GIVENS = [1, 2, 3, 0, 3, 0, 1, 2, 2, 1, 0, 0, 4, 3, 2, 1];
const WRITTEN = { cell: 3, digit: 4 };
const NOTED = 5; // the cell for notes
const HINTED = [10, 11];

const TASKS = [
  T(
    "Every row, every column and every outlined box holds each digit once. In the top row only the 4 is missing: select the empty cell there, then press 4.",
  ),
  T(
    "Small digits are notes: what might go into a cell. Choose “Corner”, select the empty cell in the second row, and press a digit.",
  ),
  T("Nothing is ever lost: press “Undo”, as often as you like."),
  T("When you are stuck, press “Hint”: it tells you where to look, then more and more, and in the end why."),
];
const DONE = T("That is all. Pause, settings and lessons are at the top; everything is saved automatically.");
const HINT = T(
  "In the third row two cells are empty, and the last column already has 4, 2 and 1: what is left for the cell there?",
);

export class TourScreen extends Screen {
  /** @param {Host} page @param {Boards["boards"]} boards */
  constructor(page, boards) {
    super(h("div", { class: "game tour" }), { name: T("Tour of the page"), reload: reloading(page, "/tour") });
    this.page = page;
    this.at = 0;
    this.values = [...GIVENS];
    /** @type {number[]} */
    this.notes = [];
    const { shape } = boards.find(({ name }) => name === "4x4") ?? boards[0];
    this.board = new Board(shape, { label: t("Board") });
    this.keypad = new Keypad(shape, { write: (digit) => this.write(digit), erase: () => {} });
    this.text = h("p", { class: "tour-text", role: "status" });
    this.steps = h("ol", { class: "tour-steps", "aria-hidden": "true" });
    this.tools = h("div", { class: "buttons" });
    const head = h("div", { class: "game-line" }, h("h1", { text: t("Tour of the page") }));
    const panel = h("div", { class: "card lesson-panel" }, this.steps, this.text, this.tools);
    this.element.addEventListener("mousedown", keepFocus);
    fill(
      this.element,
      h("div", { class: "table" }, head, this.board.element),
      h("div", { class: "desk" }, panel, this.keypad.element),
    );
    this.board.select([0]);
    this.show();
  }

  /** @override */
  focus() {
    this.board.focus();
  }

  show() {
    const position = emptyPosition(GIVENS);
    position.values = this.values;
    position.corner = GIVENS.map((_, cell) => (cell === NOTED ? this.notes : []));
    this.board.show(position);
    this.text.textContent = t(TASKS[this.at] ?? DONE);
    fill(this.steps, ...TASKS.map((_, place) => h("li", { class: place < this.at ? "done" : "" })));
    const undo = button(t("Undo"), { icon: "undo", press: () => this.undo() });
    const hint = button(t("Hint"), { icon: "hint", press: () => this.hint() });
    const play = h("a", { class: "button main-button", href: "#", text: t("Play") });
    const skip = button(t("Skip the tour"), { press: () => this.leave() });
    const over = this.at >= TASKS.length;
    if (over) skipTour();
    play.addEventListener("click", (event) => {
      event.preventDefault();
      return this.leave();
    });
    fill(this.tools, ...(over ? [play] : [undo, hint, skip]));
  }

  async leave() {
    skipTour();
    await this.page.go("", { reload: true });
  }

  /** @param {number} digit */
  write(digit) {
    const cell = this.board.selection.single;
    if (cell === null || GIVENS[cell]) return;
    if (this.at === 0 && cell === WRITTEN.cell && digit === WRITTEN.digit && this.keypad.mode === "digit") {
      this.values[cell] = digit;
      this.at++;
    } else if (this.at === 1 && cell === NOTED && this.keypad.mode === "corner") {
      this.notes = [digit];
      this.at++;
    }
    this.show();
  }

  undo() {
    if (this.at !== 2) return;
    this.notes = [];
    this.at++;
    this.show();
  }

  hint() {
    if (this.at !== 3) return;
    this.board.select(HINTED);
    this.at++;
    this.show();
    this.text.textContent = `${t(HINT)} ${t(DONE)}`;
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (this.board.key(event)) return true;
    const meaning = meaningOf(event, this.board.shape);
    if (!meaning) return false;
    if ("digit" in meaning) {
      if (meaning.mode === "corner") this.keypad.setMode("corner");
      this.write(meaning.digit);
    } else if (meaning.command === "undo") this.undo();
    else if (meaning.command === "hint") this.hint();
    else if (meaning.command === "corner") this.keypad.toggleMode("corner");
    else return false;
    return true;
  }
}
