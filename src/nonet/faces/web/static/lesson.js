// A lesson: what a technique is about, examples that are walked through on the board, a near miss, and exercises.

import { api } from "./api.js";
import { Attempt } from "./attempt.js";
import { Board } from "./board.js";
import { button, keepFocus, setEnabled } from "./buttons.js";
import { cellName } from "./cell.js";
import { digitsLeft, symbolOf, valuesOf } from "./digits.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { Keypad } from "./keypad.js";
import { meaningOf } from "./keys.js";
import { lessonProgress, PASS, recordExercise } from "./lesson_progress.js";
import { digitsOf, emptyPosition } from "./position.js";
import { reloading, Screen } from "./screen.js";
import { capital, t, tn } from "./words.js";

/**
 * @import { Lesson, Practice } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

/** How many milliseconds a step of an example is shown: as long as it takes to read. @param {string} text */
const pace = (text) => Math.max(2600, 60 * text.length);

export class LessonScreen extends Screen {
  /** @param {Host} page @param {Lesson} lesson @param {string} [address] */
  constructor(page, lesson, address = `/learn/${lesson.key}`) {
    super(h("div", { class: "game lesson" }), { reload: reloading(page, address) });
    this.page = page;
    this.lesson = lesson;
    /** Examples, the easiest first, then the near miss. */
    this.examples = lesson.near_miss ? [...lesson.examples, lesson.near_miss] : lesson.examples;
    this.which = 0;
    /** @type {Practice | null} */
    this.practice = null;
    this.attempt = new Attempt([]);
    this.helped = false; // the solution of the exercise was shown
    this.over = false; // the exercise is solved
    this.seed = Math.floor(Math.random() * 2 ** 31);
    this.at = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.film = undefined;
    const { shape } = lesson.examples[0];
    this.board = new Board(shape, { label: t("Board") });
    this.keypad = new Keypad(shape, { write: (digit) => this.write(digit) });
    this.text = h("p", { class: "said", role: "status" });
    this.head = h("div", { class: "game-line" });
    this.panel = h("div", { class: "card lesson-panel" });
    this.desk = h("div", { class: "desk" }, this.panel, this.keypad.body);
    this.element.addEventListener("mousedown", keepFocus);
    fill(this.element, h("div", { class: "table" }, this.head, this.board.element, this.text), this.desk);
    this.showExample();
  }

  /** @override */
  get title() {
    return `${capital(this.lesson.name)} · nonet`;
  }

  get isPlacement() {
    return false;
  }

  /** @override */
  close() {
    clearTimeout(this.film);
  }

  // -- examples -------------------------------------------------------------------------------------------------

  showExample(which = 0) {
    this.practice = null;
    this.which = which;
    this.keypad.body.hidden = true;
    this.showHead(this.exampleTitle(which));
    const { why, practice } = this.lesson;
    const start = button(t("Practise"), { icon: "arrow", main: true, press: () => this.next() });
    const all = h("a", { class: "button", href: "#/learn", text: t("All lessons") });
    fill(
      this.panel,
      this.about(),
      why && h("p", { class: "soft", text: why }),
      h("div", { class: "buttons" }, ...this.examples.map((_, number) => this.exampleKey(number))),
      this.walkKeys(),
      h("div", { class: "buttons" }, practice && start, this.nextLesson(), all),
      !practice &&
        h("p", { class: "soft small", text: t("This technique is so rare that there are no exercises for it.") }),
    );
    this.showPosition(this.example);
    this.play();
  }

  about() {
    return h("p", { class: "about", text: this.lesson.about });
  }

  get example() {
    return this.examples[this.which];
  }

  /** @param {number} which */
  exampleTitle(which) {
    return this.examples[which] === this.lesson.near_miss
      ? t("Looks right, but is wrong")
      : t("Example {n}", { n: which + 1 });
  }

  /** @param {number} which */
  exampleKey(which) {
    const key = button(this.exampleTitle(which), { press: () => this.showExample(which) });
    key.setAttribute("aria-pressed", String(which === this.which));
    return key;
  }

  walkKeys() {
    const step = (/** @type {number} */ by) => () => {
      clearTimeout(this.film);
      this.goTo(this.at + by);
    };
    this.backKey = button("", { icon: "back", label: t("One step back"), press: step(-1) });
    this.nextKey = button("", { icon: "forward", label: t("Next step"), press: step(1) });
    const replay = button(t("Play back"), { icon: "play", press: () => this.play() });
    return h("div", { class: "walk-keys" }, this.backKey, replay, this.nextKey);
  }

  /** Shows the steps one after another. @param {number} [from] */
  play(from = 0) {
    clearTimeout(this.film);
    this.goTo(from);
    const { walk } = this.example.help;
    if (from + 1 < walk.length) this.film = setTimeout(() => this.play(from + 1), pace(walk[from].text));
  }

  /** @param {number} number */
  goTo(number) {
    const { help } = this.example;
    this.at = Math.min(Math.max(0, number), help.walk.length - 1);
    const step = help.walk[this.at];
    if (!step) return;
    this.board.light({ ...help, ...step });
    this.text.textContent = step.text;
    if (this.backKey) setEnabled(this.backKey, this.at > 0);
    if (this.nextKey) setEnabled(this.nextKey, this.at < help.walk.length - 1);
  }

  // -- exercises ------------------------------------------------------------------------------------------------

  /** The next exercise. */
  next() {
    return this.begin(this.lesson.key);
  }

