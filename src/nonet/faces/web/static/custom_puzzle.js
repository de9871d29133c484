// A puzzle of the player's own: pasted as text in any format, or typed into a board. The server judges it.

import { api, Refused, Unreachable } from "./api.js";
import { Board } from "./board.js";
import { button, keepFocus, setEnabled } from "./buttons.js";
import { valuesOf } from "./digits.js";
import { fill, h } from "./dom.js";
import { Keypad } from "./keypad.js";
import { meaningOf } from "./keys.js";
import { emptyPosition } from "./position.js";
import { Screen } from "./screen.js";
import { t } from "./words.js";

/**
 * @import { Boards, Operations, Shape, Verdict } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Operations["POST /api/parse"]["body"]} Input
 * @typedef {Omit<Verdict, "kind" | "clues"> & { kind: Verdict["kind"] | "error" }} Judgement
 */

const DELAY = 250; // milliseconds between the last key and the request

export class CustomPuzzleScreen extends Screen {
  /**
   * @param {Host} page
   * @param {Boards["boards"]} boards
   */
  constructor(page, boards) {
    super(h("div", { class: "own game" }));
    this.page = page;
    this.boards = boards;
    const { layout, shape, name } = boards.find((each) => each.name === "9x9") ?? boards[0];
    this.layout = layout;
    this.values = noValues(shape);
    this.share = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.board = new Board(shape, { label: t("Board to fill in") });
    this.keypad = new Keypad(shape, { write: (digit) => this.write(digit), erase: () => this.write(0) });
    this.text = h("textarea", {
      class: "input",
      id: "own-text",
      rows: 6,
      spellcheck: "false",
      autocomplete: "off",
      placeholder: "53..7....\n6..195...\n…",
      on: { input: () => this.typed() },
    });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.choice = h("select", { class: "input", id: "own-layout", on: { change: () => this.clear() } });
    this.playButton = this.makePlayButton();
    this.element.addEventListener("mousedown", keepFocus);
    this.translate();
    this.choice.value = name;
    this.clear();
  }

  /** @override */
  get title() {
    return `${t("Your own puzzle")} · nonet`;
  }

  /** @override */
  close() {
    clearTimeout(this.timer);
  }

  /** @override */
  translate() {
    const chosen = this.choice.value;
    fill(this.choice, ...this.boards.map((board) => h("option", { value: board.name, text: board.title })));
    this.choice.value = chosen;
    this.keypad.build();
    this.playButton = this.makePlayButton();
    const clear = button(t("Clear"), { icon: "erase", class: "button", press: () => this.clear() });
    fill(
      this.element,
      h(
        "div",
        { class: "table" },
        h("div", { class: "game-line" }, h("h1", { text: t("Your own puzzle") })),
        this.board.element,
      ),
      h(
        "div",
        { class: "desk" },
        field("own-text", t("Paste a puzzle in any format"), this.text),
        field("own-layout", t("Board"), this.choice),
        this.keypad.body,
        h("div", { class: "ruling" }, this.verdict, h("div", { class: "buttons" }, this.playButton, clear)),
      ),
    );
  }

  makePlayButton() {
    const look = "button main-button big";
    return button(t("Play"), { icon: "play", class: look, enabled: this.share !== "", press: () => this.play() });
  }

  /** Begins with an empty board of the chosen kind. */
  clear() {
    const board = this.boards.find((each) => each.name === this.choice.value) ?? this.boards[0];
    this.layout = board.layout;
    this.setShape(board.shape);
    this.values = noValues(board.shape);
    this.text.value = "";
    this.showVerdict(null);
    this.show();
  }

  /** @param {Shape} shape */
  setShape(shape) {
    this.board.setShape(shape);
    this.keypad.setShape(shape);
  }

  /** @param {number[]} [conflicts] */
  show(conflicts = []) {
    const { values } = this;
    const { size } = this.board.shape;
    this.board.show({ ...emptyPosition(values), conflicts: new Set(conflicts) });
    const left = Array.from(
      { length: size + 1 },
      (_, digit) => size - values.filter((value) => value === digit).length,
    );
    this.keypad.show(
      left.map((count) => Math.max(0, count)),
      null,
    );
  }

  /** @param {number} digit */
  write(digit) {
    for (const cell of this.board.selection.cells) this.values[cell] = digit;
    this.text.value = "";
    this.show();
    this.judgeSoon({ values: this.values, layout: this.layout });
  }

  /**
   * @override
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.board.key(event)) return true;
    const meaning = meaningOf(event, this.board.shape);
    if (meaning && "digit" in meaning) this.write(meaning.digit);
    else if (meaning?.command === "erase") this.write(0);
    else return false;
    return true;
  }

  typed() {
    const text = this.text.value;
    if (text.trim()) this.judgeSoon({ text });
    else this.showVerdict(null);
  }

  /** @param {Input} input */
  judgeSoon(input) {
    clearTimeout(this.timer);
    setEnabled(this.playButton, false);
    this.timer = setTimeout(() => this.judge(input), DELAY);
  }

  /** @param {Input} input */
  async judge(input) {
    try {
      this.showVerdict(await api.parse(input));
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      const away = t("The game server is not responding. Is “sudoku web” still running?");
      const text = error instanceof Refused ? error.message : away;
      this.showVerdict({ kind: "error", text, cells: [], playable: false, puzzle: null });
    }
  }

  /** @param {Judgement | null} verdict  null: there is nothing to judge yet */
  showVerdict(verdict) {
    const puzzle = verdict?.puzzle ?? null;
    this.share = verdict?.playable && puzzle ? puzzle.share : "";
    this.verdict.textContent = verdict?.text ?? t("Paste a puzzle, or select a cell and type.");
    this.verdict.className = `verdict ${verdict?.kind ?? ""}`;
    setEnabled(this.playButton, this.share !== "");
    if (!verdict) return;
    const pasted = this.text.value.trim() !== "";
    if (pasted && puzzle) {
      this.layout = puzzle.layout;
      this.setShape(puzzle.shape);
      this.values = valuesOf(puzzle.givens);
      if (this.boards.some((board) => board.name === puzzle.board)) this.choice.value = puzzle.board;
    }
    this.show(verdict.kind === "conflict" && !pasted ? verdict.cells : []);
  }

  async play() {
    await this.page.create({ puzzle: this.share });
  }
}

/**
 * @param {Shape} shape
 * @returns {number[]}
 */
function noValues({ size }) {
  return Array(size * size).fill(0);
}

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLElement} input
 */
function field(id, text, input) {
  return h("div", { class: "field" }, h("label", { for: id, text }), input);
}
