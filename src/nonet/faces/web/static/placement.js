// The placement test: five boards of rising level. Where the player stops decides the first lesson to be offered.

import { button } from "./buttons.js";
import { fill, h } from "./dom.js";
import { LessonScreen } from "./lesson.js";
import { recordStart } from "./lesson_progress.js";
import { t } from "./words.js";

/**
 * @import { Lesson, Techniques } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

export class PlacementScreen extends LessonScreen {
  /**
   * @param {Host} page
   * @param {Lesson} lesson  of the first board
   * @param {Techniques} techniques
   */
  constructor(page, lesson, techniques) {
    super(page, lesson, "/learn/placement");
    this.solved = 0; // boards
    this.keys = techniques.placement;
    this.techniques = techniques.techniques;
  }

  /** @override */
  get title() {
    return `${t("Where do I begin?")} · nonet`;
  }

  /** @override */
  get isPlacement() {
    return true;
  }

  /** @override The test shows no examples. */
  showExample() {}

  /** @override */
  next() {
    return this.begin(this.keys[this.solved]);
  }

  /** @override */
  task() {
    return this.attempt.placing
      ? t("Which digit can you be sure of? Select its cell and press the digit.")
      : t("Which candidates can you rule out? Select a cell and press them, one after another.");
  }

  /** @override @param {boolean} clean */
  record(clean) {
    if (clean) this.solved++;
    this.over = true; // a mistake ends the test, too
    if (!clean || this.solved === this.keys.length) recordStart(this.first.key);
  }

  /** The lesson to begin with: the one after the last board that was solved. */
  get first() {
    const last = this.keys[this.solved - 1];
    return this.techniques[this.techniques.findIndex(({ key }) => key === last) + 1];
  }

  /** @override */
  showHead() {
    fill(this.head, h("h1", {}, t("Where do I begin?"), h("small", { text: this.boardTitle() })));
  }

  boardTitle() {
    const { length } = this.keys;
    return t("Board {n} of {all}", { n: Math.min(this.solved + 1, length), all: length });
  }

  /** @override */
  showPanel() {
    const { attempt, solved, keys } = this;
    const failed = this.over && (this.helped || attempt.mistakes > 0);
    const about = t(
      "Five boards, each harder than the one before. The small digits are the candidates of a cell: what it can still take. The test ends with the first mistake, and says which lesson to begin with.",
    );
    const stop = button(t("I don't know"), { press: () => this.showSolution() });
    const next = button(t("Next board"), { icon: "arrow", main: true, press: () => this.next() });
    const first = h("a", {
      class: "button main-button",
      href: `#/learn/${this.first.key}`,
      text: t("Begin with this lesson: {name}", { name: this.first.name }),
    });
    const ended = failed || solved === keys.length;
    const done = t("{n} of {all} boards solved.", { n: solved, all: keys.length });
    const all = h("a", { class: "button", href: "#/learn", text: t("All lessons") });
    fill(
      this.panel,
      h("p", { class: "soft", text: ended ? done : about }),
      h("div", { class: "buttons" }, this.over ? (ended ? first : next) : stop, ended && all),
    );
  }
}
