// The form for a new game: the board and the level. It remembers what was played last.

import { radio } from "./buttons.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { levelDots } from "./level_dots.js";
import * as storage from "./storage.js";
import { thumbnail } from "./thumbnail.js";
import { capital, nameOf, t } from "./words.js";

/**
 * @import { Boards } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Boards["boards"][number]} BoardKind
 */

const MEMORY = "nonet.last"; // the key in the browser's storage

export class NewGameForm {
  /** @param {Host} page @param {BoardKind[]} boards */
  constructor(page, boards) {
    this.page = page;
    const last = remembered();
    this.board = find(boards, last.board) ?? find(boards, "9x9") ?? boards[0];
    this.level = last.level ?? "";
    this.levels = h("div", { class: "choice levels" });
    this.levelChoice = choice(t("Level"), this.levels);
    this.startText = h("span", { text: t("Start") });
    this.startButton = h("button", { class: "button main-button big", type: "submit" }, this.startText, icon("arrow"));
    this.showLevels();
    const tiles = (/** @type {boolean} */ variant) =>
      boards.filter((board) => board.variant === variant).map((board) => this.tile(board));
    const variants = h(
      "details",
      { class: "variants", open: this.board.variant },
      h("summary", { text: t("Variants: killer, thermometers, arrows …") }),
      h("div", { class: "choice tiles" }, ...tiles(true)),
    );
    this.element = h(
      "form",
      { class: "card new", "aria-labelledby": "new-title", on: { submit: (event) => this.submit(event) } },
      h("h2", { id: "new-title", text: t("New game") }),
      choice(t("Board"), h("div", { class: "choice tiles" }, ...tiles(false)), variants),
      this.levelChoice,
      this.startButton,
    );
  }

  /** @param {BoardKind} board */
  tile(board) {
    const name = nameOf(board.title);
    const change = () => {
      this.board = board;
      this.showLevels();
    };
    const face = h(
      "span",
      { class: "face" },
      thumbnail(board.example.shape, [], board.example.drawing),
      h("b", { text: name }),
      h("small", { text: board.title.slice(name.length + 1) }),
    );
    return radio({ name: "board", value: board.name, checked: board === this.board, change }, face, "tile");
  }

  showLevels() {
    const { levels } = this.board;
    this.levelChoice.hidden = !levels.length;
    if (!levels.some((level) => level.name === this.level)) this.level = levels[0]?.name ?? this.level;
    const labels = levels.map(({ name, title }) => {
      const change = () => {
        this.level = name;
      };
      const face = h("span", { class: "face" }, levelDots(name), h("span", { text: capital(title) }));
      return radio({ name: "level", value: name, checked: name === this.level, change }, face);
    });
    fill(this.levels, ...labels);
  }

  /** @param {SubmitEvent} event */
  async submit(event) {
    event.preventDefault();
    const wish = { board: this.board.name, ...(this.level && { level: this.level }) };
    storage.write(MEMORY, wish);
    this.startButton.disabled = true;
    this.startButton.ariaBusy = "true";
    this.startText.textContent = t("Creating a puzzle…");
    this.page.say(t("Creating a puzzle…"));
    await this.page.create(wish);
    this.startButton.disabled = false;
    this.startButton.ariaBusy = null;
    this.startText.textContent = t("Start");
  }
}

/** @param {string} legend @param {HTMLElement[]} options */
function choice(legend, ...options) {
  return h("fieldset", {}, h("legend", { class: "small soft", text: legend }), ...options);
}

/** @param {BoardKind[]} boards @param {string} [name] */
function find(boards, name) {
  return boards.find((board) => board.name === name);
}

/** The board and level of the last new game. @returns {{ board?: string, level?: string }} */
function remembered() {
  return storage.read(MEMORY) ?? {};
}
