// The setter's desk: a variant puzzle is drawn rule by rule, while the server counts its solutions.

import { api } from "./api.js";
import { Board } from "./board.js";
import { button, keepFocus, setEnabled } from "./buttons.js";
import { chooseLayout, field } from "./choice.js";
import { Analysis } from "./desk_analysis.js";
import { contentsOf, emptyBoard, VariantDraft } from "./desk_draft.js";
import { DeskEditor } from "./desk_editor.js";
import { PalettePanel } from "./desk_palette.js";
import { PathPanel } from "./desk_path.js";
import { RulesPanel } from "./desk_rules.js";
import { shareDraft } from "./desk_share.js";
import { DeskStatus } from "./desk_status.js";
import { WordsPanel } from "./desk_words.js";
import { confirm } from "./dialogs.js";
import { digitsLeft, firstDigit, valuesOf } from "./digits.js";
import { closest, fill, h, set } from "./dom.js";
import { Keypad } from "./keypad.js";
import { digitPlace, meaningOf } from "./keys.js";
import { puzzleIn } from "./link.js";
import { digitsOf, emptyPosition } from "./position.js";
import { withRoom } from "./rule_layer.js";
import { Screen } from "./screen.js";
import { cornerAt, edgeAt, marginAt } from "./stroke_places.js";
import { cellsOf } from "./strokes.js";
import { T, t } from "./words.js";

