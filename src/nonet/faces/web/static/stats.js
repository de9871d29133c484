// What has been played: days in a row, best and mean times by board and level.

import { h } from "./dom.js";
import { capital, clockText, clockWords, nameOf, t } from "./words.js";

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
    const number = (value, name) => h("div", { class: "figure" }, h("dd", { text: value }), h("dt", { text: t(name, { count: value }) }));
    this.element.replaceChildren(
      h("h1", { text: t("statistics") }),
      h("dl", { class: "figures" }, number(finished, "stat_finished"), number(streak.current, "stat_streak"), number(streak.longest, "stat_longest")),
      rows.length ? this.table(rows) : h("p", { class: "card soft", text: t("stat_none") }),
      h("p", { class: "soft small", text: t("stat_about") }),
    );
  }

  table(rows) {
    const time = (seconds) => (seconds === null ? h("td", { text: "–" }) : h("td", {}, h("span", { "aria-hidden": "true", text: clockText(seconds) }), h("span", { class: "hidden-text", text: clockWords(seconds) })));
    const most = Math.max(...rows.map((row) => row.finished), 1);
    const line = (row) => {
      const bar = h("span", { class: "bar", "aria-hidden": "true" });
      bar.style.width = `${(100 * row.finished) / most}%`;
      return h("tr", {}, h("th", { scope: "row" }, capital(`${row.level_title ?? t("own_title")} · ${nameOf(row.board_title)}`), bar), h("td", { text: t("of", { finished: row.finished, games: row.games }) }), time(row.best), time(row.mean), h("td", { text: row.unaided }));
    };
    const heads = ["stat_what", "stat_games", "stat_best", "stat_mean", "stat_unaided"];
    return h(
      "div",
      { class: "card table-scroll", tabindex: "0", role: "region", "aria-label": t("statistics") },
      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col", text: t(name) })))), h("tbody", {}, ...rows.map(line))),
    );
  }
}
