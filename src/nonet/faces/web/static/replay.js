// A game that is over, move by move: a slider, steps forward and back, and a film of it.

import { Board } from "./board.js";
import { button, link } from "./buttons.js";
import { valuesOf } from "./digits.js";
import { fill, h, set } from "./dom.js";
import { Film } from "./film.js";
import { digitsOf, emptyPosition } from "./position.js";
import { Screen } from "./screen.js";
import { t, titleOf } from "./words.js";

/**
 * @import { Game, Replay } from "../api_types.d.ts"
 */

const PACE = 600; // milliseconds between moves of the film

export class ReplayScreen extends Screen {
  /** @param {Game} game @param {Replay} replay */
  constructor(game, replay) {
    super(h("div", { class: "game replay" }));
    this.game = game;
    this.replay = replay;
    this.at = 0;
    this.film = new Film(() => this.toggle());
    this.board = new Board(replay.shape, { label: t("Board"), rules: replay.drawing });
    this.slider = h("input", { type: "range", min: 0, max: this.last, value: 0, class: "slider" });
    this.slider.addEventListener("input", () => this.goTo(Number(this.slider.value)));
    this.text = h("p", { class: "said", role: "status" });
    this.count = h("span", { class: "soft small" });
    this.translate();
    this.goTo(0);
  }

  get last() {
    return this.replay.frames.length;
  }

  /** @override */
  get title() {
    return `${t("Replay")} · ${titleOf(this.game)}`;
  }

  /** @override */
  translate() {
    set(this.slider, "aria-label", t("Move"));
    set(this.board.grid, "aria-label", t("Board: {title}", { title: titleOf(this.game) }));
    const step = (/** @type {number} */ by) => () => this.goTo(this.at + by);
    const back = link(t("Back to the game"), { icon: "back", href: `#/game/${this.game.id}` });
    const controls = h(
      "div",
      { class: "film" },
      button("", { icon: "back", label: t("One move back"), press: step(-1) }),
      this.film.button,
      button("", { icon: "forward", label: t("One move forward"), press: step(1) }),
      this.slider,
      this.count,
    );
    const head = h("div", { class: "game-line" }, h("h1", {}, titleOf(this.game), h("small", { text: t("Replay") })));
    fill(
      this.element,
      h("div", { class: "table" }, head, this.board.element),
      h("div", { class: "desk" }, controls, this.text, back),
    );
    this.film.translate();
  }

  /** @override */
  close() {
    this.film.stop();
  }

  /** @override @param {KeyboardEvent} event */
  key({ key }) {
    if (key === "ArrowLeft") this.goTo(this.at - 1);
    else if (key === "ArrowRight") this.goTo(this.at + 1);
    else if (key === "Home") this.goTo(0);
    else if (key === "End") this.goTo(this.last);
    else if (key === " ") this.toggle();
    else return false;
    return true;
  }

  /** @param {number} number  how many moves are made */
  goTo(number) {
    this.at = Math.min(Math.max(0, number), this.last);
    this.slider.value = String(this.at);
    this.count.textContent = t("{at} of {last}", { at: this.at, last: this.last });
    const frame = this.replay.frames[this.at - 1];
    this.text.textContent = frame?.text ?? t("The puzzle as it was given.");
    this.board.show(this.position());
    const changed = (frame?.cells ?? []).map(([cell]) => cell);
    this.board.select(changed);
    if (this.at === this.last) this.film.stop();
  }

  /** The board after the moves up to here. */
  position() {
    const position = emptyPosition(valuesOf(this.replay.givens, this.replay.shape));
    position.values = [...position.values];
    for (const { cells } of this.replay.frames.slice(0, this.at)) {
      for (const [cell, value, corner, centre, colour] of cells) {
        position.values[cell] = value;
        position.corner[cell] = digitsOf(corner);
        position.centre[cell] = digitsOf(centre);
        position.colours[cell] = colour;
      }
    }
    return position;
  }

  toggle() {
    if (this.film.isPlaying) this.film.stop();
    else {
      if (this.at === this.last) this.goTo(0);
      this.film.play(() => this.goTo(this.at + 1), PACE);
    }
  }
}
