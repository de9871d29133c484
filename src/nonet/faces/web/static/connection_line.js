// What the line at the top says of the connection: that the server is away, that the core of the static page is still
// loading, and what the player should know of the games that the static page keeps.
// While there is no answer, it asks again every few seconds.

import { api, isLoading, watchConnection } from "./api.js";
import { unsentAreLasting } from "./outbox.js";
import { unsentGamesAreLasting } from "./ready_games.js";
import { core, isStatic } from "./transport.js";
import { t, tn } from "./words.js";

const PAUSE = isStatic ? 15_000 : 5_000; // milliseconds between two attempts

export class ConnectionLine {
  /**
   * @param {HTMLElement} element
   * @param {() => Promise<void>} back  called when there are answers again
   */
  constructor(element, back) {
    this.element = element;
    this.back = back;
    this.reachable = true;
    this.unsent = 0;
    this.notice = "";
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.asking = undefined;
    watchConnection((reachable) => this.setReachable(reachable));
    core?.loaded.then(() => this.show());
    core?.noticed.then((notice) => {
      this.notice = notice;
      this.show();
    });
  }

  /** @param {boolean} reachable */
  setReachable(reachable) {
    const back = reachable && !this.reachable;
    this.reachable = reachable;
    this.element.ariaLive = "polite";
    this.show();
    clearInterval(this.asking);
    if (!reachable) this.asking = setInterval(() => api.settings().catch(() => {}), PAUSE);
    if (back) this.back().catch(reportError);
  }

  /** @param {number} count */
  setUnsent(count) {
    this.unsent = count;
    if (this.reachable) return;
    this.element.ariaLive = "off"; // the count is seen; read aloud, it would interrupt every move
    this.show();
  }

  show() {
    this.element.classList.toggle("calm", this.reachable); // loading is not a problem
    const text = this.text();
    if (this.element.textContent !== text) this.element.textContent = text;
  }

  text() {
    if (!this.reachable) return `${awayText()} ${unsentText(this.unsent)}`;
    if (isLoading()) return t("Still loading. You can start to play; hints and checks work in a moment.");
    if (this.notice === "unkept")
      return t("This browser keeps nothing: your games are lost when you close or reload the page.");
    if (this.notice === "damaged") return t("The saved games were damaged. What could be read is here.");
    return "";
  }
}

function awayText() {
  return isStatic ? t("The game could not be loaded.") : t("The game server is not responding.");
}

/** @param {number} count */
function unsentText(count) {
  if (!count) return t("You can keep playing.");
  if (unsentAreLasting() && unsentGamesAreLasting())
    return tn("{n} move will be sent when it is back.", "{n} moves will be sent when it is back.", count);
  return tn(
    "Do not close the page: {n} move is not sent yet.",
    "Do not close the page: {n} moves are not sent yet.",
    count,
  );
}
