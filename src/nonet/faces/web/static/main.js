// The page: which screen is shown, the settings, and the voice that speaks to screen readers.
//
//     #                the first screen          #/own       a puzzle of one's own
//     #/game/ID        a game                    #/stats     statistics
//     #p=PUZZLE        a puzzle that somebody shared

import { Away, Refused, api, whenAway } from "./api.js";
import { button, fill, h, logo } from "./dom.js";
import { openDialog, openHelp, openSettings } from "./dialogs.js";
import { GameScreen } from "./game.js";
import { sendLeft } from "./letters.js";
import { OwnScreen } from "./own.js";
import { StartScreen } from "./start.js";
import { StatsScreen } from "./stats.js";
import { speak, t, tn } from "./words.js";

class Page {
  constructor() {
    this.main = document.getElementById("main");
    this.screen = null;
    this.settings = null;
    this.away = false;
    this.kept = 0;
    this.visit = 0;
  }

  async begin() {
    addEventListener("hashchange", () => this.arrive());
    addEventListener("popstate", () => location.hash || this.arrive());
    document.addEventListener("keydown", (event) => this.key(event));
    document.getElementById("skip").addEventListener("click", (event) => this.skip(event));
    whenAway((away) => this.setAway(away));
    await this.route();
  }

  /** Every key goes to the screen, wherever the focus is; only fields, menus and dialogs keep theirs. */
  key(event) {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (event.target.closest?.("textarea, select, input:not([type=radio], [type=checkbox])")) return;
    if (this.screen?.key(event)) event.preventDefault();
  }

  // -- where we are -----------------------------------------------------------------------------------------

  /** Goes to a screen; `again` draws it anew if we are there. */
  go(where, { again = false } = {}) {
    const hash = where ? `#${where}` : "#";
    if (location.hash === hash || (hash === "#" && !location.hash)) {
      if (again || !this.screen) this.route();
    } else if (hash === "#") {
      history.pushState(null, "", location.pathname);
      this.arrive();
    } else {
      location.hash = where;
    }
  }

  /** Somewhere else: no dialog comes along. */
  arrive() {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    return this.route();
  }

  /** To the board, or to whatever comes first, past the line at the top. */
  skip(event) {
    event.preventDefault();
    (this.main.querySelector(".cell[tabindex='0']") ?? this.main).focus();
  }

  async route() {
    const visit = ++this.visit;
    const where = fragment();
    let screen;
    try {
      screen = await this.find(where);
    } catch (error) {
      if (visit === this.visit) this.stranded(error);
      return;
    }
    if (visit !== this.visit) {
      screen?.close();
      return;
    }
    if (!screen) return;
    this.screen?.close();
    this.screen = screen;
    this.kept = 0;
    this.showAway();
    fill(this.main, screen.element);
    document.title = screen instanceof StartScreen ? t("nonet · Sudoku") : `${screen.element.querySelector("h1").firstChild.textContent} · nonet`;
    this.dress();
    scrollTo(0, 0);
    if (screen instanceof GameScreen && !screen.match.over) screen.board.focus();
  }

  async find(where) {
    const [, name, id] = /^\/(\w+)(?:\/([\w-]+))?$/.exec(where) ?? [];
    await this.adopt(await api.settings());
    if (!where) await sendLeft(api.act);
    if (!where) return new StartScreen(this, ...(await Promise.all([api.boards(), api.games(true), api.games(false)])));
    if (name === "game" && id) return new GameScreen(this, await api.game(id));
    if (name === "own") return new OwnScreen(this, (await api.boards()).boards);
    if (name === "stats") return new StatsScreen(this, await api.statistics());
    if (where.startsWith("/") || where === "p=") {
      history.replaceState(null, "", "#"); // no address of ours, no puzzle: the first page
      return this.find("");
    }
    const game = await api.create({ puzzle: where.replace(/^p=/, "") });
    history.replaceState(null, "", `#/game/${game.id}`);
    return new GameScreen(this, game);
  }