/**
 * @import { Boards, Operations, Palette } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

const ROOM = 0.8; // beside the board for clues, in cells
const OWN_POINTER = "button, input, select, textarea, summary, .desk"; // what is pressed itself, not the board's margin

export class DeskScreen extends Screen {
  /** @param {Host} page @param {Boards["boards"]} boards @param {Palette} palette */
  constructor(page, boards, palette) {
    super(h("div", { class: "setter game" }), { name: T("Setter’s desk") });
    this.page = page;
    // Each layout once: variants share theirs with the classic board.
    this.boards = boards.filter((each, place) => boards.findIndex(({ layout }) => layout === each.layout) === place);
    const tools = new Map(palette.tools.map((tool) => [tool.kind, tool]));
    const usual = boards.find(({ name }) => name === "9x9") ?? boards[0];
    const draft = VariantDraft.kept() ?? new VariantDraft(emptyBoard(usual.layout, usual.shape));
    this.editor = new DeskEditor(draft, tools, {
      changed: () => this.changed(),
      say: (text, alarm) => this.say(text, alarm),
    });
    this.showsCandidates = true;
    this.analysis = new Analysis(api, () => this.show());
    const { shape } = draft.contents;
    this.board = new Board(shape, { label: t("Board to draw on") });
    this.keypad = new Keypad(shape, {
      write: (digit) => this.digit(digit),
      erase: () => this.digit(null),
      type: (figure) => this.editor.digit(figure, this.board.selection.cells),
    });
    this.status = new DeskStatus();
    this.path = new PathPanel((step) => (step ? this.explain(step) : this.leaveStep()));
    this.step = 0; // of the path, shown on the board in place of the draft; 0: none
    /** @type {Operations["POST /api/desk/step"]["answer"] | null} */
    this.explained = null;
    this.panel = new PalettePanel(palette, {
      choose: (tool) => {
        this.editor.choose(tool);
        this.show();
      },
      toggle: (tool, fields) => this.editor.switch(tool, fields),
    });
    this.rules = new RulesPanel(tools, {
      choose: (place) => this.chooseRule(place),
      remove: (place) => this.editor.removeRule(place),
      change: (place, rule) => this.editor.changeRule(place, rule),
    });
    this.words = new WordsPanel((about) => {
      this.editor.draft.amend({ about }); // the puzzle is the same: nothing is asked, and the field has its own undo
      this.show();
    });
    this.said = h("p", { class: "said" });
    this.text = h("input", { class: "input", id: "desk-text", autocomplete: "off", spellcheck: "false" });
    this.layoutChoice = h("select", { class: "input", id: "desk-layout", on: { change: () => this.clear() } });
    this.table = h("div", { class: "table" });
    this.released = (/** @type {PointerEvent} */ event) => this.strokeEnds(event);
    this.buttons = this.makeButtons();
    this.listen();
    this.board.select([0]);
    this.translate();
    this.started = this.changed();
  }

  /** @override */
  close() {
    this.analysis.stop();
    document.removeEventListener("pointerup", this.released);
  }

  /** @override */
  focus() {
    this.board.focus();
  }

  listen() {
    this.element.addEventListener("mousedown", keepFocus);
    document.addEventListener("pointerup", this.released); // a stroke may end beside the board
    this.element.addEventListener("pointerdown", (event) => this.besideBoard(event));
    this.text.addEventListener("keydown", (event) => event.key === "Enter" && this.open(this.text.value));
  }

  // -- the screen ---------------------------------------------------------------------------------------------

  /** @override */
  translate() {
    this.panel.build();
    this.rules.translate();
    this.words.translate();
    this.keypad.build();
    this.buttons = this.makeButtons();
    const { play, share, undo, redo, clear, open, candidates } = this.buttons;
    fill(
      this.table,
      h("div", { class: "game-line" }, h("h1", { text: t("Setter’s desk") }), undo, redo),
      this.board.element,
      this.said,
      this.keypad.body,
    );
    fill(
      this.element,
      this.table,
      h(
        "div",
        { class: "desk" },
        this.status.element,
        h("div", { class: "buttons" }, play, share, candidates),
        this.path.element,
        this.rules.form,
        this.panel.element,
        this.rules.element,
        this.words.element,
        field("desk-layout", t("Board"), this.layoutChoice),
        field(
          "desk-text",
          t("Open a link, a text, or an empty board such as 4x7 or 6x6:1-9"),
          h("div", { class: "copy" }, this.text, open),
        ),
        h("div", { class: "buttons" }, clear),
      ),
    );
    this.show();
  }

  makeButtons() {
    return {
      play: button(t("Play"), { icon: "play", main: true, press: () => this.play() }),
      share: button(t("Share"), { icon: "share", press: () => this.share() }),
      undo: button("", { icon: "undo", label: t("Undo"), press: () => this.editor.step("undo") }),
      redo: button("", { icon: "redo", label: t("Redo"), press: () => this.editor.step("redo") }),
      clear: button(t("Clear"), { icon: "bin", press: () => this.clear() }),
      open: button(t("Open"), { icon: "open", press: () => this.open(this.text.value) }),
      candidates: button(t("Candidates"), {
        icon: "candidates",
        press: () => {
          this.showsCandidates = !this.showsCandidates;
          this.show();
        },
      }),
    };
  }

  /** The draft is another one: it is shown, and the server is asked about it. */
  changed() {
    const { shape } = this.editor.draft.contents;
    if (JSON.stringify(shape) !== JSON.stringify(this.board.shape)) {
      this.analysis.forget();
      this.board.setRules(null);
      this.board.setShape(shape);
      this.keypad.setShape(shape);
      this.board.select([0]);
    }
    this.leaveStep();
    return this.analysis.ask(this.editor.request); // nobody waits for it: the answers are shown when they come
  }

  show() {
    const { draft, current, tool } = this.editor;
    const { values, rules, shape } = draft.contents;
    const { findings } = this.analysis;
    const { check, solutions, contradiction } = findings;
    this.status.show(findings, draft.empty);
    this.path.show(findings.path, this.step, this.explained?.help ?? null);
    this.showBoard();
    this.panel.show(tool, rules);
    const blamed = (contradiction?.clues ?? []).flatMap(({ rule }) => (rule === null ? [] : [rule]));
    this.rules.show({ rules, current, check, shape, blamed });
    this.words.show(draft.contents.about);
    this.keypad.setTypesNumber(this.editor.typesNumber);
    this.keypad.show(digitsLeft(values, shape), null);
    setEnabled(this.buttons.play, solutions !== null && solutions.kind !== "none");
    setEnabled(this.buttons.share, !draft.empty && check !== null && !check.troubles.length);
    setEnabled(this.buttons.undo, draft.past.length > 0);
    setEnabled(this.buttons.redo, draft.future.length > 0);
    set(this.buttons.candidates, "aria-pressed", this.showsCandidates);
    chooseLayout(this.layoutChoice, this.boards, draft.contents.layout);
  }

  showBoard() {
    const { values, rules, shape } = this.editor.draft.contents;
    const { check, candidates: masks, contradiction } = this.analysis.findings;
    // A rule that makes no sense is not drawn; its cells are marked instead.
    const wrong = [...(check?.troubles ?? []), ...(contradiction?.clues ?? [])].flatMap(({ cells, rule }) =>
      cells.length || rule === null || !rules[rule] ? cells : cellsOf(rules[rule], shape),
    );
    const candidates = this.showsCandidates && masks?.length === values.length ? masks.map(digitsOf) : null;
    const isWhole = wrong.length > 3 * shape.size; // a rule about the whole board
    const beside = this.drawsBeside ? ROOM : 0;
    if (check) this.board.setRules(withRoom(check.drawing, beside));
    const before = this.explained; // the position before the step
    this.board.element.classList.toggle("draft", !before);
    this.board.show({
      ...emptyPosition(values),
      ...(candidates && { candidates, auto: true }),
      ...(before && {
        values: valuesOf(before.values, shape),
        candidates: before.candidates.map(digitsOf),
        auto: true,
      }),
      conflicts: new Set(isWhole ? [] : wrong),
      highlightPeers: false,
    });
  }

  /** @param {string} text @param {boolean} [alarm] */
  say(text, alarm = false) {
    this.said.textContent = text;
    this.said.classList.toggle("alarm", alarm);
    this.page.say(text, { urgent: alarm });
  }

  // -- the path -----------------------------------------------------------------------------------------------

  /** Shows a step of the path in its position. An edit or Escape brings the draft back. @param {number} step */
  async explain(step) {
    const { signal } = this.analysis.asking;
    const found = await this.page.attempt(() => api.pathStep({ ...this.editor.request, step }, signal));
    if (!found || signal.aborted) return;
    this.step = step;
    this.explained = found;
    this.board.light(found.help);
    this.show();
    this.page.say(found.help.short);
  }

  leaveStep() {
    if (!this.step) return;
    this.step = 0;
    this.explained = null;
    this.board.light(null);
    this.show();
  }

  // -- the pointer --------------------------------------------------------------------------------------------

  /** @param {PointerEvent} event */
  strokeEnds(event) {
    const { tool } = this.editor;
    if (!tool || !this.board.pointer.release(event)) return;
    const stroke = [...this.board.selection.cells];
    if (stroke.length > 1 || tool.gesture === "marks") this.draw(stroke);
    else if (tool.gesture === "edge") this.draw(edgeAt(...this.placeOf(event), this.editor.shape) ?? []);
    else if (tool.gesture === "corner") this.draw(cornerAt(...this.placeOf(event), this.editor.shape) ?? []);
    else {
      const place = this.editor.ruleAt(stroke[0]);
      if (place >= 0) this.chooseRule(place);
    }
  }

  /** Whether the current tool draws beside the board. */
  get drawsBeside() {
    return ["outside", "diagonal"].includes(this.editor.tool?.gesture ?? "");
  }

  /** A click beside the board. @param {PointerEvent} event */
  besideBoard(event) {
    if (!this.drawsBeside || closest(event, OWN_POINTER)) return;
    const diagonal = this.editor.tool?.gesture === "diagonal";
    const stroke = marginAt(...this.placeOf(event), this.editor.shape, diagonal);
    if (!stroke) return;
    event.preventDefault();
    this.draw(stroke);
    this.board.focus(); // its clue is typed next
  }

  /**
   * Where the pointer is, in cells from the top left corner of the board.
   * @param {PointerEvent} event
   * @returns {[x: number, y: number]}
   */
  placeOf({ clientX, clientY }) {
    const { left, top, width } = this.board.grid.getBoundingClientRect();
    const cell = width / this.editor.shape.columns;
    return [(clientX - left) / cell, (clientY - top) / cell];
  }

  /** @param {number[]} stroke */
  draw(stroke) {
    const { selection } = this.board;
    if (this.editor.draw(stroke)) this.board.select([selection.cursor]);
  }

  /** @param {number} place */
  chooseRule(place) {
    const cells = this.editor.chooseRule(place);
    if (cells.length) this.board.select(cells);
    this.show();
  }

  // -- keys ---------------------------------------------------------------------------------------------------

  /** @param {number | null} digit */
  digit(digit) {
    const { editor, board } = this;
    const isClue = digit && editor.current >= 0;
    editor.digit(isClue ? digit + firstDigit(board.shape.symbols) - 1 : digit, board.selection.cells);
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    const { editor } = this;
    if (this.board.key(event)) return true;
    const number = editor.typesNumber && !event.ctrlKey && !event.metaKey && !event.altKey ? digitPlace(event) : null;
    if (event.key === "Enter" && editor.tool) this.draw([...this.board.selection.cells]);
    else if (event.key === "Escape" && this.step) this.leaveStep();
    else if (event.key === "Escape" && editor.tool) this.panel.actions.choose(null);
    else if (event.key === "Delete" && editor.current >= 0) editor.removeRule(editor.current);
    else if (number !== null) editor.digit(number, []);
    else return this.command(event);
    return true;
  }

  /** @param {KeyboardEvent} event */
  command(event) {
    const meaning = meaningOf(event, this.board.shape);
    if (!meaning) return false;
    if ("digit" in meaning) this.digit(meaning.digit);
    else if (meaning.command === "undo" || meaning.command === "redo") this.editor.step(meaning.command);
    else if (meaning.command === "erase") this.digit(null);
    else return false;
    return true;
  }

  // -- other drafts -------------------------------------------------------------------------------------------

  /** Begins with an empty board of the chosen kind; undo brings the old one back. */
  clear() {
    const board = this.boards.find(({ layout }) => layout === this.layoutChoice.value);
    const { layout, shape } = board ?? this.editor.draft.contents;
    this.editor.replace(emptyBoard(layout, shape));
  }

  /**
   * A link or a text.
   * @override
   * @param {ClipboardEvent} event
   * @param {string} text
   */
  async paste(event, text) {
    const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (inField || !text) return;
    event.preventDefault();
    await this.open(text);
  }

  /** @param {string} text */
  async open(text) {
    if (!text.trim()) return;
    const found = await this.page.attempt(() => api.openDraft({ text: puzzleIn(text.trim()) }));
    if (!found) return;
    this.text.value = "";
    this.editor.replace(contentsOf(found));
    this.say(t("Opened."));
  }

  share() {
    return shareDraft(this.page, this.editor.exported);
  }

  async play() {
    const several = this.analysis.findings.solutions?.kind !== "one";
    const question = t("This puzzle does not have exactly one solution yet. Play it all the same?");
    if (several && !(await confirm(question, t("Play")))) return;
    const answer = await this.page.attempt(() => api.exportDraft(this.editor.exported));
    const text = answer?.texts.find(({ format }) => format === "json")?.text;
    if (text) await this.page.create({ puzzle: text });
  }
}
