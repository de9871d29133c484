// The line above the board: what is played, how far it is, the clock and the pause button.

import { button } from "./buttons.js";
import { fill, h, set } from "./dom.js";
import { icon } from "./icons.js";
import { clockText, clockWords, t, titleOf } from "./words.js";

/** @import { GameClient } from "./game_client.js" */

const TICK = 250; // milliseconds between looks at the clock

export class GameHeader {
  /** @param {GameClient} client @param {() => void} togglePause */
  constructor(client, togglePause) {
    this.client = client;
    this.title = h("h1");
    this.clock = h("span", { class: "clock", role: "timer" });
    this.pause = button("", { class: "round pause", press: togglePause });
    this.element = h("div", { class: "game-line" }, this.title, this.clock, this.pause);
    this.bar = h("span");
    this.progress = h("div", { class: "progress", "aria-hidden": "true" }, this.bar);
    this.ticking = setInterval(() => this.tick(), TICK);
  }

  close() {
    clearInterval(this.ticking);
  }

  /** @param {boolean} withClock */
  show(withClock) {
    const { state, paused, over } = this.client;
    const { total } = state;
    const values = this.client.unsent.length ? this.client.position().values : null; // offline the count goes on
    const filled = values ? values.slice(0, total).filter(Boolean).length : state.filled;
    const cells = t("{filled} of {total} cells", { filled, total });
    fill(this.title, titleOf(state), h("small", { text: cells }));
    this.bar.style.transform = `scaleX(${total ? filled / total : 0})`;
    const label = paused ? t("Continue") : t("Pause");
    set(this.pause, "aria-label", label);
    set(this.pause, "title", label);
    fill(this.pause, icon(paused ? "play" : "pause"));
    this.pause.hidden = over;
    this.clock.hidden = !withClock;
    this.tick();
  }

  tick() {
    const seconds = this.client.seconds();
    const text = clockText(seconds);
    if (this.clock.textContent === text) return;
    this.clock.textContent = text;
    const minutes = clockWords(seconds - (seconds % 60)); // whole minutes: a screen reader is not told every second
    set(this.clock, "aria-label", t("Time: {time}", { time: minutes }));
  }
}