  /** Nothing can be shown: says why, and tries again when the server is back. */
  stranded(error) {
    if (!(error instanceof Away || error instanceof Refused)) throw error;
    const words = error instanceof Away ? t("The game server is not responding. Start it again with “sudoku web”; this page tries again every few seconds.") : error.message;
    if (this.screen && error instanceof Refused) {
      this.problem(words);
      return;
    }
    this.screen?.close();
    this.screen = null;
    fill(
      this.main,
      h(
        "div",
        { class: "stats" },
        h("h1", { text: t("That did not work") }),
        h("p", { class: "card", text: words }),
        h("div", { class: "buttons" }, button(t("Try again"), { class: "button main-button", press: () => this.route() }), button(t("Home"), { class: "button", press: () => this.go("", { again: true }) })),
      ),
    );
    this.dress();
    if (error instanceof Away) setTimeout(() => !this.screen && this.route(), 2000);
  }

  /** Makes a game and goes there. */
  async create(wish) {
    const game = await this.attempt(() => api.create(wish));
    if (game) this.go(`/game/${game.id}`);
  }

  /** Does what may fail; a failure is told, and gives null. */
  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Refused) this.problem(error.message);
      else if (error instanceof Away) this.problem(t("The game server is not responding. Is “sudoku web” still running?"));
      else throw error;
      return null;
    }
  }

  problem(words) {
    openDialog(t("That did not work"), h("p", { text: words }));
  }

  // -- the frame --------------------------------------------------------------------------------------------

  dress() {
    document.getElementById("skip").textContent = t("Skip to the board");
    fill(
      document.getElementById("top"),
      h("a", { class: "brand", href: "#", "aria-label": t("nonet home page"), on: { click: (event) => { event.preventDefault(); this.go("", { again: true }); } } }, logo(), h("span", { text: "nonet" })),
      button("", { icon: "chart", label: t("Statistics"), class: "round seldom", press: () => this.go("/stats") }),
      button("", { icon: "help", label: t("Help"), class: "round seldom", "aria-haspopup": "dialog", press: () => openHelp(this) }),
      button("", { icon: "gear", label: t("Settings"), class: "round", "aria-haspopup": "dialog", press: () => openSettings(this) }),
    );
    this.showAway();
  }

  // -- settings ---------------------------------------------------------------------------------------------

  async adopt(settings) {
    this.settings = settings;
    document.documentElement.dataset.theme = settings.theme;
    await speak(settings.language);
  }

  async change(changes) {
    const before = this.settings;
    const settings = await this.attempt(() => api.change(changes));
    if (!settings) return;
    await this.adopt(settings);
    const { screen } = this;
    if (screen instanceof GameScreen) {
      screen.match.settings = settings;
      const state = await this.attempt(() => api.game(screen.match.id));
      if (state) screen.match.take(state);
    }
    if (before.language !== settings.language) {
      screen?.dress();
      this.dress();
      const open = document.querySelector("dialog.settings");
      if (open) {
        open.close();
        openSettings(this).querySelector(`input[name=language][value=${settings.language}]`).focus();
      }
    }
    if (screen instanceof GameScreen) screen.refresh();
  }

  // -- speaking ---------------------------------------------------------------------------------------------

  /** Says something to screen readers. */
  say(text, { urgent = false } = {}) {
    const region = document.getElementById(urgent ? "urgent" : "polite");
    region.textContent = "";
    clearTimeout(this.saying);
    this.saying = setTimeout(() => { region.textContent = text; }, 30);
  }

  setAway(away) {
    const back = this.away && !away;
    this.away = away;
    this.showAway(back);
  }

  /** How many moves are kept until the server is back. */
  waiting(count) {
    this.kept = count;
    if (this.away) this.showAway();
  }

  showAway(back = false) {
    const element = document.getElementById("away");
    const words = this.away ? [t("The game server is not responding."), this.kept ? tn("{n} move will be sent when it is back.", "{n} moves will be sent when it is back.", this.kept) : t("You can keep playing; your moves will be sent when it is back.")].join(" ") : "";
    if (element.textContent !== words) element.textContent = words;
    if (back) this.say(t("The server is back."));
  }
}

/** What stands behind the # of the address. */
function fragment() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stray % is no reason to stop
  }
}

const page = new Page();
page.begin();
