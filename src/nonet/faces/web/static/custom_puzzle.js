// A puzzle of the player's own: pasted as text in any format, photographed, or typed into a board. The server judges and rates it.

import { Board } from "./board.js";
import { button, keepFocus, setEnabled } from "./buttons.js";
import { chooseLayout, field } from "./choice.js";
import { digitsLeft } from "./digits.js";
import { fill, h } from "./dom.js";
import { Draft, emptyContents } from "./draft.js";
import { Keypad } from "./keypad.js";
import { meaningOf } from "./keys.js";
import { pictureIn, takePicture } from "./open_file.js";
import { PhotoPanel } from "./photo_panel.js";
import { emptyPosition } from "./position.js";
import { PuzzleVerdict } from "./puzzle_verdict.js";
import { rulesPanel } from "./rules_panel.js";
import { Screen } from "./screen.js";
import { T, t } from "./words.js";

/**
 * @import { Boards } from "../api_types.d.ts"
 * @import { Contents } from "./draft.js"
 * @import { Command } from "./keys.js"
 * @import { Judgement } from "./puzzle_verdict.js"
 * @import { Host } from "./screen.js"
 */

export class CustomPuzzleScreen extends Screen {
  /** @param {Host} page @param {Boards["boards"]} boards */
  constructor(page, boards) {
    super(h("div", { class: "own game" }), { name: T("Your own puzzle") });
    this.page = page;
    this.boards = boards.filter(({ variant }) => !variant);
    const usual = this.boards.find(({ name }) => name === "9x9") ?? this.boards[0];
    this.draft = Draft.kept() ?? new Draft(emptyContents(usual));
    /** @type {Contents | null} */
    this.shown = null;
    this.typedBefore = -1; // the cell to which the last digit has moved the cursor
    const { shape, text } = this.draft.contents;
    this.board = new Board(shape, {
      label: t("Board to fill in"),
      selected: () => {
        this.typedBefore = -1;
        this.photo?.show();
      },
    });
    this.photo = this.makePhotoPanel();
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
    this.text.value = text;
    this.verdict = new PuzzleVerdict((verdict) => this.judged(verdict));
    this.rules = h("div", { class: "rules-words" });
    this.choice = h("select", { class: "input", id: "own-layout", on: { change: () => this.clear() } });
    this.buttons = this.makeButtons();
    this.element.addEventListener("mousedown", keepFocus);
    this.board.select([0]);
    this.translate();
    const picture = takePicture();
    if (picture) this.photo.read(picture);
  }

  /** @override */
  close() {
    this.verdict.close();
    this.photo.close();
  }

  /** @override */
  focus() {
    this.board.focus();
  }

  // -- the screen ---------------------------------------------------------------------------------------------

