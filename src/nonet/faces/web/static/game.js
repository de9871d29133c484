// The screen of a game: board, keys, tools. It turns keys and presses into actions for the server and draws
// what comes back.

import { Refused, api } from "./api.js";
import { Board } from "./board.js";
import { button, fill, h, icon, keepFocus, refill, set, setEnabled } from "./dom.js";
import { HintPanel } from "./hint.js";
import { finishCard } from "./finish.js";
import { keyOf } from "./keys.js";
import { Match } from "./match.js";
import { extraTools, openMenu } from "./menu.js";
import { COLOURS, Pad } from "./pad.js";
import { openHelp, openSettings } from "./dialogs.js";
import { clockText, clockWords, t, titleOf } from "./words.js";

export class GameScreen {
  /** `page` speaks, knows the settings, and goes elsewhere. */
  constructor(page, state) {
    this.page = page;
    this.held = 0; // digit-first: the digit in hand
    this.board = new Board({ choose: () => this.choice(), tap: (cell) => this.tapped(cell), label: t("Board") });
    this.pad = new Pad({
      write: (digit) => this.write(digit),
      erase: () => this.erase(),
      paint: (colour, digit) => this.paint(colour, digit),
      changed: () => this.refresh(),
    });
    this.hint = new HintPanel({
      light: (hint) => this.light(hint),
      act: (moves) => this.act(...moves),
      say: (text, how) => page.say(text, how),
      closed: (back) => this.hintClosed(back),
    });
    this.match = new Match(state, page.settings, (events) => this.heard(events));
    this.build();
    if (!this.match.over) this.board.pick([this.firstEmpty()], undefined, { focus: false });
    this.ticking = setInterval(() => this.tick(), 250);
    this.leaving = () => this.match.farewell();
    this.looking = () => this.match.setHidden(document.hidden);
    addEventListener("pagehide", this.leaving);
    document.addEventListener("visibilitychange", this.looking);
  }

  /** Leaves the screen: the clock of a game that nobody sees stands still. */
  close() {
    clearInterval(this.ticking);
    removeEventListener("pagehide", this.leaving);
    document.removeEventListener("visibilitychange", this.looking);
    this.match.close();
  }

  // -- building ---------------------------------------------------------------------------------------------

  build() {
    this.said = h("p", { class: "said", "aria-hidden": "true" });
    this.time = h("span", { class: "clock", role: "timer" });
    this.pauseButton = h("button", { type: "button", class: "round pause", on: { click: () => this.togglePause() } });
    this.bar = h("span");
    this.veil = h("div", { class: "veil", hidden: true });
    this.scroll = h("div", { class: "board-scroll" }, this.board.element);
    this.board.element.append(this.veil);
    this.title = h("h1");
    this.tools = h("div", { class: "tools", role: "group", "aria-label": t("Tools") });
    this.extra = h("div", { class: "extra" });
    this.end = h("div", { hidden: true });
    this.desk = h("div", { class: "desk" }, this.end, this.pad.element, this.tools, this.hint.element, this.extra);
    this.element = h(
      "div",
      { class: "game" },
      h(
        "div",
        { class: "table" },
        h("div", { class: "game-line" }, this.title, this.time, this.pauseButton),
        h("div", { class: "progress", "aria-hidden": "true" }, this.bar),
        this.scroll,
        this.said,
      ),
      this.desk,
    );
    this.element.addEventListener("mousedown", keepFocus);
    this.board.setShape(this.match.shape);
    this.dress();
    this.refresh();
  }

  /** All words anew: at the start, and when the language changes. */
  dress() {
    this.pad.build(this.match.shape);
    const tool = (sign, name, text, press, attributes = {}) => button(text, { icon: sign, class: `tool tool-${name}`, press, ...attributes });
    fill(
      this.tools,
      (this.undoButton = tool("undo", "undo", t("Undo"), () => this.act({ type: "undo" }))),
      (this.redoButton = tool("redo", "redo", t("Redo"), () => this.act({ type: "redo" }))),
      (this.severalButton = tool("several", "several", t("Multi-select"), () => this.toggleGathering(), { "aria-pressed": "false" })),
      (this.hintButton = tool("hint", "hint", t("Hint"), () => this.askHint())),
      tool("more", "more", t("Menu"), () => openMenu(this), { "aria-haspopup": "dialog" }),
    );
    set(this.board.grid, "aria-label", t("Board: {title}", { title: titleOf(this.match.state) }));
    fill(
      this.veil,
      h("p", { text: t("Paused") }),
      button(t("Continue"), { icon: "play", class: "button main-button", press: () => this.togglePause() }),
    );
  }

  // -- drawing ----------------------------------------------------------------------------------------------

