// The glossary: each term in one sentence.

import { h } from "./dom.js";
import { t } from "./words.js";

/** @import { Techniques } from "../api_types.d.ts" */

/** @param {Techniques["glossary"]} terms */
export function glossary(terms) {
  const entries = terms.flatMap(({ term, meaning }) => [h("dt", { text: term }), h("dd", { text: meaning })]);
  return h(
    "section",
    { class: "card glossary", "aria-labelledby": "glossary-title" },
    h("h2", { id: "glossary-title", text: t("Glossary") }),
    h("dl", {}, ...entries),
  );
}
