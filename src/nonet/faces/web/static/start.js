// The first screen: go on with a game, today's puzzle, a new game by board and level, a puzzle of one's own.

import { api, valuesOf } from "./api.js";
import { confirm } from "./dialogs.js";
import { button, fill, h, icon } from "./dom.js";
import { forgetLetters } from "./letters.js";
import { thumbnail } from "./lines.js";
import { capital, clockText, dayText, nameOf, t, titleOf, tn } from "./words.js";

const FEW = 3; // games to go on with, before the others are asked for

export class StartScreen {
  constructor(page, { boards, daily }, { games }, { games: over }) {
    this.page = page;
    const source = `daily ${daily.date}`;
    const begun = games.find((game) => game.source === source);
    const done = over.some((game) => game.source === source);
    const ranks = boards.map((board) => board.levels.map((level) => level.name)).reduce((a, b) => (b.length > a.length ? b : a));
    this.data = { boards, games, ranks, daily: { ...daily, id: daily.game, status: begun ? "playing" : done ? "finished" : "open" } };
    this.element = h("div", { class: "start" });
    this.show();
  }

  close() {}

  key() {
    return false;
  }

  dress() {
    this.page.go("", { again: true });
  }

  show() {
    fill(
      this.element,
      h("h1", { text: t("What would you like to play?") }),
      this.resumable(),
      this.newGame(),
      h("div", { class: "side" }, this.daily(), this.own()),
    );
  }

  resumable() {
    const games = this.data.games;
    if (!games.length) return null;
    const list = h("ul", { class: "cards" }, ...games.slice(0, FEW).map((game) => this.card(game)));
    const rest = button(tn("{n} game", "All {n} games", games.length), {
      class: "button small",
      press: () => {
        fill(list, ...games.map((game) => this.card(game)));
        rest.remove();
        list.children[FEW].querySelector("a").focus();
      },
    });
    return h(
      "section",
      { class: "resume", "aria-labelledby": "resume-title" },
      h("div", { class: "resume-head" }, h("h2", { id: "resume-title", text: t("Continue") }), games.length > FEW ? rest : null),
      list,
    );
  }

  card(game) {
    const { page } = this;
    return h(
      "li",
      { class: "resume-card" },
      h(
        "a",
        { href: `#/game/${game.id}` },
        thumbnail(game.shape, valuesOf(game.givens)),
        h(
          "span",
          { class: "resume-words" },
          h("strong", { text: titleOf(game) }),
          h("span", { class: "soft small", text: t("{percent}% · {time}", { percent: percentOf(game), time: clockText(game.seconds) }) }),
        ),
      ),
      button("", {
        icon: "bin",
        label: t("Delete {title}", { title: titleOf(game) }),
        class: "round",
        press: async () => {
          if (!(await confirm(t("Delete “{title}” for good?", { title: titleOf(game) }), t("Delete")))) return;
          await page.attempt(() => api.forget(game.id));
          forgetLetters(game.id);
          page.go("", { again: true });
        },
      }),
    );
  }

  newGame() {
    const { boards } = this.data;
    const last = remembered(boards);
    this.board = last.board;
    this.level = last.level;
    const tile = (board) =>
      h(
        "label",
        { class: "tile" },
        h("input", { type: "radio", name: "board", value: board.name, checked: board.name === this.board, on: { change: () => this.pickBoard(board.name) } }),
        h("span", { class: "face" }, thumbnail(board.shape), h("b", { text: nameOf(board.title) }), h("small", { text: board.title.slice(nameOf(board.title).length + 1) })),
      );
    this.levels = h("div", { class: "choice levels" });
    this.showLevels();
    return h(
      "form",
      { class: "card new", "aria-labelledby": "new-title", on: { submit: (event) => this.begin(event) } },
      h("h2", { id: "new-title", text: t("New game") }),
      h("fieldset", {}, h("legend", { class: "small soft", text: t("Board") }), h("div", { class: "choice tiles" }, ...boards.map(tile))),
      h("fieldset", {}, h("legend", { class: "small soft", text: t("Level") }), this.levels),
      (this.startButton = h("button", { class: "button main-button big", type: "submit" }, h("span", { text: t("Start") }), icon("arrow"))),
    );
  }

