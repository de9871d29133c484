// All saved games: unfinished or finished, by board, the one played last first.

import { api } from "./api.js";
import { boardChoice, choice } from "./choice.js";
import { fill, h } from "./dom.js";
import { gameCard } from "./game_card.js";
import { Screen } from "./screen.js";
import { T, t, tn } from "./words.js";

/**
 * @import { Boards, Games } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {"all" | "playing" | "over"} State
 */

const MOST = 300; // games in a list

export class GamesScreen extends Screen {
  /** @param {Host} page @param {Boards["boards"]} boards @param {Games} games */
  constructor(page, boards, games) {
    super(h("div", { class: "stats games" }), { name: T("Your games") });
    this.page = page;
    this.boards = boards;
    this.games = games;
    /** @type {State} */
    this.state = "all";
    this.board = "";
    this.list = h("ul", { class: "cards" });
    this.count = h("p", { class: "soft small", role: "status" });
    this.translate();
  }

  /** @override */
  translate() {
    const states = { all: t("All"), playing: t("Unfinished"), over: t("Finished") };
    const byState = choice("state", states, this.state, (state) => {
      this.state = state;
      return this.load();
    });
    const boards = [{ name: "", title: t("Every board") }, ...this.boards];
    const byBoard = boardChoice("games-board", boards, this.board, (board) => {
      this.board = board;
      return this.load();
    });
    const legend = h("legend", { class: "hidden-text", text: t("Games to show") });
    fill(
      this.element,
      h("h1", { text: t("Your games") }),
      h("div", { class: "filters" }, h("fieldset", {}, legend, byState), byBoard),
      this.count,
      this.list,
    );
    this.show();
  }

  async load() {
    const playing = { all: null, playing: true, over: false }[this.state];
    const games = await this.page.attempt(() => api.games({ playing, board: this.board, limit: MOST }));
    if (!games) return;
    this.games = games;
    this.show();
  }

  show() {
    const { games, count } = this.games;
    this.count.textContent = count ? tn("{n} game", "{n} games", count) : t("There are no such games yet.");
    const options = { page: this.page, removed: () => this.load() };
    fill(this.list, ...games.map((game) => gameCard(game, options)));
  }
}
