// What the setter says of a puzzle, and the rules of a variant in words, beside the board: what they say, and every clue,
// for those who cannot see them.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { About, Rules } from "../api_types.d.ts" */

/**
 * @param {Rules | null} rules  null: a classic puzzle, about which nothing need be said
 * @param {About} [about]
 */
export function rulesPanel(rules, about) {
  const words = about?.author || about?.description;
  if (!rules && !words) return null;
  return h(
    "section",
    { class: "rules-panel", "aria-labelledby": "rules-title" },
    h("h2", { id: "rules-title", text: t("Rules") }),
    about?.author && h("p", { class: "soft small", text: t("by {author}", { author: about.author }) }),
    about?.description && settersRules(about.description),
    ...(rules ? ourWords(rules) : []),
  );
}

/**
 * The rules as the setter wrote them. They may be long: the text scrolls, with the keyboard too.
 * @param {string} text
 */
function settersRules(text) {
  const label = t("The setter’s rules");
  return h("div", { class: "setters-rules", role: "group", tabindex: "0", "aria-label": label, text });
}

/** @param {Rules} rules */
function ourWords({ words, clues }) {
  return [
    h("p", { class: "soft small", text: t("The rules of Sudoku apply, and:") }),
    h("ul", { class: "points" }, ...words.map((text) => h("li", { text }))),
    clues.length
      ? h(
          "details",
          { class: "clues" },
          h("summary", { text: t("All clues in words") }),
          h("ul", {}, ...clues.map(({ text }) => h("li", { text }))),
        )
      : null,
  ];
}
