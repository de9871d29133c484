// The page: which screen is shown, the settings, and what is said to screen readers.
//
//     #                home                      #/own       a puzzle of the player's own
//     #/game/ID        a game                    #/stats     statistics
//     #/replay/ID      a game, move by move      #/games     all saved games
//     #/days           puzzles of the days       #/learn     lessons; #/learn/KEY is one of them
//     #/tour           a tour of the page        #/desk      the setter's desk
//     #/packs          packs; #/packs/NAME is one
//     #/watch          a search, step by step    #p=PUZZLE   a puzzle that someone shared

import { api, Failure, isLoading, messageOf, Refused, Unreachable } from "./api.js";
import { button } from "./buttons.js";
import { ConnectionLine } from "./connection_line.js";
import { openDialog } from "./dialogs.js";
import { writeDigitsAs } from "./digits.js";
import { byId, closest, fill, h } from "./dom.js";
import { GameScreen } from "./game.js";
import { openHelp } from "./help_dialog.js";
import { HomeScreen } from "./home.js";
import { logo } from "./icons.js";
import { recall } from "./known_answers.js";
import { addressed } from "./link.js";
import { update } from "./offline.js";
import { sendLeftovers } from "./outbox.js";
import { Screen } from "./screen.js";
import { SCREENS } from "./screens.js";
import { DEFAULT_SETTINGS } from "./setting_words.js";
import { openSettings, reopenSettings } from "./settings_dialog.js";
import { core, isStatic } from "./transport.js";
import { browserLanguage, speak, speakAsBrowser, t } from "./words.js";

/**
 * @import { Settings } from "../api_types.d.ts"
 * @import { Host, NewGame, SettingsChanges } from "./screen.js"
 */

const OWN_KEYS = "textarea, select, input:not([type=radio], [type=checkbox])"; // they take keys for themselves
const LOADING = 400; // milliseconds until the page says that it is loading
const RETRY = 2000; // milliseconds between attempts to show a screen while the server is away

/** @implements {Host} */
export class Page {
  constructor() {
    this.main = byId("main");
    this.connection = new ConnectionLine(byId("away"), () => this.comeBack());
    this.screen = new Screen(this.main);
    this.shown = false; // a screen is shown, not the message that there is none
    this.settings = DEFAULT_SETTINGS;
    this.hasSettings = false; // those above are the server's, not the defaults
    this.visit = 0;
    /** @type {Map<Element, string>} */
    this.waiting = new Map(); // to be said
  }

  start() {
    addEventListener("hashchange", () => this.leave());
    addEventListener("popstate", () => location.hash || this.leave());
    document.addEventListener("keydown", (event) => this.key(event));
    document.addEventListener("paste", (event) => this.paste(event));
    byId("skip").addEventListener("click", (event) => this.skip(event));
    if (isLoading()) setTimeout(() => this.showLoading(), LOADING);
    return this.route().finally(() => core?.load()); // what can be shown without it comes first
  }

