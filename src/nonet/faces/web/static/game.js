// The screen of a game: board, keypad, tools. It turns presses into actions for the server, and draws what comes back;
// game_keys.js says what the keys of a keyboard do.

import { api, messageOf } from "./api.js";
import { Board } from "./board.js";
import { button, keepFocus, refill } from "./buttons.js";
import { CagePanel, cagesAt } from "./cage_panel.js";
import { digitsLeft } from "./digits.js";
import { fill, h, set } from "./dom.js";
import { giveFeedback, occasionOf } from "./feedback.js";
import { finishCard } from "./finish_card.js";
import { GameClient } from "./game_client.js";
import { GameHeader } from "./game_header.js";
import { GameKeys } from "./game_keys.js";
import { openMenu, toolButtons } from "./game_menu.js";
import { HintPanel } from "./hint_panel.js";
import { Keypad } from "./keypad.js";
import { colourActions, digitAction, markAction } from "./moves.js";
import { rulesPanel } from "./rules_panel.js";
import { Screen } from "./screen.js";
import { openShare } from "./share_dialog.js";
import { openTogether } from "./together_dialog.js";
import { ToolBar } from "./tool_bar.js";
import { t, titleOf } from "./words.js";

/**
 * @import { Action, Game, Help, Settings } from "../api_types.d.ts"
 * @import { GameEvent } from "./game_client.js"
 * @import { Mode } from "./moves.js"
 * @import { Host } from "./screen.js"
 * @import { Together } from "./together.js"
 */

const URGENT = ["rule-broken", "clue-broken", "mistake", "refused", "no-place-left", "full", "unchecked"]; // events that interrupt a screen reader

export class GameScreen extends Screen {
  /**
   * @param {Host} page
   * @param {Game} game
   * @param {(screen: GameScreen) => Together} [join]  joins those who play it, too
   */
  constructor(page, game, join) {
    super(h("div", { class: "game" }));
    /** @type {Together | null} */
    this.together = null;
    this.page = page;
    this.client = new GameClient(game, page.settings, (events) => this.changed(events));
    this.status = game.status;
    this.hidden = String(game.hidden);
    this.heldDigit = 0; // with the digit first: the one that a tap writes
    this.keys = new GameKeys(this);
    this.board = new Board(game.shape, {
      label: t("Board"),
      rules: game.rules?.drawing ?? null,
      selected: () => this.selected(),
      tapped: (cell) => this.tapped(cell),
    });
    this.keypad = new Keypad(game.shape, {
      write: (digit) => this.write(digit),
      erase: () => this.erase(),
      paint: (colour, digit) => this.paint(colour, digit),
      modeChanged: () => this.refresh(),
    });
    this.hint = new HintPanel(this.client, {
      light: (hint) => this.light(hint),
      play: (moves) => this.act(...moves),
      say: (text, options) => page.say(text, options),
      leave: () => this.board.focus(),
    });
    this.header = new GameHeader(this.client, () => this.togglePause());
    this.message = h("p", { class: "said", "aria-hidden": "true" });
    this.veil = h("div", { class: "veil", hidden: true });
    this.scroll = h("div", { class: "board-scroll" }, this.board.element);
    this.tools = new ToolBar({
      undo: () => this.act({ type: "undo" }),
      redo: () => this.act({ type: "redo" }),
      multiSelect: () => this.toggleMultiSelect(),
      hint: () => this.hint.ask(),
      menu: () => openMenu(this),
    });
    this.cages = new CagePanel((cells) => this.selectCage(cells));
    this.rules = h("div", { class: "rules-words" });
    this.extra = h("div", { class: "extra" });
    this.end = h("div", { hidden: true });
    const parts = [this.cages.element, this.keypad.element, this.tools.element, this.hint.element];
    this.desk = h("div", { class: "desk" }, this.end, ...parts, this.rules, this.extra);
    this.build();
    this.leaving = () => this.client.sendLast();
    this.visibility = () => this.client.setHidden(document.hidden);
    if (join) {
      this.together = join(this);
      this.placeRoom();
      this.refresh();
    }
    addEventListener("pagehide", this.leaving);
    document.addEventListener("visibilitychange", this.visibility);
  }

  build() {
    this.board.element.append(this.veil);
    const { element: header, progress } = this.header;
    const table = h("div", { class: "table" }, header, progress, this.scroll, this.message);
    fill(this.element, table, this.desk);
    this.element.addEventListener("mousedown", keepFocus);
    this.translate();
    const empty = this.client.state.values.indexOf(0);
    if (!this.client.over) this.board.select([Math.max(0, empty)]);
  }