  /** @override */
  translate() {
    this.keypad.build();
    this.photo.translate();
    this.buttons = this.makeButtons();
    const { play, undo, redo, clear } = this.buttons;
    const advice = t(
      "After each digit the cursor moves to the next cell; Space leaves a cell empty. A puzzle or a picture can be pasted anywhere.",
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
          this.verdict.line,
          this.verdict.rating,
          h("div", { class: "buttons" }, play, clear),
        ),
        this.rules,
        this.photo.element,
        field("own-layout", t("Board"), this.choice),
        field("own-text", t("Paste a puzzle in any format, or a link"), this.text),
        h("p", { class: "soft small", text: advice }),
      ),
    );
    this.shown = null;
    this.show();
    this.judgeSoon();
  }

  makeButtons() {
    const look = "button main-button big";
    return {
      play: button(t("Play"), { icon: "play", class: look, enabled: false, press: () => this.play() }),
      undo: button("", { icon: "undo", label: t("Undo"), press: () => this.step("undo") }),
      redo: button("", { icon: "redo", label: t("Redo"), press: () => this.step("redo") }),
      clear: button(t("Clear"), { icon: "bin", press: () => this.clear() }),
    };
  }

  /** @param {number[]} [conflicts] */
  show(conflicts = []) {
    const { contents, past, future } = this.draft;
    const { values, shape, variant, photo } = contents;
    if (this.shown?.layout !== contents.layout) this.showLayout();
    if (!this.shown || this.shown.variant !== variant) {
      this.board.setRules(variant?.rules?.drawing ?? null);
      this.board.setClues(variant?.rules?.clues ?? []);
      fill(this.rules, rulesPanel(variant?.rules ?? null, variant?.about));
    }
    this.shown = contents;
    const doubtful = new Set(photo?.doubts.map(({ cell }) => cell));
    this.board.show({ ...emptyPosition(values), conflicts: new Set(conflicts), doubtful });
    this.photo.show();
    this.keypad.show(digitsLeft(values, shape), null);
    setEnabled(this.buttons.undo, past.length > 0);
    setEnabled(this.buttons.redo, future.length > 0);
  }

  showLayout() {
    const { layout, shape } = this.draft.contents;
    chooseLayout(this.choice, this.boards, layout);
    if (JSON.stringify(shape) === JSON.stringify(this.board.shape)) return;
    this.board.setShape(shape);
    this.keypad.setShape(shape);
    this.board.select([0]);
  }

  // -- input --------------------------------------------------------------------------------------------------

  /** Begins with an empty board of the chosen kind. */
  clear() {
    const board = this.boards.find(({ layout }) => layout === this.choice.value) ?? this.draft.contents;
    this.photo.cancel();
    this.draft.change(emptyContents(board));
    this.board.select([0]);
    this.changed();
  }

  /** @param {number} digit */
  write(digit) {
    const { selection } = this.board;
    const doubtful = [...selection.cells].some((cell) => this.photo.isDoubtful(cell));
    this.draft.write(selection.cells, digit);
    this.changed();
    if (doubtful || selection.single === null || !digit) return;
    this.advance(1);
    this.typedBefore = this.board.selection.cursor;
  }

  /** @param {"undo" | "redo"} way */
  step(way) {
    this.draft[way]();
    this.changed();
  }

  changed() {
    this.text.value = this.draft.contents.text;
    this.show();
    this.judgeSoon();
  }

  /** To the next cell, or to the one before. @param {1 | -1} by */
  advance(by) {
    const last = this.board.shape.regions.length - 1;
    const next = Math.min(Math.max(0, this.board.selection.cursor + by), last);
    this.board.select([next]);
    this.board.focus();
  }

  /** @override @param {KeyboardEvent} event */
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
    if (single !== null && (single === this.typedBefore || !this.draft.contents.values[single])) this.advance(-1);
    this.write(0);
    this.typedBefore = this.board.selection.cursor;
  }

  /**
   * A puzzle, or a picture of one.
   * @override
   * @param {ClipboardEvent} event
   * @param {string} text
   */
  async paste(event, text) {
    const picture = text ? null : pictureIn(event.clipboardData?.files);
    if (picture) {
      event.preventDefault();
      await this.photo.read(picture);
    }
    if (event.target === this.text || !text) return;
    event.preventDefault();
    this.text.value = text;
    this.typed();
  }

  typed() {
    this.draft.amend({ text: this.text.value });
    this.judgeSoon();
  }

  makePhotoPanel() {
    return new PhotoPanel({
      cursor: () => this.board.selection.cursor,
      select: (cell) => {
        this.board.select([cell]);
        this.board.focus();
      },
      write: (digit) => this.write(digit),
      photo: () => this.draft.contents.photo,
      check: (cells) => {
        this.draft.check(cells);
        this.show();
      },
      status: (text, failed) => {
        this.verdict.close(); // what is on the board stays, and so does this text
        this.verdict.say(text, failed ? "error" : undefined);
      },
      filled: (puzzle, photo) => {
        this.draft.take(puzzle, photo);
        this.changed();
      },
    });
  }

  // -- the verdict --------------------------------------------------------------------------------------------

  judgeSoon() {
    setEnabled(this.buttons.play, false);
    this.verdict.askSoon(this.draft.request);
  }

  /** @param {Judgement | null} verdict  null: there is nothing to judge yet */
  judged(verdict) {
    const { puzzle = null, kind, cells = [] } = verdict ?? {};
    const pasted = this.draft.contents.text.trim() !== "";
    setEnabled(this.buttons.play, this.verdict.share !== "");
    if (puzzle && pasted) {
      this.photo.cancel();
      this.draft.take(puzzle, null);
    } else if (puzzle?.rules) this.draft.reword(puzzle.rules);
    this.show(kind === "conflict" && !pasted ? cells : []);
  }

  async play() {
    this.draft.forget();
    await this.page.create({ puzzle: this.verdict.share });
  }
}
