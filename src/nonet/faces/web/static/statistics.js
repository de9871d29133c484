// The statistics: days in a row, what was solved lately, and times by board and level.

import { dayChart, timeChart } from "./chart.js";
import { fill, h } from "./dom.js";
import { Screen } from "./screen.js";
import { capital, clockText, clockWords, nameOf, T, t, tn } from "./words.js";

/**
 * @import { Statistics } from "../api_types.d.ts"
 * @typedef {Statistics["lines"][number]} Line
 */

const LEVELS = ["easy", "medium", "hard", "unfair", "extreme", ""];

export class StatisticsScreen extends Screen {
  /** @param {Statistics} statistics */
  constructor(statistics) {
    super(h("div", { class: "stats" }), { name: T("Statistics") });
    this.statistics = statistics;
    this.translate();
  }

  /** @override */
  translate() {
    const { lines, finished, days } = this.statistics;
    const { current, longest } = this.statistics.streak;
    const daily = this.statistics.daily_streak;
    const none = t("No games yet. Solve a puzzle and it will be counted here.");
    const solved = days.reduce((sum, count) => sum + count, 0);
    const lately = tn("{n} game solved in the last four weeks", "{n} games solved in the last four weeks", solved);
    fill(
      this.element,
      h("h1", { text: t("Statistics") }),
      h(
        "dl",
        { class: "figures" },
        figure(finished, tn("game solved", "games solved", finished)),
        figure(current, tn("day in a row", "days in a row", current)),
        figure(longest, tn("day, your longest streak", "days, your longest streak", longest)),
        figure(daily.current, tn("puzzle of the day in a row", "puzzles of the day in a row", daily.current)),
      ),
      finished > 0 &&
        h(
          "figure",
          { class: "card lately" },
          dayChart(days, lately),
          h("figcaption", { class: "soft small", text: lately }),
        ),
      ...(lines.length ? byBoard(lines) : [h("p", { class: "card soft", text: none })]),
      h("p", { class: "soft small", text: t("Everything stays on this computer.") }),
    );
  }
}

/** @param {number} value @param {string} text */
function figure(value, text) {
  return h("div", { class: "figure" }, h("dd", { text: value }), h("dt", { text }));
}

/** A table for each board, its levels from easy to hard. @param {Line[]} lines */
function byBoard(lines) {
  const boards = [...new Set(lines.map(({ board }) => board))];
  return boards.map((board) => {
    const own = lines.filter((line) => line.board === board);
    own.sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
    return table(own);
  });
}

/** @param {Line[]} lines */
function table(lines) {
  const board = nameOf(lines[0].board_title);
  const heads = [board, t("Solved"), t("Best"), t("Average"), t("Without help"), t("Latest times")];
  return h(
    "div",
    { class: "card table-scroll", tabindex: "0", role: "region", "aria-label": `${t("Statistics")}: ${board}` },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...lines.map(row)),
    ),
  );
}

/** @param {Line} line */
function row({ level_title: level, games, finished, unaided, best, mean, times }) {
  const name = capital(level || t("Own puzzle"));
  const said = t("Latest times, {level}: {times}", { level: name, times: times.map(clockText).join(", ") });
  return h(
    "tr",
    {},
    h("th", { scope: "row", text: name }),
    h("td", { text: t("{finished} of {games}", { finished, games }) }),
    time(best),
    time(mean),
    h("td", { text: unaided }),
    h("td", {}, times.length > 1 ? timeChart(times, said) : "–"),
  );
}

/** @param {number | null} seconds */
function time(seconds) {
  if (seconds === null) return h("td", { text: "–" });
  const seen = h("span", { "aria-hidden": "true", text: clockText(seconds) });
  return h("td", {}, seen, h("span", { class: "hidden-text", text: clockWords(seconds) }));
}