  /** @override */
  get title() {
    return `${titleOf(this.client.state)} · nonet`;
  }

  /** @override */
  focus() {
    if (!this.client.over) this.board.focus();
  }

  /** @override */
  close() {
    this.together?.close();
    this.header.close();
    removeEventListener("pagehide", this.leaving);
    document.removeEventListener("visibilitychange", this.visibility);
    this.client.close();
  }

  /** @override */
  translate() {
    this.keypad.build();
    this.tools.translate();
    set(this.board.grid, "aria-label", t("Board: {title}", { title: titleOf(this.client.state) }));
    this.showVeil();
    this.showRules();
    this.together?.show();
    this.refresh();
  }

  /** @override @param {Settings} settings */
  async applySettings(settings) {
    this.client.settings = settings;
    await this.page.attempt(() => this.client.reload());
    this.showRules();
    this.keypad.build();
    this.refresh();
  }

  // -- drawing ----------------------------------------------------------------------------------------------

  refresh() {
    const { client, board } = this;
    const { state, unsent, over } = client;
    const held = this.digitFirst && this.keypad.mode !== "colour" ? this.heldDigit : null;
    board.heldDigit = held ?? 0;
    const position = client.position();
    board.show(position);
    this.keypad.show(unsent.length ? digitsLeft(position.values, client.shape) : state.left, held);
    this.header.show(this.page.settings.show_timer);
    const waiting = unsent.length > 0;
    const { multiSelect } = board;
    const alone = !this.together?.shared; // with others, only one's own last move is taken back
    const canRedo = alone && (state.can_redo || waiting);
    this.tools.show({ canUndo: state.can_undo || waiting, canRedo, multiSelect, over });
    const paused = client.paused && !over;
    board.element.classList.toggle("paused", paused);
    this.veil.hidden = !paused;
    board.grid.inert = paused;
    this.desk.inert = paused;
    this.keypad.element.hidden = over;
    if (!over) this.hideEnd();
    else if (this.end.hidden) this.showEnd({ animated: false });
    refill(this.extra, toolButtons(this));
    this.cages.show(over ? [] : state.cages, board.selection.sorted);
    this.page.showUnsent(unsent.length);
    const hidden = String(state.hidden);
    if (hidden !== this.hidden) this.liftFog(hidden);
  }

  /**
   * Draws what is seen of the rules now.
   * @param {string} hidden  the cells in the fog
   */
  liftFog(hidden) {
    this.hidden = hidden;
    this.board.setRules(this.client.state.rules?.drawing ?? null);
    this.showRules();
  }

  /** What covers the board in a pause. */
  showVeil() {
    const resume = button(t("Continue"), { icon: "play", main: true, press: () => this.togglePause() });
    fill(this.veil, h("p", { text: t("Paused") }), resume);
  }

  /** The rules of a variant, in the language of the page. */
  showRules() {
    const { rules, about } = this.client.state;
    const panel = rulesPanel(rules, about);
    this.board.setClues(rules?.clues ?? []);
    fill(this.rules, panel);
    this.rules.hidden = !panel;
  }

  /** @param {{ animated: boolean }} options */
  showEnd({ animated }) {
    this.end.hidden = false;
    fill(this.end, finishCard(this.client, this.page, { animated, share: () => this.share() }));
    this.placeRoom();
  }

  hideEnd() {
    this.end.hidden = true;
    fill(this.end);
    this.placeRoom();
  }

  /** Who plays stands below the tools; after the end, the result of a race is what everyone wants to see first. */
  placeRoom() {
    const first = this.together?.shared === false && !this.end.hidden;
    if (this.together) (first ? this.end : this.rules).before(this.together.element);
  }

  /** @param {Help | null} hint */
  light(hint) {
    this.board.light(hint);
    this.desk.classList.toggle("busy", hint !== null);
  }

  /** After every move and every answer of the server. @param {GameEvent[]} events */
  changed(events) {
    const solvedNow = this.status === "playing" && this.client.status === "finished";
    const confirmed = !solvedNow && this.client.over && events.some(({ type }) => type === "finished");
    this.status = this.client.status;
    if (events.length) this.hint.close();
    if (solvedNow || confirmed) this.showEnd({ animated: solvedNow });
    this.refresh();
    const texts = events.map(({ text }) => text).filter(Boolean);
    const urgent = events.some(({ type, text }) => text && URGENT.includes(type));
    if (texts.length) this.announce(texts.join(" "), { urgent });
    this.board.pulse(events.flatMap(({ houses }) => houses ?? []));
    const occasion = occasionOf(events);
    if (occasion) giveFeedback(occasion, this.page.settings);
    if (!solvedNow) return;
    this.board.celebrate();
    this.board.select([], this.board.selection.cursor);
    setTimeout(() => this.end.querySelector("h2")?.focus({ preventScroll: true }), 700);
  }