  /** @param {string} key  the technique of the exercise */
  async begin(key) {
    const practice = await this.page.attempt(() => api.practice(key, this.seed++, this.isPlacement));
    if (!practice) return;
    clearTimeout(this.film);
    this.practice = practice;
    this.attempt = new Attempt(practice.answers);
    this.helped = false;
    this.over = false;
    this.keypad.body.hidden = false;
    this.board.heldDigit = 0;
    this.showHead(t("Exercise"));
    this.showPosition(practice);
    this.board.light(null);
    this.board.select([practice.values.indexOf(".")]);
    this.board.focus();
    this.say(this.task());
    this.showPanel();
  }

  task() {
    const name = capital(this.lesson.name);
    return this.attempt.placing
      ? t("{name}: find it, select the cell and press the digit.", { name })
      : t("{name}: find it, select a cell and press each candidate that can be eliminated.", { name });
  }

  showPanel() {
    const { row, passed } = lessonProgress(this.lesson.key);
    const dots = Array.from({ length: PASS }, (_, place) => h("i", { class: place < row ? "on" : "" }));
    const label = tn("{n} of {all} in a row", "{n} of {all} in a row", row, { all: PASS });
    const show = button(t("Show me"), { icon: "hint", press: () => this.showSolution() });
    const next = button(t("Next exercise"), { icon: "arrow", main: true, press: () => this.next() });
    const example = button(t("Example"), { press: () => this.showExample() });
    const all = h("a", { class: "button", href: "#/learn", text: t("All lessons") });
    fill(
      this.panel,
      h("p", { class: "row-dots", role: "img", "aria-label": label }, ...dots),
      !this.over &&
        h("p", { class: "soft small", text: t("Select a digit on the board to see where it can still be.") }),
      !this.over && h("details", {}, h("summary", { text: capital(this.lesson.name) }), this.about()),
      passed && h("p", { class: "praise" }, icon("check"), t("Lesson passed.")),
      h(
        "div",
        { class: "buttons" },
        this.over ? next : show,
        example,
        this.over && passed && this.nextLesson(),
        this.over && all,
      ),
    );
  }

  /** A link to the lesson after this one. */
  nextLesson() {
    const { next } = this.lesson;
    return (
      next &&
      h("a", { class: "button", href: `#/learn/${next.key}`, text: t("Next lesson: {name}", { name: next.name }) })
    );
  }

  /** @param {boolean} clean  solved without a mistake and without help */
  record(clean) {
    recordExercise(this.lesson.key, clean);
  }

  showSolution() {
    if (!this.practice) return;
    this.helped = true;
    this.record(false);
    this.finish(this.practice.help.short);
  }

  /**
   * Ends the exercise and shows why, unless the player has found another step than the one that is explained.
   * @param {string} text
   */
  finish(text) {
    if (!this.practice) return;
    this.over = true;
    if (!this.attempt.solved || this.attempt.solvedFirst) this.board.light(this.practice.help);
    this.say(text);
    this.showPanel();
  }

  /** @param {number} digit */
  write(digit) {
    const { practice, attempt, board } = this;
    const cell = board.selection.single;
    if (!practice || this.over || cell === null) return;
    if (!attempt.placing && !digitsOf(practice.candidates[cell]).includes(digit)) {
      // Nothing can be struck out here: the player wants to see where the digit can be.
      board.heldDigit = board.heldDigit === digit ? 0 : digit;
      board.showSelection();
      return;
    }
    if (attempt.try(cell, digit) === "wrong") {
      this.sayWrong(cell, digit, practice);
      return;
    }
    this.showPosition(practice);
    if (attempt.solved) {
      const clean = attempt.mistakes === 0 && !this.helped;
      this.record(clean);
      this.finish(clean ? t("Right!") : t("Right, but after a mistake it does not count."));
    } else this.say(t("Right. There is more to find."));
  }

  /** @param {number} cell @param {number} digit @param {Practice} practice */
  sayWrong(cell, digit, { help }) {
    this.record(false);
    const slots = { place: cellName(cell, this.board.shape), digit: symbolOf(digit) };
    const wrong = this.attempt.placing
      ? t("{place}: {digit} does not follow from this technique.", slots)
      : t("{place}: {digit} cannot be ruled out this way.", slots);
    if (this.over) this.board.light(help); // the mistake has ended the placement test
    this.say(this.over ? `${wrong} ${help.short}` : wrong, { urgent: true });
    this.showPanel();
  }

  /** @override @param {KeyboardEvent} event */
  key(event) {
    if (!this.practice) return false;
    if (this.board.key(event)) return true;
    const meaning = meaningOf(event, this.board.shape);
    if (!meaning || !("digit" in meaning)) return false;
    this.write(meaning.digit);
    return true;
  }

  // -- both -------------------------------------------------------------------------------------------------------

  /** @param {string} text @param {{ urgent?: boolean }} [options] */
  say(text, { urgent = false } = {}) {
    this.text.textContent = text;
    this.text.classList.toggle("alarm", urgent);
  }

  /** @param {string} part */
  showHead(part) {
    fill(this.head, h("h1", {}, capital(this.lesson.name), h("small", { text: part })));
  }

  /** A position with its candidates, and what the player has done to it. @param {Lesson["examples"][number]} example */
  showPosition({ shape, givens, values, candidates, rules }) {
    this.board.setShape(shape);
    this.board.setRules(rules?.drawing ?? null);
    this.board.setClues(rules?.clues ?? []);
    const position = emptyPosition(valuesOf(givens, shape));
    position.values = valuesOf(values, shape);
    position.candidates = candidates.map(digitsOf);
    position.auto = true;
    for (const move of this.practice ? this.attempt.made : []) {
      const [cell, digit] = move.split(",").map(Number);
      if (this.attempt.placing) position.values[cell] = digit;
      else position.candidates[cell] = position.candidates[cell].filter((other) => other !== digit);
    }
    this.board.show(position);
    this.keypad.show(digitsLeft(position.values, shape), null);
  }
}