  refresh() {
    const { match, board } = this;
    const { state } = match;
    const position = match.position();
    board.digit = this.digitFirst ? this.held : 0;
    board.show(position);
    this.pad.show(state.left, this.digitFirst && this.pad.mode !== "colour" ? this.held : null);
    fill(this.title, titleOf(state), h("small", { text: t("{filled} of {total} cells", { filled: state.filled, total: state.total }) }));
    this.bar.style.transform = `scaleX(${state.total ? state.filled / state.total : 0})`;
    setEnabled(this.undoButton, state.can_undo || match.waiting.length > 0);
    setEnabled(this.redoButton, state.can_redo || match.waiting.length > 0);
    set(this.severalButton, "aria-pressed", board.gathering);
    const paused = match.paused && !match.over;
    board.element.classList.toggle("paused", paused);
    this.veil.hidden = !paused;
    board.grid.inert = this.desk.inert = paused;
    const press = paused ? t("Continue") : t("Pause");
    set(this.pauseButton, "aria-label", press);
    set(this.pauseButton, "title", press);
    fill(this.pauseButton, icon(paused ? "play" : "pause"));
    this.pauseButton.hidden = match.over;
    this.showEnd();
    refill(this.extra, extraTools(this));
    this.page.waiting(match.waiting.length);
    this.tick();
  }

  showEnd() {
    const { over } = this.match;
    this.end.hidden = !over;
    this.pad.element.hidden = over;
    this.severalButton.hidden = this.hintButton.hidden = over;
    if (over && !this.end.firstChild) fill(this.end, finishCard(this, this.fresh));
    if (!over) fill(this.end);
  }

  tick() {
    const seconds = this.match.seconds();
    const text = clockText(seconds);
    this.time.hidden = !this.page.settings.show_timer;
    if (this.time.textContent === text) return;
    this.time.textContent = text;
    set(this.time, "aria-label", t("Time: {time}", { time: clockWords(seconds - (seconds % 60)) }));
  }

  /** What the board lights up for a hint. */
  light(hint) {
    this.board.light(hint && litUp(hint, this.match.shape));
    this.desk.classList.toggle("busy", Boolean(hint));
  }

  // -- what the server said -----------------------------------------------------------------------------------

  heard(events) {
    const was = this.status;
    this.status = this.match.state.status;
    if (!this.undoButton) return;
    if (events.length) this.hint.close();
    this.fresh = this.status === "finished" && was === "playing";
    this.refresh();
    this.tell(events);
    if (this.fresh) {
      this.board.celebrate();
      this.board.pick([], this.board.cursor, { focus: false });
      setTimeout(() => this.end.querySelector("h2")?.focus({ preventScroll: true }), 700);
    }
  }

  tell(events) {
    const told = events.filter((event) => event.text);
    if (!told.length) return;
    const urgent = told.some((event) => ["conflict", "mistake", "refused", "dead-end", "full"].includes(event.type));
    this.utter(told.map((event) => event.text).join(" "), { urgent });
  }

  utter(text, { urgent = false } = {}) {
    this.said.textContent = text;
    this.said.classList.toggle("alarm", urgent);
    this.page.say(text, { urgent });
  }

  // -- what the player does -------------------------------------------------------------------------------------

  get digitFirst() {
    return this.page.settings.input === "digit";
  }

  act(...actions) {
    return this.match.act(...actions);
  }

  /** A digit: written into the chosen cells, or taken in hand. */
  write(digit, mode = this.pad.mode) {
    if (this.digitFirst) {
      this.held = this.held === digit ? 0 : digit;
      this.refresh();
      return;
    }
    this.writeInto(this.board.targets, digit, mode);
  }

  writeInto(cells, digit, mode) {
    if (!cells.length) return;
    const position = this.match.position();
    if (mode === "corner" || mode === "centre") {
      const notes = mode === "centre" ? position.centre : position.auto ? position.candidates : position.corner;
      const empty = cells.filter((cell) => !position.values[cell]);
      const has = (cell) => notes[cell].includes(digit);
      const on = mode === "corner" && position.auto ? !empty.some(has) : !empty.every(has);
      this.act({ type: "note", cells, digit, kind: mode, on });
    } else if (cells.every((cell) => position.values[cell] === digit)) {
      this.act({ type: "clear", cells });
    } else {
      this.act({ type: "place", cells, digit });
    }
  }

  tapped(cell) {
    if (this.digitFirst && this.held && this.pad.mode !== "colour") this.writeInto([cell], this.held, this.pad.mode);
  }

  erase() {
    if (this.board.targets.length) this.act({ type: "clear", cells: this.board.targets });
  }

  paint(colour, digit) {
    const cells = this.board.targets;
    if (!cells.length) return;
    if (!digit) this.act({ type: "paint", cells, colour });
    else this.act(...cells.map((cell) => ({ type: "paint-candidate", cell, digit, colour })));
  }

