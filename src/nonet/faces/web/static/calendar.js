// The calendar of daily puzzles: a month at a time, each with its level and how far the player got.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { boardChoice } from "./choice.js";
import { fill, h } from "./dom.js";
import { householdTimes } from "./household_times.js";
import { numberKey } from "./number_key.js";
import { Screen } from "./screen.js";
import { capital, dayText, T, t, tn } from "./words.js";

/**
 * @import { Boards, Days } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Days["days"][number]} Day
 */

const CLASSIC = "9x9";

export class CalendarScreen extends Screen {
  /** @param {Host} page @param {Boards["boards"]} boards @param {Days} month */
  constructor(page, boards, month) {
    super(h("div", { class: "stats calendar" }), { name: T("Puzzles of the day") });
    this.page = page;
    this.boards = boards.filter(({ name, variant }) => variant || name === CLASSIC);
    this.board = CLASSIC;
    this.month = month;
    this.translate();
  }

  /** @override */
  translate() {
    const { first, today, days, streak } = this.month;
    const later = first.slice(0, 7) < today.slice(0, 7);
    const before = button("", { icon: "back", label: t("Previous month"), press: () => this.turn(-1) });
    const after = button("", { icon: "forward", label: t("Next month"), enabled: later, press: () => this.turn(1) });
    const name = capital(dayText(first, { month: "long", year: "numeric" }));
    const solved = days.filter(({ status }) => status === "finished").length;
    const list = h("ol", { class: "month", "aria-label": name }, ...days.map((day) => this.day(day)));
    list.style.setProperty("--first", String(((new Date(`${first}T12:00:00`).getDay() + 6) % 7) + 1));
    const byBoard = boardChoice("days-board", this.boards, this.board, (board) =>
      this.show(first, board, "#days-board"),
    );
    fill(
      this.element,
      h("h1", { text: t("Puzzles of the day") }),
      this.board === CLASSIC &&
        h("p", {
          class: "soft",
          text: t("Easy on Mondays, harder every day, extreme on Sundays; the same for everyone."),
        }),
      h("div", { class: "filters" }, byBoard),
      h(
        "section",
        { class: "card" },
        h("div", { class: "month-head" }, before, h("h2", { text: name, "aria-live": "polite" }), after),
        h("div", { class: "week", "aria-hidden": "true" }, ...weekdays().map((text) => h("span", { text }))),
        list,
      ),
      h(
        "p",
        { class: "soft small" },
        `${tn("{n} solved this month", "{n} solved this month", solved)} · `,
        tn("streak: {n} day", "streak: {n} days", streak.current),
      ),
      householdTimes(today, this.board),
    );
  }

  /** @param {Day} day */
  day({ date, level, title, game, status }) {
    const press = () => (game ? this.page.go(`/game/${game}`) : this.page.create({ daily: date, board: this.board }));
    const names = [dayText(date), title];
    const current = date === this.month.today && "date";
    return h("li", {}, numberKey({ number: Number(date.slice(8)), names, level, status, current, press }));
  }

  /** @param {number} months */
  async turn(months) {
    const [year, month] = this.month.first.split("-").map(Number);
    const date = new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10);
    const label = months < 0 ? t("Previous month") : t("Next month");
    await this.show(date, this.board, `button[aria-label="${label}"]`);
  }

  /**
   * Shows the month of a day on a board.
   * @param {string} day
   * @param {string} board
   * @param {string} pressed  a selector of what gets the focus again
   */
  async show(day, board, pressed) {
    const found = await this.page.attempt(() => api.days(day, board));
    if (found) [this.month, this.board] = [found, board];
    this.translate();
    const again = this.element.querySelector(pressed);
    if (again instanceof HTMLElement) again.focus();
  }
}

/** The short names of the days, Monday first. */
function weekdays() {
  return Array.from({ length: 7 }, (_, day) => dayText(`2024-01-0${day + 1}`, { weekday: "short" }));
}
