// A search to watch: what an engine does on a puzzle, event by event, alone or side by side with another engine.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { field } from "./choice.js";
import { fill, h, set } from "./dom.js";
import { Film } from "./film.js";
import { Screen } from "./screen.js";
import { WatchLane } from "./watch_lane.js";
import { T, t } from "./words.js";

/**
 * @import { Operations } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {NonNullable<Operations["POST /api/trace"]["body"]["engine"]>} EngineName
 */

/** @type {Record<EngineName, { title: string, about: string }>} */
const ENGINES = {
  backtracking: {
    title: T("Backtracking"),
    about: T("Cell by cell, it tries the digits in order and steps back when none is left."),
  },
  propagation: {
    title: T("Propagation"),
    about: T("It fills in all that follows, and only then tries a digit in the cell with the fewest left."),
  },
  dlx: {
    title: T("Dancing links"),
    about: T("It always takes the cell with the fewest digits, or the digit with the fewest places."),
  },
};
const NAMES = /** @type {EngineName[]} */ (Object.keys(ENGINES));

const EXAMPLES = [
  { title: T("A small puzzle"), puzzle: "..344....243.42." },
  {
    title: T("An easy puzzle"),
    puzzle: "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
  },
  {
    title: T("A puzzle that is bad for backtracking"),
    puzzle: "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
  },
];

const SPEEDS = [1, 2, 5, 10, 30, 100, 400]; // events in a second
const LAST_EVENT = 2_000_000; // the server shows no event after this one
const FRAME = 40; // milliseconds between pictures, at least

export class WatchScreen extends Screen {
  /** @param {Host} page */
  constructor(page) {
    super(h("div", { class: "watch" }), { name: T("Watch a search") });
    this.page = page;
    this.puzzle = EXAMPLES[0].puzzle;
    /** @type {(EngineName | "")[]} */
    this.engines = ["backtracking", "propagation"];
    /** @type {WatchLane[]} */
    this.lanes = [];
    this.aside = true; // refused digits are shown, too
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.speed = this.still ? 0 : 2;
    this.film = new Film(() => this.toggle());
    this.ticking = false;
    this.text = h("input", { class: "input", id: "watch-text", autocomplete: "off", spellcheck: "false" });
    this.text.addEventListener("change", () => this.watch(this.text.value));
    this.stage = h("div", { class: "lanes" });
    this.slider = h("input", { type: "range", class: "slider", min: 0, max: SPEEDS.length - 1, value: this.speed });
    this.slider.addEventListener("input", () => this.setSpeed(Number(this.slider.value)));
    this.pace = h("span", { class: "soft small" });
    this.translate();
    this.started = this.watch(this.puzzle);
  }

  /** @override */
  close() {
    this.film.stop();
  }

  /** @override */
  translate() {
    const step = (/** @type {"forward" | "back"} */ way) => () => this.step(way);
    const examples = EXAMPLES.map(({ title, puzzle }) =>
      button(t(title), { class: "tool-chip", press: () => this.watch(puzzle) }),
    );
    set(this.slider, "aria-label", t("Speed"));
    const all = h("input", { type: "checkbox", id: "watch-aside", checked: this.aside });
    all.addEventListener("change", () => {
      this.aside = all.checked;
    });
    fill(
      this.element,
      h("h1", { text: t("Watch a search") }),
      h(
        "div",
        { class: "watch-choices" },
        field("watch-text", t("Puzzle"), this.text, "watch-puzzle"),
        this.engineChoice(0, t("Engine")),
        this.engineChoice(1, t("Side by side with")),
        h("div", { class: "chip-row" }, ...examples),
        h("div", { class: "switch" }, h("label", { for: "watch-aside", text: t("Show digits that are refused") }), all),
      ),
      h(
        "div",
        { class: "film" },
        button("", { icon: "restart", label: t("To the beginning"), press: () => this.restart() }),
        button("", { icon: "back", label: t("One step back"), press: step("back") }),
        this.film.button,
        button("", { icon: "forward", label: t("One step forward"), press: step("forward") }),
        this.slider,
        this.pace,
      ),
      this.stage,
    );
    this.setSpeed(this.speed);
    this.film.translate();
    this.show();
  }