  toggleGathering() {
    this.board.gathering = !this.board.gathering;
    this.refresh();
  }

  toggleZoom() {
    this.scroll.classList.toggle("zoomed");
    this.board.cells[this.board.cursor].element.scrollIntoView({ block: "center", inline: "center" });
  }

  togglePause() {
    const { paused } = this.match;
    this.match.setPaused(!paused);
    this.refresh();
    this.page.say(paused ? t("The game continues.") : t("Paused"));
    if (paused) this.board.focus();
    else this.veil.querySelector("button").focus();
  }

  askHint() {
    return this.hint.ask(this.match);
  }

  async check() {
    await this.match.settle();
    try {
      const answer = await api.check(this.match.id);
      this.board.light({ cells: answer.wrong.map((cell) => ({ cell, role: "wrong" })) });
      this.utter(answer.text, { urgent: answer.wrong.length > 0 });
    } catch (error) {
      this.utter(error instanceof Refused ? error.message : t("This needs the server, which is not responding."), { urgent: true });
    }
  }

  mark() {
    const taken = new Set(this.match.state.marks);
    let number = taken.size + 1;
    while (taken.has(String(number))) number++;
    return this.act({ type: "mark", name: String(number) });
  }

  returnToLast() {
    const name = this.match.state.marks.at(-1);
    if (name) this.act({ type: "return-to", name });
    else this.utter(t("There is no mark yet."), { urgent: true });
  }

  hintClosed(back) {
    if (back) this.board.focus();
  }

  choice() {
    if (this.match && !this.hint.open) this.board.light(null);
  }

  // -- keys -------------------------------------------------------------------------------------------------------

  /** Whether the key meant something here. */
  key(event) {
    const { shape, paused } = this.match;
    const wish = keyOf(event, this.pad.mode === "colour" ? { ...shape, size: Math.max(shape.size, COLOURS.length) } : shape);
    if (paused) return wish?.command === "pause" && this.command("pause", event);
    if (event.key === "Escape" && event.target.closest?.(".hint")) return this.command("close", event);
    if (this.board.walk(event)) return true;
    if (!wish) return false;
    if (!wish.digit) return this.command(wish.command, event);
    this.digitKey(wish);
    return true;
  }

  digitKey({ digit, mode }) {
    if (this.pad.mode === "colour" && !mode) {
      if (digit <= COLOURS.length) this.paint(digit, this.pad.scope);
    } else {
      this.write(digit, mode ?? this.pad.mode);
    }
  }

  /** Whether the key meant something here. */
  command(command, event) {
    const onKey = event.target.closest?.("button, label, a");
    const commands = {
      erase: () => this.erase(),
      undo: () => this.act({ type: "undo" }),
      redo: () => this.act({ type: "redo" }),
      hint: () => this.askHint(),
      check: () => this.check(),
      mark: () => this.mark(),
      pause: () => !this.match.over && this.togglePause(),
      mode: () => this.pad.nextMode(),
      corner: () => this.pad.toggleMode("corner"),
      centre: () => this.pad.toggleMode("centre"),
      colour: () => this.pad.toggleMode("colour"),
      auto: () => this.act({ type: "auto-notes", on: !this.match.state.auto }),
      refresh: () => this.act({ type: "refresh-notes" }),
      mistake: () => this.act({ type: "undo-to-mistake" }),
      return: () => this.returnToLast(),
      first: () => this.page.change({ input: this.digitFirst ? "cell" : "digit" }),
      settings: () => openSettings(this.page),
      help: () => openHelp(this.page),
      close: () => this.hint.close({ back: true }),
      left: () => this.board.step(0, -1, event.shiftKey),
      down: () => this.board.step(1, 0, event.shiftKey),
      up: () => this.board.step(-1, 0, event.shiftKey),
      right: () => this.board.step(0, 1, event.shiftKey),
    };
    if (command === "press") {
      if (onKey || !this.digitFirst || !this.held) return false;
      this.writeInto(this.board.targets, this.held, this.pad.mode);
      return true;
    }
    if (command === "mode" && onKey) return false;
    if (!(command in commands)) return false;
    commands[command]();
    return true;
  }

  firstEmpty() {
    const found = this.match.state.values.findIndex((value) => !value);
    return found < 0 ? 0 : found;
  }
}

/** A hint as the board lights it: cells, candidates, houses by their cells, links from place to place. */
function litUp(hint, shape) {
  const marks = hint.lights ?? [];
  return {
    houses: (hint.houses ?? []).map((house) => ({ cells: shape.houses[house].cells, role: "" })),
    cells: marks.filter((mark) => !mark.digit),
    candidates: marks.filter((mark) => mark.digit),
    links: (hint.links ?? []).map(({ start, end, strong }) => ({ from: start[0], to: end[0], strong })),
  };
}
