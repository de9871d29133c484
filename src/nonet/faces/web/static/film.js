// A film goes on by itself until it is stopped; its button plays and pauses it.

import { button } from "./buttons.js";
import { fill, set } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./words.js";

export class Film {
  /** @param {() => void} toggle  what the button does */
  constructor(toggle) {
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.button = button("", { press: toggle });
  }

  get isPlaying() {
    return this.timer !== undefined;
  }

  /**
   * @param {() => unknown} next  shows the next picture
   * @param {number} pace  milliseconds between pictures
   */
  play(next, pace) {
    clearInterval(this.timer);
    this.timer = setInterval(next, pace);
    this.translate();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.translate();
  }

  translate() {
    const label = this.isPlaying ? t("Pause") : t("Play back");
    fill(this.button, icon(this.isPlaying ? "pause" : "play"));
    set(this.button, "aria-label", label);
    set(this.button, "title", label);
  }
}
