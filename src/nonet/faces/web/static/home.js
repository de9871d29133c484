// The home screen: games to continue, the puzzle of the day, a new game by board and level, the player's own puzzle.

import { button, link } from "./buttons.js";
import { fill, h } from "./dom.js";
import { gameCard } from "./game_card.js";
import { levelDots } from "./level_dots.js";
import { NewGameForm } from "./new_game_form.js";
import { fileButton, openTexts } from "./open_file.js";
import { reloading, Screen } from "./screen.js";
import * as storage from "./storage.js";
import { isStatic } from "./transport.js";
import { capital, dayText, t, tn } from "./words.js";

/**
 * @import { Boards, Games } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Games["damaged"][number]} DamagedGame
 */

const FEW = 3; // games that are shown at first
const TOURED = "nonet.toured"; // the key in the browser's storage: the tour was taken, or is not wanted

export class HomeScreen extends Screen {
  /**
   * @param {Host} page
   * @param {object} data
   * @param {Boards} data.boards
   * @param {Games} data.playing
   * @param {number} data.over  how many games are over
   * @param {DamagedGame[]} data.damaged
   */
  constructor(page, { boards, playing, over, damaged }) {
    super(h("div", { class: "start" }), { reload: reloading(page, "") });
    this.page = page;
    this.playing = playing;
    this.over = over;
    fill(
      this.element,
      h("h1", { text: t("What would you like to play?") }),
      damaged.length > 0 && h("p", { class: "damaged soft small", role: "status", text: damagedText(damaged.length) }),
      playing.count > 0 ? this.continueSection() : over > 0 && this.gamesLink(over),
      new NewGameForm(page, boards.boards).element,
      h(
        "div",
        { class: "side" },
        this.tourCard(),
        this.dailyCard(boards.daily),
        this.packsCard(),
        this.learnCard(),
        this.ownCard(),
      ),
    );
  }

  /** @override */
  get title() {
    return t("nonet · Sudoku");
  }

  /**
   * Plays the puzzle.
   * @override
   * @param {ClipboardEvent} event
   * @param {string} text
   */
  async paste(event, text) {
    if (!text) return;
    event.preventDefault();
    await openTexts(this.page, [text]);
  }

  continueSection() {
    const { games, count } = this.playing;
    const options = { page: this.page, removed: this.reload };
    const list = h("ul", { class: "cards" }, ...games.slice(0, FEW).map((game) => gameCard(game, options)));
    const text = t("All games ({n})", { n: count + this.over });
    const all = h("a", { class: "button small", href: "#/games", text });
    const head = h("h2", { id: "resume-title", text: t("Continue") });
    return h(
      "section",
      { class: "resume", "aria-labelledby": "resume-title" },
      h("div", { class: "resume-head" }, head, all),
      list,
    );
  }

  /** @param {Boards["daily"]} daily */
  dailyCard({ date, game, level, title, status }) {
    const { about, verb } = dailyWords(status);
    const play = button(verb, {
      label: `${verb}: ${t("Puzzle of the day, {date}", { date: dayText(date) })}`,
      press: () => (game ? this.page.go(`/game/${game}`) : this.page.create({ daily: date })),
    });
    const day = h("b", { text: dayText(date, { day: "numeric" }).replace(".", "") });
    const month = h("span", { text: dayText(date, { month: "long" }) });
    return h(
      "section",
      { class: "card daily", "aria-labelledby": "daily-title" },
      h("p", { class: "day", "aria-hidden": "true" }, day, month),
      h(
        "div",
        { class: "daily-words" },
        h("h2", { id: "daily-title", text: t("Puzzle of the day") }),
        h("p", { class: "daily-level" }, levelDots(level), capital(title)),
        h("p", { class: "soft small", text: about }),
        h("div", { class: "buttons" }, play, link(t("Calendar"), { icon: "calendar", href: "#/days" })),
      ),
    );
  }

  /** Where no game is unfinished: the way to the others. @param {number} count */
  gamesLink(count) {
    const text = t("All games ({n})", { n: count });
    return h("p", { class: "resume" }, h("a", { class: "button small", href: "#/games", text }));
  }

  /** Offers the tour to those who are new. */
  tourCard() {
    if (storage.read(TOURED) !== null || this.playing.count + this.over > 0) return null;
    const about = t("Four small tasks, one minute: how to write digits and notes, undo, and ask for a hint.");
    const skip = () => {
      skipTour();
      card.remove();
    };
    const card = smallCard("tour", t("New here?"), about, [
      h("a", { class: "button", href: "#/tour", text: t("Take the tour") }),
      button(t("No, thanks"), { press: skip }),
    ]);
    return card;
  }

  packsCard() {
    const about = t("Ten puzzles in a row, from easy to hard, for every variant; or a file of your own.");
    return smallCard("packs", t("Packs"), about, [link(t("Show the packs"), { icon: "several", href: "#/packs" })]);
  }

  learnCard() {
    const about = t("From singles to chains, with examples and exercises.");
    return smallCard("learn", t("Learn to solve"), about, [link(t("Lessons"), { icon: "learn", href: "#/learn" })]);
  }

  ownCard() {
    const about = t("From a newspaper, a book or a file: paste it, type it in, or open a saved game.");
    return smallCard("own", t("Your own puzzle"), about, [
      link(t("Enter a puzzle"), { icon: "keyboard", href: "#/own" }),
      link(t("Make a variant"), { icon: "pencil", href: "#/desk" }),
      ...fileButton(this.page),
    ]);
  }
}

/**
 * @param {string} name
 * @param {string} title
 * @param {string} about
 * @param {HTMLElement[]} buttons
 */
function smallCard(name, title, about, buttons) {
  return h(
    "section",
    { class: "card own-card", "aria-labelledby": `${name}-title` },
    h("h2", { id: `${name}-title`, text: title }),
    h("p", { class: "soft small", text: about }),
    h("div", { class: "buttons" }, ...buttons),
  );
}

/** @param {number} count */
function damagedText(count) {
  if (isStatic)
    return tn(
      "{n} saved game cannot be read. Its data is kept.",
      "{n} saved games cannot be read. Their data is kept.",
      count,
    );
  return tn(
    "{n} saved game cannot be read. Its data is kept; “sudoku games check” lists it.",
    "{n} saved games cannot be read. Their data is kept; “sudoku games check” lists them.",
    count,
  );
}

/** @param {Boards["daily"]["status"]} status  of the player's game with it */
function dailyWords(status) {
  if (status === "playing") return { about: t("In progress."), verb: t("Continue") };
  if (status) return { about: t("Solved. There will be a new one tomorrow."), verb: t("View") };
  return { about: t("The same for everyone today."), verb: t("Play") };
}

/** Does not offer the tour any more. */
export function skipTour() {
  storage.write(TOURED, 1);
}