  /**
   * Every key goes to the screen, wherever the focus is; only text fields, menus and dialogs keep theirs.
   * @param {KeyboardEvent} event
   */
  key(event) {
    if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]")) return;
    if (!closest(event, OWN_KEYS) && this.screen.key(event)) event.preventDefault();
  }

  /** @param {ClipboardEvent} event */
  async paste(event) {
    const text = event.clipboardData?.getData("text").trim() ?? "";
    if (!document.querySelector("dialog[open]")) await this.screen.paste(event, text);
  }

  // -- screens ----------------------------------------------------------------------------------------------

  /**
   * @param {string} path
   * @param {{ reload?: boolean }} [options]  reload: even if it is shown already
   */
  async go(path, { reload = false } = {}) {
    const hash = path && `#${path}`;
    if (location.hash === hash) {
      if (reload || !this.shown) await this.route();
    } else if (path) {
      location.hash = path;
    } else {
      history.pushState(null, "", location.pathname);
      await this.leave();
    }
  }

  /** Goes where the address points, without the dialogs of the screen before. */
  leave() {
    this.connection.notice = ""; // it was seen
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    return this.route();
  }

  /** Skips the top bar: to the board, or to the beginning of the screen. @param {Event} event */
  skip(event) {
    event.preventDefault();
    const cell = this.main.querySelector(".cell[tabindex='0']");
    (cell instanceof HTMLElement ? cell : this.main).focus();
  }

  /** Shows the screen of the address. */
  async route() {
    const visit = ++this.visit;
    const slow = setTimeout(() => visit === this.visit && this.main.setAttribute("aria-busy", "true"), LOADING);
    try {
      const screen = await this.find(addressed());
      if (visit === this.visit) this.show(screen);
      else screen.close(); // the player has gone elsewhere in the meantime
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error instanceof Refused && !this.hasSettings) await speakAsBrowser();
      if (visit === this.visit) this.showFailure(error);
    } finally {
      clearTimeout(slow);
      if (visit === this.visit) this.main.removeAttribute("aria-busy");
    }
  }

  /** Nothing can be shown before the core is loaded: a shared puzzle, for example. */
  showLoading() {
    if (!this.shown) fill(this.main, h("p", { class: "card", role: "status", text: t("Loading the game…") }));
  }

  /** @param {Screen} screen */
  show(screen) {
    this.screen.close();
    this.screen = screen;
    this.shown = true;
    fill(this.main, screen.element);
    document.title = screen.title;
    this.translate();
    scrollTo(0, 0);
    screen.focus();
  }

  /** @param {string} address @returns {Promise<Screen>} */
  async find(address) {
    await this.adopt(await settingsOf());
    const [, name, id] = /^\/(\w+)(?:\/([\w-]+))?$/.exec(address) ?? [];
    const screen = name && Object.hasOwn(SCREENS, name) ? await SCREENS[name]?.(this, id ?? "") : null;
    if (screen) return screen;
    if (address === "" || address === "p=" || address.startsWith("/")) return this.home();
    const link = location.hash;
    const game = await api.create({ puzzle: address.replace(/^p=/, ""), shared: true });
    history.replaceState(null, "", `#/game/${game.id}`);
    const opened = new GameScreen(this, game);
    setTimeout(() => this.confirm(opened, link).catch(reportError)); // when it is drawn
    return opened;
  }

  /**
   * The puzzle of a link may be shown before it was checked, and without what was played of it before.
   * @param {GameScreen} screen
   * @param {string} link
   */
  async confirm(screen, link) {
    try {
      await api.introduce(screen.client.id);
      screen.client.beat();
    } catch (error) {
      if (!(error instanceof Refused))
        screen.client.beat(); // it tries again
      else if (this.screen === screen) {
        history.replaceState(null, "", link);
        this.shown = false;
        this.showFailure(error);
      }
    }
  }

  async home() {
    update();
    if (location.hash) history.replaceState(null, "", location.pathname);
    const sent = api.introduceAll().then(() => sendLeftovers(api.act));
    if (!isLoading()) await sent;
    const [boards, playing, over] = await Promise.all([
      api.boards(),
      api.games({ playing: true }),
      api.games({ playing: false }),
    ]);
    // Either list may be the first to find a damaged game.
    const found = [playing, over].flatMap(({ damaged = [] }) => damaged); // an answer of an earlier version has none
    const damaged = new Map(found.map((game) => [game.id, game]));
    return new HomeScreen(this, { boards, playing, over: over.count, damaged: [...damaged.values()] });
  }

  /** There is nothing to show: says why, and tries again while the server is away. @param {Failure} error */
  showFailure(error) {
    const away = error instanceof Unreachable;
    const locked = error instanceof Refused && error.code === "token";
    if (!away && !locked && this.shown) {
      this.problem(error.message);
      return;
    }
    const title = locked ? t("Open the link that “sudoku web” printed") : t("That did not work");
    let text = error.message;
    if (away && isStatic) {
      text = t("The game could not be loaded. Check the connection; this page tries again every few seconds.");
    } else if (away) {
      text = t(
        "The game server is not responding. Start it again with “sudoku web”; this page tries again every few seconds.",
      );
    } else if (locked) {
      text = t(
        "This server can be reached from the network, so it answers only those who have its link. The link contains a token, which changes every time the server starts.",
      );
    }
    const again = button(t("Try again"), { main: true, press: () => this.route() });
    const home = button(t("Home"), { press: () => this.go("", { reload: true }) });
    const element = h("div", { class: "stats" });
    const buttons = h("div", { class: "buttons" }, again, !locked && home);
    fill(element, h("h1", { text: title }), h("p", { class: "card", text }), buttons);
    this.show(new Screen(element));
    document.title = title;
    this.shown = false;
    if (away) setTimeout(() => this.shown || this.route(), RETRY);
  }

  // -- what screens may ask for -----------------------------------------------------------------------------

  /** @param {NewGame} wish */
  async create(wish) {
    const game = await this.attempt(() => api.create(wish));
    if (game) await this.go(`/game/${game.id}`);
  }

  /**
   * @template Result
   * @param {() => Promise<Result>} work
   */
  async attempt(work) {
    try {
      return await work();
    } catch (error) {
      this.problem(messageOf(error));
      return null;
    }
  }

  /** @param {string} text */
  problem(text) {
    openDialog(t("That did not work"), h("p", { text }));
  }

  /**
   * For screen readers. What has not been said yet is said first.
   * @param {string} text
   * @param {{ urgent?: boolean }} [options]
   */
  say(text, { urgent = false } = {}) {
    const region = byId(urgent ? "urgent" : "polite");
    region.textContent = "";
    const waiting = this.waiting.get(region);
    this.waiting.set(region, waiting ? `${waiting} ${text}` : text);
    if (waiting) return;
    setTimeout(() => {
      region.textContent = this.waiting.get(region) ?? "";
      this.waiting.delete(region);
    }, 30);
  }

  /** @param {SettingsChanges} changes */
  async changeSettings(changes) {
    const { language } = this.settings;
    const settings = await this.attempt(() => api.changeSettings(changes));
    if (!settings) return;
    await this.adopt(settings);
    await this.screen.applySettings(settings);
    if (settings.language === language) return;
    this.screen.translate();
    this.translate();
    reopenSettings(this);
  }

  /** @param {Settings} settings */
  async adopt(settings) {
    this.settings = settings;
    this.hasSettings = true;
    document.documentElement.dataset["theme"] = settings.theme;
    document.documentElement.dataset["accent"] = settings.accent;
    document.documentElement.classList.toggle("labelled", settings.labels);
    writeDigitsAs(settings.digits);
    await speak(settings.language);
  }

  // -- around the screen ------------------------------------------------------------------------------------

  translate() {
    byId("skip").textContent = t("Skip to the board");
    const goHome = (/** @type {Event} */ event) => {
      event.preventDefault();
      return this.go("", { reload: true });
    };
    const brand = { class: "brand", href: "#", "aria-label": t("nonet home page"), on: { click: goHome } };
    const opens = { "aria-haspopup": "dialog" };
    fill(byId("brand"), h("a", brand, logo(), h("span", { text: "nonet" })));
    fill(
      byId("top"),
      button("", { icon: "learn", label: t("Learn"), class: "round seldom", press: () => this.go("/learn") }),
      button("", { icon: "chart", label: t("Statistics"), class: "round seldom", press: () => this.go("/stats") }),
      button("", { icon: "help", label: t("Help"), class: "round seldom", press: openHelp, ...opens }),
      button("", { icon: "gear", label: t("Settings"), press: () => openSettings(this), ...opens }),
    );
    this.connection.show();
  }

  /** The server answers again. */
  async comeBack() {
    this.say(isStatic ? t("The game is loaded.") : t("The server is back."));
    if (this.screen instanceof HomeScreen) await this.route(); // it may have shown what was known before
  }

  /** @param {number} count */
  showUnsent(count) {
    this.connection.setUnsent(count);
  }
}

/** The player's settings. Whoever has changed none has the browser's language from the first visit on. */
async function settingsOf() {
  const isFirst = recall("GET /api/settings", {}) === null;
  const settings = await api.settings();
  const usual = Object.entries(DEFAULT_SETTINGS).every(
    ([name, value]) => settings[/** @type {keyof Settings} */ (name)] === value,
  );
  const language = isFirst && usual && !isStatic ? await browserLanguage() : settings.language;
  return language === settings.language ? settings : api.changeSettings({ language }).catch(() => settings);
}
