// A puzzle of the player's own: pasted as text in any format, photographed, or typed into a board. The server judges and rates it.

import { api, Refused, Unreachable } from "./api.js";
import { Board } from "./board.js";
import { button, keepFocus, setEnabled } from "./buttons.js";
import { valuesOf } from "./digits.js";
import { fill, h } from "./dom.js";
import { Draft, puzzleIn, withGivens } from "./draft.js";
import { Keypad } from "./keypad.js";
import { meaningOf } from "./keys.js";
import { pictureIn } from "./photo.js";
import { PhotoPanel } from "./photo_panel.js";
import { emptyPosition } from "./position.js";
import { rulesPanel } from "./rules_panel.js";
import { Screen } from "./screen.js";
import { t } from "./words.js";

/**
 * @import { Boards, Operations, PhotoReading, Shape, Verdict } from "../api_types.d.ts"
 * @import { Command } from "./keys.js"
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
    this.boards = boards.filter(({ variant }) => !variant);
    this.variant = ""; // a puzzle with rules, as JSON
    this.draft = Draft.kept(this.boards) ?? new Draft("9x9", 9);
    const { layout, shape } = this.boardNamed(this.draft.board);
    this.layout = layout;
    this.share = "";
    this.typedBefore = -1; // the cell to which the last digit has moved the cursor
    this.judged = 0; // verdicts asked for: an answer to an older one is not shown
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.board = new Board(shape, {
      label: t("Board to fill in"),
      selected: () => {
        this.typedBefore = -1;
        this.photo?.show();
      },
    });
    this.photo = this.makePhotoPanel();
    this.photographed = 0; // steps of the draft when the last photograph was read
    this.keypad = new Keypad(shape, { write: (digit) => this.write(digit), erase: () => this.write(0) });
    this.text = h("textarea", {
      class: "input",
      id: "own-text",
      rows: 4,
      spellcheck: "false",
      autocomplete: "off",
      placeholder: "53..7....\n6..195...\n…",
      on: { input: () => this.typed() },
    });
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.rating = h("p", { class: "rating", role: "status" });
    this.rules = h("div", { class: "rules-words" });
    this.choice = h("select", { class: "input", id: "own-layout", on: { change: () => this.clear() } });
    this.buttons = this.makeButtons();
    this.element.addEventListener("mousedown", keepFocus);
    this.pasted = (/** @type {ClipboardEvent} */ event) => this.paste(event);
    document.addEventListener("paste", this.pasted);
    this.translate();
    this.choice.value = this.draft.board;
    this.board.select([0]);
    this.show();
    this.showVerdict(null);
    if (!this.draft.empty) this.judgeSoon();
  }

  /** @override */
  get title() {
    return `${t("Your own puzzle")} · nonet`;
  }

  /** @override */
  close() {
    clearTimeout(this.timer);
    this.photo.close();
    document.removeEventListener("paste", this.pasted);
  }

  /** @override */
  focus() {
    this.board.focus();
  }

  /** @param {string} name */
  boardNamed(name) {
    return this.boards.find((each) => each.name === name) ?? this.boards[0];
  }

  /** @override */
  translate() {
    const chosen = this.choice.value;
    fill(this.choice, ...this.boards.map((board) => h("option", { value: board.name, text: board.title })));
    this.choice.value = chosen;
    this.keypad.build();
    this.photo.translate();
    this.buttons = this.makeButtons();
    const { play, undo, redo, clear } = this.buttons;
    const advice = t(
      "Digits move on to the next cell by themselves; Space leaves a cell empty. A puzzle or a picture can be pasted anywhere.",
    );
    fill(
      this.element,
      h(
        "div",
        { class: "table" },
        h("div", { class: "game-line" }, h("h1", { text: t("Your own puzzle") }), undo, redo),
        this.board.element,
        this.keypad.body,
      ),
      h(
        "div",
        { class: "desk" },
        h(
          "div",
          { class: "ruling" },
          this.photo.checking,
          this.verdict,
          this.rating,
          h("div", { class: "buttons" }, play, clear),
        ),
        this.rules,
        this.photo.element,
        field("own-layout", t("Board"), this.choice),
        field("own-text", t("Paste a puzzle in any format, or a link"), this.text),
        h("p", { class: "soft small", text: advice }),
      ),
    );
  }

  makeButtons() {
    const look = "button main-button big";
    return {
      play: button(t("Play"), { icon: "play", class: look, enabled: this.share !== "", press: () => this.play() }),
      undo: button("", { icon: "undo", label: t("Undo"), class: "round", press: () => this.step("undo") }),
      redo: button("", { icon: "redo", label: t("Redo"), class: "round", press: () => this.step("redo") }),
      clear: button(t("Clear"), { icon: "bin", class: "button", press: () => this.clear() }),
    };
  }

  /** Begins with an empty board of the chosen kind. */
  clear() {
    const board = this.boardNamed(this.choice.value);
    const same = board.name === this.draft.board && board.shape.size === this.board.shape.size;
    this.layout = board.layout;
    this.setShape(board.shape);
    this.setRules(null);
    this.photo.forget();
    if (same) this.draft.change(this.draft.values.map(() => 0));
    else this.draft = new Draft(board.name, board.shape.size);
    if (!same) Draft.forget();
    this.text.value = "";
    this.board.select([0]);
    this.show();
    this.judgeSoon();
  }

  /** @param {Shape} shape */
  setShape(shape) {
    this.board.setShape(shape);
    this.keypad.setShape(shape);
  }

  /** @param {NonNullable<Judgement["puzzle"]> | null} puzzle  a puzzle with rules, which stay while digits are typed */
  setRules(puzzle) {
    this.variant = puzzle?.rules ? puzzle.text : "";
    this.board.setRules(puzzle?.rules?.drawing ?? null);
    this.board.setClues(puzzle?.rules?.clues ?? []);
    fill(this.rules, rulesPanel(puzzle?.rules ?? null));
  }

  /** @param {number[]} [conflicts] */
  show(conflicts = []) {
    const { values } = this.draft;
    const { size } = this.board.shape;
    const doubtful = this.photo.doubts.cells;
    this.board.show({ ...emptyPosition(values), conflicts: new Set(conflicts), doubtful });
    const left = Array.from(
      { length: size + 1 },
      (_, digit) => size - values.filter((value) => value === digit).length,
    );
    this.keypad.show(
      left.map((count) => Math.max(0, count)),
      null,
    );
    setEnabled(this.buttons.undo, this.draft.past.length > 0);
    setEnabled(this.buttons.redo, this.draft.future.length > 0);
  }

  // -- input --------------------------------------------------------------------------------------------------

  /** @param {number} digit */
  write(digit) {
    const { selection } = this.board;
    this.draft.write(selection.cells, digit);
    this.changed();
    if (this.photo.settle(selection.cells) || selection.single === null || !digit) return;
    this.advance(1);
    this.typedBefore = this.board.selection.cursor;
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    this.draft[way]();
    if (this.draft.past.length < this.photographed) this.photo.forget();
    this.changed();
  }

  changed() {
    this.text.value = "";
    this.show();
    this.judgeSoon();
  }

  /**
   * To the next cell, or to the one before.
   * @param {1 | -1} by
   */
  advance(by) {
    const { size } = this.board.shape;
    const next = Math.min(Math.max(0, this.board.selection.cursor + by), size * size - 1);
    this.board.select([next]);
    this.board.focus();
  }

  /**
   * @override
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (this.board.key(event) || this.photo.key(event)) return true;
    const meaning = meaningOf(event, this.board.shape);
    if (meaning && "digit" in meaning) this.write(meaning.digit);
    else if (event.key === "Backspace") this.eraseBack();
    else if (event.key === "." || event.key === "0" || meaning?.command === "mode") this.skip();
    else return meaning ? this.command(meaning.command) : false;
    return true;
  }

  /** @param {Command} command */
  command(command) {
    if (command === "erase") this.write(0);
    else if (command === "undo" || command === "redo") this.step(command);
    else return false;
    return true;
  }

  /** Leaves the cell empty and goes on. */
  skip() {
    this.write(0);
    if (this.board.selection.single !== null) this.advance(1);
  }

  /** Erases what was typed last, or the cell; from an empty one the cursor goes back, as in a text. */
  eraseBack() {
    const { single } = this.board.selection;
    if (single !== null && (single === this.typedBefore || !this.draft.values[single])) this.advance(-1);
    this.write(0);
    this.typedBefore = this.board.selection.cursor;
  }

  /**
   * A puzzle, or a picture of one, that is pasted anywhere on the page.
   * @param {ClipboardEvent} event
   */
  async paste(event) {
    const text = event.clipboardData?.getData("text") ?? "";
    const picture = text ? null : pictureIn(event.clipboardData);
    if (document.querySelector("dialog[open]")) return;
    if (picture) {
      event.preventDefault();
      await this.photo.read(picture);
    }
    if (event.target === this.text || !text.trim()) return;
    event.preventDefault();
    this.text.value = text.trim();
    this.typed();
  }

  makePhotoPanel() {
    return new PhotoPanel({
      cursor: () => this.board.selection.cursor,
      select: (cell) => {
        this.board.select([cell]);
        this.board.focus();
      },
      write: (digit) => this.write(digit),
      status: (text, failed) => this.showReading(text, failed),
      filled: (reading) => this.takePhoto(reading),
      redraw: () => this.show(),
    });
  }

  /**
   * How far the reading of a photograph is; what is on the board stays.
   * @param {string} text
   * @param {boolean} failed
   */
  showReading(text, failed) {
    this.judged++;
    this.verdict.textContent = text;
    this.verdict.className = failed ? "verdict error" : "verdict";
    this.rating.textContent = "";
  }

  /** @param {PhotoReading} reading */
  takePhoto({ puzzle }) {
    this.takeOver(puzzle);
    this.photographed = this.draft.past.length;
    this.changed();
  }

  typed() {
    if (this.text.value.trim()) this.judgeSoon();
    else this.showVerdict(null);
  }

  // -- the verdict --------------------------------------------------------------------------------------------

  /** What is to be judged: the pasted text, or the board. */
  input() {
    const text = this.text.value.trim();
    if (text) return { text: puzzleIn(text) };
    if (this.variant) return { text: withGivens(this.variant, this.draft.values) };
    return this.draft.empty ? null : { values: this.draft.values, layout: this.layout };
  }

  judgeSoon() {
    clearTimeout(this.timer);
    this.share = "";
    this.judged++;
    setEnabled(this.buttons.play, false);
    const input = this.input();
    if (input) this.timer = setTimeout(() => this.judge(input), DELAY);
    else this.showVerdict(null);
  }

  /** @param {Input} input */
  async judge(input) {
    const number = ++this.judged;
    const verdict = await this.ask(input);
    if (number !== this.judged) return;
    this.showVerdict(verdict);
    if (!this.share || verdict.kind !== "one") return;
    try {
      const { text } = await api.rate(this.share);
      if (number === this.judged) this.rating.textContent = text;
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error; // without a rating, then
    }
  }

  /**
   * @param {Input} input
   * @returns {Promise<Judgement>}
   */
  async ask(input) {
    try {
      return await api.parse(input);
    } catch (error) {
      if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
      const away = t("The game server is not responding. Is “sudoku web” still running?");
      const text = error instanceof Refused ? error.message : away;
      return { kind: "error", text, cells: [], playable: false, puzzle: null };
    }
  }

  /** @param {Judgement | null} verdict  null: there is nothing to judge yet */
  showVerdict(verdict) {
    const puzzle = verdict?.puzzle ?? null;
    this.share = verdict?.playable && puzzle ? puzzle.share : "";
    this.verdict.textContent = verdict?.text ?? t("Paste a puzzle, or select a cell and type.");
    this.verdict.className = `verdict ${verdict?.kind ?? ""}`;
    this.rating.textContent = "";
    setEnabled(this.buttons.play, this.share !== "");
    if (!verdict) return;
    const pasted = this.text.value.trim() !== "";
    if (pasted && puzzle) {
      this.photo.forget();
      this.takeOver(puzzle);
    }
    this.show(verdict.kind === "conflict" && !pasted ? verdict.cells : []);
  }

  /** @param {NonNullable<Judgement["puzzle"]>} puzzle  from a text */
  takeOver(puzzle) {
    const { layout, shape, givens } = puzzle;
    const board = this.boards.find((each) => each.layout === layout)?.name ?? puzzle.board;
    this.layout = layout;
    const values = valuesOf(givens);
    if (values.length !== this.draft.values.length || board !== this.draft.board)
      this.draft = new Draft(board, shape.size);
    this.setShape(shape);
    this.setRules(puzzle);
    this.draft.change(values);
    if (this.boards.some((each) => each.name === board)) this.choice.value = board;
  }

  async play() {
    Draft.forget();
    await this.page.create({ puzzle: this.share });
  }
}

/**
 * @param {string} id
 * @param {string} text
 * @param {HTMLElement} input
 */
function field(id, text, input) {
  return h("div", { class: "field" }, h("label", { for: id, text }), input);
}