  /** @param {number} place @param {string} text */
  engineChoice(place, text) {
    const options = NAMES.map((name) => h("option", { value: name, text: t(ENGINES[name].title) }));
    if (place) options.unshift(h("option", { value: "", text: t("no other engine") }));
    const select = h("select", { class: "input", id: `watch-engine-${place}` }, ...options);
    select.value = this.engines[place];
    select.addEventListener("change", () => {
      this.engines[place] = /** @type {EngineName | ""} */ (select.value);
      return this.watch(this.puzzle);
    });
    return field(select.id, text, select);
  }

  // -- the search ---------------------------------------------------------------------------------------------

  /** Begins to watch a puzzle. @param {string} text */
  async watch(text) {
    this.stop();
    this.puzzle = text.trim() || EXAMPLES[0].puzzle;
    this.text.value = this.puzzle;
    const { puzzle } = this;
    const chosen = this.engines.flatMap((name) => (name ? [name] : []));
    const lanes = chosen.map((engine) => {
      const load = async (/** @type {number} */ start) =>
        start > LAST_EVENT ? null : this.page.attempt(() => api.trace({ puzzle, engine, start }));
      return new WatchLane(load, ENGINES[engine]);
    });
    for (const lane of lanes) if (!(await lane.start())) return; // what is wrong with it was said
    if (puzzle !== this.puzzle) return; // another one was chosen meanwhile
    this.lanes = lanes;
    fill(this.stage, ...lanes.map(({ element }) => element));
    this.show();
  }

  show() {
    for (const lane of this.lanes) lane.show({ playing: this.film.isPlaying });
  }

  /** @param {"forward" | "back"} way */
  async step(way) {
    this.stop();
    await Promise.all(this.lanes.map(({ player }) => player[way]({ aside: this.aside })));
    this.show();
  }

  async restart() {
    this.stop();
    await Promise.all(this.lanes.map(({ player }) => player.goTo(0)));
    this.show();
  }

  // -- the film -----------------------------------------------------------------------------------------------

  toggle() {
    if (this.film.isPlaying) this.stop();
    else this.start();
  }

  start() {
    const wait = 1000 / SPEEDS[this.speed];
    const steps = Math.max(1, Math.round(FRAME / wait));
    this.film.play(() => this.tick(steps), Math.max(wait, FRAME));
    this.show();
  }

  stop() {
    if (!this.film.isPlaying) return;
    this.film.stop();
    this.show();
  }

  /** Goes on by some steps in every lane; a picture that is not ready yet is waited for. @param {number} steps */
  async tick(steps) {
    if (this.ticking) return;
    this.ticking = true;
    const before = this.lanes.map(({ player }) => player.at);
    for (const { player } of this.lanes) {
      for (let step = 0; step < steps; step++) await player.forward({ aside: this.aside });
    }
    this.ticking = false;
    if (this.lanes.every(({ player }, place) => player.at === before[place])) this.stop();
    else this.show();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.min(Math.max(0, speed), SPEEDS.length - 1);
    this.slider.value = String(this.speed);
    this.pace.textContent = t("{n} a second", { n: SPEEDS[this.speed] });
    set(this.slider, "aria-valuetext", this.pace.textContent);
    if (this.film.isPlaying) this.start();
  }

  /** @override @param {KeyboardEvent} event */
  key({ key }) {
    if (key === "ArrowRight") this.page.attempt(() => this.step("forward"));
    else if (key === "ArrowLeft") this.page.attempt(() => this.step("back"));
    else if (key === "Home") this.page.attempt(() => this.restart());
    else if (key === " ") this.toggle();
    else if (key === "+") this.setSpeed(this.speed + 1);
    else if (key === "-") this.setSpeed(this.speed - 1);
    else return false;
    return true;
  }
}
