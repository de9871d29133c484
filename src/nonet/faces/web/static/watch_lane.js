// One engine at work: the board, what it does in words, and counts.

import { Board } from "./board.js";
import { valuesOf } from "./digits.js";
import { fill, h, set } from "./dom.js";
import { emptyPosition } from "./position.js";
import { TracePlayer, valuesAt } from "./trace_player.js";
import { T, t } from "./words.js";

/**
 * @import { Trace } from "../api_types.d.ts"
 * @typedef {{ title: string, about: string }} EngineText
 */

const GUESS = 1; // the colour of digits that were tried, where others follow from them

const COUNTS = {
  nodes: T("Positions visited"),
  place: T("Digits tried"),
  deduce: T("Digits that followed"),
  refused: T("Digits refused"),
  step_back: T("Steps back"),
  solution: T("Solutions"),
};

export class WatchLane {
  /** @param {(start: number) => Promise<Trace | null>} load @param {EngineText} engine */
  constructor(load, engine) {
    this.engine = engine;
    this.player = new TracePlayer(load);
    /** @type {Board | null} */
    this.board = null;
    this.text = h("p", { class: "said", "aria-live": "polite" });
    this.counts = h("dl", { class: "watch-counts" });
    this.element = h("section", { class: "lane" });
  }

  /** Loads the beginning, and says whether that worked. */
  async start() {
    await this.player.goTo(0);
    const { page } = this.player;
    if (!page) return false;
    this.givens = valuesOf(page.givens, page.shape);
    this.board = new Board(page.shape, { label: t(this.engine.title) });
    return true;
  }

  /** @param {{ playing: boolean }} options */
  show({ playing }) {
    const { board, player } = this;
    if (!board || !this.givens) return;
    if (!this.element.firstChild) {
      const head = h("h2", { text: t(this.engine.title) });
      const about = h("p", { class: "soft small", text: t(this.engine.about) });
      fill(this.element, head, about, board.element, this.text, this.counts);
    }
    set(this.text, "aria-live", playing ? "off" : "polite"); // a screen reader would never stop talking
    const said = this.sentence();
    if (this.text.textContent !== said) this.text.textContent = said;
    this.showBoard(board, this.givens);
    fill(this.counts, ...this.countItems());
    set(this.element, "data-at", player.at);
  }

  sentence() {
    const { player } = this;
    if (player.isAtEnd) return t("The search is over.");
    return player.event?.text ?? t("The puzzle as it was given.");
  }

  /** @param {Board} board @param {number[]} givens */
  showBoard(board, givens) {
    const { player } = this;
    const { event, state } = player;
    const position = emptyPosition(givens);
    const guesses = new Set(state.levels.slice(1).map(([[cell]]) => cell));
    const colours = state.counts.deduce ? givens.map((_, cell) => (guesses.has(cell) ? GUESS : 0)) : position.colours;
    const clashing = event?.type === "conflict" ? [event.cell, event.clash] : [];
    board.show({
      ...position,
      colours,
      values: valuesAt(player, givens),
      conflicts: new Set(clashing.flatMap((cell) => (cell === null ? [] : [cell]))),
      highlightPeers: false,
      highlightSame: false,
    });
    board.select(event && event.cell !== null ? [event.cell] : []);
  }

  countItems() {
    const { counts } = this.player.state;
    const shown = { ...counts, nodes: counts.place + 1, refused: counts.conflict + counts.ruled_out };
    const names = /** @type {(keyof typeof COUNTS)[]} */ (Object.keys(COUNTS));
    return names.map((name) =>
      h("div", {}, h("dt", { text: t(COUNTS[name]) }), h("dd", { text: String(shown[name]) })),
    );
  }
}