  /**
   * Says something below the board, and to screen readers.
   * @param {string} text
   * @param {{ urgent?: boolean }} [options]
   */
  announce(text, { urgent = false } = {}) {
    this.message.textContent = text;
    this.message.classList.toggle("alarm", urgent);
    this.page.say(text, { urgent });
  }

  selected() {
    this.together?.point();
    if (!this.client.over) this.cages.show(this.client.state.cages, this.board.selection.sorted);
  }

  /** @param {number[]} cells */
  selectCage(cells) {
    this.board.select(cells, cells[0]);
    this.board.focus();
  }

  /** Says how the selected cage can be filled. */
  sayCombinations() {
    if (!this.client.state.cages.length) return;
    const cages = cagesAt(this.client.state.cages, this.board.selection.sorted);
    const texts = cages.map(({ text }) => text);
    this.announce(texts.join(" ") || t("Select cells of a cage to see its combinations."));
  }

  // -- what the player does -----------------------------------------------------------------------------------

  get digitFirst() {
    return this.page.settings.input === "digit";
  }

  /** @param {...Action} actions */
  act(...actions) {
    return this.client.act(...actions);
  }

  /**
   * A digit key: it writes into the selected cells, or is held for the cells that are tapped next.
   * @param {number} digit
   * @param {Mode} [mode]
   */
  write(digit, mode = this.keypad.mode) {
    if (this.digitFirst) {
      this.heldDigit = this.heldDigit === digit ? 0 : digit;
      this.refresh();
    } else {
      this.writeInto(this.board.selection.sorted, digit, mode);
    }
  }

  /** @param {number[]} cells @param {number} digit @param {Mode} mode */
  writeInto(cells, digit, mode) {
    if (cells.length) this.act(digitAction(this.client.position(), cells, digit, mode));
  }

  /** @param {number} cell */
  tapped(cell) {
    const { mode } = this.keypad;
    if (this.digitFirst && this.heldDigit && mode !== "colour") this.writeInto([cell], this.heldDigit, mode);
  }

  erase() {
    const cells = this.board.selection.sorted;
    if (cells.length) this.act({ type: "clear", cells });
  }

  /**
   * @param {number} colour
   * @param {number} digit  0: the whole cell
   */
  paint(colour, digit) {
    const cells = this.board.selection.sorted;
    if (cells.length) this.act(...colourActions(cells, digit, colour));
  }

  reveal() {
    const cells = this.board.selection.sorted;
    if (cells.length) this.act({ type: "reveal", cells });
  }

  toggleMultiSelect() {
    this.board.multiSelect = !this.board.multiSelect;
    this.refresh();
  }

  toggleZoom() {
    this.scroll.classList.toggle("zoomed");
    this.board.focus();
  }

  togglePause() {
    const paused = !this.client.paused;
    this.together?.pause(paused);
    this.setPaused(paused);
    this.page.say(paused ? t("Paused") : t("The game continues."));
    if (paused) this.veil.querySelector("button")?.focus();
    else this.board.focus();
  }

  /** @param {boolean} paused */
  setPaused(paused) {
    if (paused === this.client.paused) return;
    this.client.setPaused(paused);
    this.refresh();
  }

  async check() {
    await this.client.settle();
    try {
      const { wrong, text } = await api.check(this.client.id);
      this.board.show({ ...this.client.position(), mistakes: new Set(wrong) });
      this.announce(text, { urgent: wrong.length > 0 });
    } catch (error) {
      this.announce(messageOf(error), { urgent: true });
    }
  }

  mark() {
    return this.act(markAction(this.client.state.marks));
  }

  returnToLastMark() {
    const name = this.client.state.marks.at(-1);
    if (name) this.act({ type: "return-to", name });
    else this.announce(t("There is no mark yet."), { urgent: true });
  }

  share() {
    openShare(this.client, (text, options) => this.announce(text, options));
  }

  playTogether() {
    openTogether(this.client, this.page, (text, options) => this.announce(text, options));
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    return this.keys.press(event);
  }
}
