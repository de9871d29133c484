// The rules of a variant in words, beside the board: what they say, and every clue, for those who cannot see them.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { Rules } from "../api_types.d.ts" */

/**
 * @param {Rules | null} rules  null: a classic puzzle, about which nothing need be said
 */
export function rulesPanel(rules) {
  if (!rules) return null;
  const clues = rules.clues.length
    ? h(
        "details",
        { class: "clues" },
        h("summary", { text: t("All clues in words") }),
        h("ul", {}, ...rules.clues.map(({ text }) => h("li", { text }))),
      )
    : null;
  return h(
    "section",
    { class: "rules-panel", "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title", text: t("Rules") }),
    h("p", { class: "soft small", text: t("The rules of Sudoku apply, and:") }),
    h("ul", { class: "points" }, ...rules.words.map((text) => h("li", { text }))),
    clues,
  );
}
