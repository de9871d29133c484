// The statistics: days in a row, and times by board and level.

import { fill, h } from "./dom.js";
import { Screen } from "./screen.js";
import { capital, clockText, clockWords, nameOf, t, tn } from "./words.js";

/**
 * @import { Statistics } from "../api_types.d.ts"
 * @typedef {Statistics["lines"][number]} Line
 */

export class StatisticsScreen extends Screen {
  /** @param {Statistics} statistics */
  constructor(statistics) {
    super(h("div", { class: "stats" }));
    this.statistics = statistics;
    this.translate();
  }

  /** @override */
  get title() {
    return `${t("Statistics")} · nonet`;
  }

  /** @override */
  translate() {
    const { lines, finished } = this.statistics;
    const { current, longest } = this.statistics.streak;
    const none = t("No games yet. Solve a puzzle and it will be counted here.");
    fill(
      this.element,
      h("h1", { text: t("Statistics") }),
      h(
        "dl",
        { class: "figures" },
        figure(finished, tn("game solved", "games solved", finished)),
        figure(current, tn("day in a row", "days in a row", current)),
        figure(longest, tn("day, your longest streak", "days, your longest streak", longest)),
      ),
      lines.length ? table(lines) : h("p", { class: "card soft", text: none }),
      h("p", { class: "soft small", text: t("Everything stays on this computer.") }),
    );
  }
}

/**
 * @param {number} value
 * @param {string} text
 */
function figure(value, text) {
  return h("div", { class: "figure" }, h("dd", { text: value }), h("dt", { text }));
}

/** @param {Line[]} lines */
function table(lines) {
  const heads = [t("Board and level"), t("Solved"), t("Best"), t("Average"), t("Without help")];
  const most = Math.max(...lines.map(({ finished }) => finished), 1);
  return h(
    "div",
    { class: "card table-scroll", tabindex: "0", role: "region", "aria-label": t("Statistics") },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))),
      h("tbody", {}, ...lines.map((line) => row(line, most))),
    ),
  );
}

/**
 * @param {Line} line
 * @param {number} most
 */
function row({ board_title: board, level_title: level, games, finished, unaided, best, mean }, most) {
  const bar = h("span", { class: "bar", "aria-hidden": "true" });
  bar.style.width = `${(100 * finished) / most}%`;
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, capital(`${level || t("Own puzzle")} · ${nameOf(board)}`), bar),
    h("td", { text: t("{finished} of {games}", { finished, games }) }),
    time(best),
    time(mean),
    h("td", { text: unaided }),
  );
}

/** @param {number | null} seconds */
function time(seconds) {
  if (seconds === null) return h("td", { text: "–" });
  const seen = h("span", { "aria-hidden": "true", text: clockText(seconds) });
  return h("td", {}, seen, h("span", { class: "hidden-text", text: clockWords(seconds) }));
}