  pickBoard(name) {
    this.board = name;
    this.showLevels();
  }

  showLevels() {
    const board = this.data.boards.find((each) => each.name === this.board);
    const open = board.levels;
    if (!open.some((level) => level.name === this.level)) this.level = open[0].name;
    fill(
      this.levels,
      ...open.map((level) =>
        h(
          "label",
          {},
          h("input", { type: "radio", name: "level", value: level.name, checked: level.name === this.level, on: { change: () => { this.level = level.name; } } }),
          h("span", { class: "face" }, this.dots(level), h("span", { text: capital(level.title) })),
        ),
      ),
    );
  }

  dots(level) {
    const ranks = this.data.ranks;
    const rank = ranks.indexOf(level.name);
    return h("span", { class: "dots", "aria-hidden": "true" }, ...ranks.map((_, index) => h("i", { class: index <= rank ? "on" : "" })));
  }

  async begin(event) {
    event.preventDefault();
    localStorage.setItem("nonet.last", JSON.stringify({ board: this.board, level: this.level }));
    this.startButton.disabled = true;
    this.startButton.firstChild.textContent = t("Creating a puzzle…");
    this.page.say(t("Creating a puzzle…"));
    await this.page.create({ board: this.board, level: this.level });
    this.startButton.disabled = false;
    this.startButton.firstChild.textContent = t("Start");
  }

  daily() {
    const { daily } = this.data;
    const words = { open: t("The same for everyone today."), playing: t("In progress."), finished: t("Solved. There will be a new one tomorrow.") };
    return h(
      "section",
      { class: "card daily", "aria-labelledby": "daily-title" },
      h("p", { class: "day", "aria-hidden": "true" }, h("b", { text: dayText(daily.date, { day: "numeric" }).replace(".", "") }), h("span", { text: dayText(daily.date, { month: "long" }) })),
      h("div", { class: "daily-words" },
        h("h2", { id: "daily-title", text: t("Puzzle of the day") }),
        h("p", { class: "soft small", text: words[daily.status] ?? words.open }),
        button(daily.status === "playing" ? t("Continue") : daily.status === "finished" ? t("View") : t("Play"), {
          class: "button",
          label: t("Puzzle of the day, {date}", { date: dayText(daily.date) }),
          press: () => (daily.id ? this.page.go(`/game/${daily.id}`) : this.page.create({ daily: daily.date })),
        }),
      ),
    );
  }

  own() {
    const file = h("input", { type: "file", accept: ".json,application/json,text/plain", class: "hidden-text", tabindex: "-1", "aria-hidden": "true", on: { change: (event) => this.openFile(event) } });
    return h(
      "section",
      { class: "card own-card", "aria-labelledby": "own-title" },
      h("h2", { id: "own-title", text: t("Your own puzzle") }),
      h("p", { class: "soft small", text: t("From a newspaper, a book or a file: paste it, type it in, or open a saved game.") }),
      h(
        "div",
        { class: "buttons" },
        h("a", { class: "button", href: "#/own" }, icon("pencil"), h("span", { text: t("Enter a puzzle") })),
        button(t("Open a file"), { icon: "open", class: "button", press: () => file.click() }),
        file,
      ),
    );
  }

  async openFile(event) {
    const [chosen] = event.target.files;
    event.target.value = "";
    if (!chosen) return;
    const text = await chosen.text();
    let record = null;
    try {
      record = JSON.parse(text);
    } catch {
      // Not a saved game; perhaps a puzzle.
    }
    await this.page.create(record && typeof record === "object" ? { record } : { puzzle: text });
  }
}

/** How much of what was empty is filled. */
function percentOf({ givens, filled, total }) {
  const given = valuesOf(givens).filter(Boolean).length;
  return Math.round((100 * (filled - given)) / Math.max(1, total - given));
}

function remembered(boards) {
  let last = {};
  try {
    last = JSON.parse(localStorage.getItem("nonet.last")) ?? {};
  } catch {
    // Nothing is remembered.
  }
  const board = boards.find((each) => each.name === last.board) ?? boards.find((each) => each.name === "9x9") ?? boards[0];
  return { board: board.name, level: last.level };
}
