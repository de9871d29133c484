// A puzzle of one's own: pasted as text in any format, or typed into a board; the server judges it.

import { Away, Refused, api, valuesOf } from "./api.js";
import { Board } from "./board.js";
import { button, fill, h, icon, keepFocus } from "./dom.js";
import { keyOf } from "./keys.js";
import { Pad } from "./pad.js";
import { t } from "./words.js";

export class OwnScreen {
  constructor(page, boards) {
    this.page = page;
    this.boards = boards;
    this.board = new Board({ label: t("Board to fill in") });
    this.pad = new Pad({ write: (digit) => this.write(digit), erase: () => this.write(0), paint: () => {}, changed: () => {} });
    this.text = h("textarea", { class: "input", id: "own-text", rows: 6, spellcheck: "false", autocomplete: "off", placeholder: "53..7....\n6..195...\n…", on: { input: () => this.typed() } });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.playButton = h("button", { type: "button", class: "button main-button big", disabled: true, on: { click: () => this.play() } });
    this.choice = h("select", { class: "input", id: "own-layout", on: { change: () => this.setBoard(this.choice.value, { empty: true }) } });
    this.element = h("div", { class: "own game" });
    this.element.addEventListener("mousedown", keepFocus);
    this.dress();
    this.setBoard("9x9", { empty: true });
  }

  close() {
    clearTimeout(this.soon);
  }

  dress() {
    fill(this.playButton, icon("play"), h("span", { text: t("Play") }));
    fill(this.choice, ...this.boards.map((board) => h("option", { value: board.name, text: board.title })));
    fill(
      this.element,
      h("div", { class: "table" }, h("div", { class: "game-line" }, h("h1", { text: t("Your own puzzle") })), this.board.element),
      h(
        "div",
        { class: "desk" },
        h("div", { class: "field" }, h("label", { for: "own-text", text: t("Paste a puzzle in any format") }), this.text),
        h("div", { class: "field" }, h("label", { for: "own-layout", text: t("Board") }), this.choice),
        this.pad.body,
        h(
          "div",
          { class: "ruling" },
          this.verdict,
          h("div", { class: "buttons" }, this.playButton, button(t("Clear"), { icon: "erase", class: "button", press: () => this.setBoard(this.choice.value, { empty: true, words: true }) })),
        ),
      ),
    );
    if (this.shape) this.pad.build(this.shape);
  }

  setBoard(name, { empty = false } = {}) {
    const board = this.boards.find((each) => each.name === name);
    this.choice.value = name;
    this.layout = board.layout;
    this.setShape(board.shape);
    if (empty) {
      this.values = Array(board.shape.size ** 2).fill(0);
      this.text.value = "";
      this.judged(null);
    }
    this.show();
  }

  setShape(shape) {
    this.shape = shape;
    this.board.setShape(shape);
    this.pad.build(shape);
  }

  show(cells = []) {
    const none = this.values.map(() => []);
    this.board.show({
      givens: this.values, values: this.values, corner: none, centre: none, candidates: none, auto: false, colours: this.values.map(() => 0),
      tints: new Map(), revealed: new Set(), conflicts: new Set(cells), mistakes: new Set(), pending: new Set(), peers: true, same: true,
    });
    const left = [0, ...Array(this.shape.size).fill(this.shape.size)];
    for (const value of this.values) if (value) left[value] -= 1;
    this.pad.show(left.map((count) => Math.max(0, count)), null);
  }

  write(digit) {
    for (const cell of this.board.targets) this.values[cell] = digit;
    this.text.value = "";
    this.show();
    this.judgeSoon({ values: this.values, layout: this.layout });
  }

  /** Whether the key meant something here. */
  key(event) {
    if (this.board.walk(event)) return true;
    const wish = keyOf(event, this.shape);
    if (wish?.digit) this.write(wish.digit);
    else if (wish?.command === "erase") this.write(0);
    else return false;
    return true;
  }

  typed() {
    const text = this.text.value;
    if (!text.trim()) this.judged(null);
    else this.judgeSoon({ text });
  }

  judgeSoon(wish) {
    clearTimeout(this.soon);
    this.playButton.disabled = true;
    this.soon = setTimeout(() => this.judge(wish), 250);
  }

  async judge(wish) {
    try {
      this.judged(await api.parse(wish));
    } catch (error) {
      if (error instanceof Refused) this.judged({ kind: "error", text: error.message, cells: [], playable: false });
      else if (error instanceof Away) this.judged({ kind: "error", text: t("The game server is not responding. Is “sudoku web” still running?"), cells: [], playable: false });
      else throw error;
    }
  }

  judged(verdict) {
    this.share = verdict?.playable ? verdict.puzzle.share : null;
    this.verdict.textContent = verdict?.text ?? t("Paste a puzzle, or select a cell and type.");
    this.verdict.className = `verdict ${verdict?.kind ?? ""}`;
    this.playButton.disabled = !this.share;
    if (verdict?.puzzle?.shape && this.text.value.trim()) {
      const { puzzle } = verdict;
      this.layout = puzzle.layout;
      this.setShape(puzzle.shape);
      this.values = valuesOf(puzzle.givens);
      if (this.boards.some((board) => board.name === puzzle.board)) this.choice.value = puzzle.board;
    }
    if (verdict) this.show(verdict.kind === "conflict" && !this.text.value.trim() ? verdict.cells : []);
  }

  async play() {
    await this.page.create({ puzzle: this.share });
  }
}
