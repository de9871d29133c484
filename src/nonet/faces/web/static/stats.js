// What has been played: days in a row, best and mean times by board and level.

import { h } from "./dom.js";
import { capital, clockText, clockWords, nameOf, t, tn } from "./words.js";

export class StatsScreen {
  constructor(page, data) {
    this.page = page;
    this.data = data;
    this.element = h("div", { class: "stats" });
    this.dress();
  }

  close() {}

  key() {
    return false;
  }

  dress() {
    const { lines: rows, streak, finished } = this.data;
    const number = (value, text) => h("div", { class: "figure" }, h("dd", { text: value }), h("dt", { text }));
    this.element.replaceChildren(
      h("h1", { text: t("Statistics") }),
      h("dl", { class: "figures" }, number(finished, tn("game solved", "games solved", finished)), number(streak.current, tn("day in a row", "days in a row", streak.current)), number(streak.longest, tn("day, your longest streak", "days, your longest streak", streak.longest))),
      rows.length ? this.table(rows) : h("p", { class: "card soft", text: t("No games yet. Solve a puzzle and it will be counted here.") }),
      h("p", { class: "soft small", text: t("Everything stays on this computer.") }),
    );
  }

  table(rows) {
    const time = (seconds) => (seconds === null ? h("td", { text: "–" }) : h("td", {}, h("span", { "aria-hidden": "true", text: clockText(seconds) }), h("span", { class: "hidden-text", text: clockWords(seconds) })));
    const most = Math.max(...rows.map((row) => row.finished), 1);
    const line = (row) => {
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.width = `${(100 * row.finished) / most}%`;
      return h("tr", {}, h("th", { scope: "row" }, capital(`${row.level_title ?? t("Own puzzle")} · ${nameOf(row.board_title)}`), bar), h("td", { text: t("{finished} of {games}", { finished: row.finished, games: row.games }) }), time(row.best), time(row.mean), h("td", { text: row.unaided }));
    };
    const heads = [t("Board and level"), t("Solved"), t("Best"), t("Average"), t("Without help")];
    return h(
      "div",
      { class: "card table-scroll", tabindex: "0", role: "region", "aria-label": t("Statistics") },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((text) => h("th", { scope: "col", text })))), h("tbody", {}, ...rows.map(line))),
    );
  }
}
