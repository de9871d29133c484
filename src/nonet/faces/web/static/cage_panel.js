// The combinations of the selected killer cage: the ways to fill it that are still possible, and those that are not.

import { button } from "./buttons.js";
import { symbolsOf } from "./digits.js";
import { fill, h } from "./dom.js";
import { t } from "./words.js";

/**
 * @import { Game } from "../api_types.d.ts"
 * @typedef {Game["cages"][number]} Cage
 */

/**
 * The cages that contain all these cells.
 * @param {Cage[]} cages
 * @param {number[]} cells
 */
export function cagesAt(cages, cells) {
  return cells.length ? cages.filter((cage) => cells.every((cell) => cage.cells.includes(cell))) : [];
}

export class CagePanel {
  /** @param {(cells: number[]) => void} select  selects the cells of a cage */
  constructor(select) {
    this.select = select;
    this.element = h("section", { class: "cage-panel", hidden: true });
    this.drawn = "";
  }

  /**
   * @param {Cage[]} cages  all of the puzzle
   * @param {number[]} cells  that are selected
   */
  show(cages, cells) {
    this.element.hidden = !cages.length;
    const chosen = cagesAt(cages, cells);
    const drawn = JSON.stringify([chosen, t.language, symbolsOf([10])]);
    if (this.drawn === drawn) return;
    this.drawn = drawn;
    const advice = h("p", { class: "soft small", text: t("Select cells of a cage to see its combinations.") });
    fill(this.element, ...(chosen.length ? chosen.flatMap((cage) => this.cage(cage)) : [advice]));
  }

  /** @param {Cage} cage */
  cage({ cells, sum, possible, ruled_out: ruledOut }) {
    const title = t("Combinations of cage {sum}", { sum });
    const label = t("Select the whole cage");
    const select = button("", { icon: "several", label, press: () => this.select(cells) });
    const none = h("li", { class: "combination gone", text: t("No combination is left.") });
    return [
      h("div", { class: "cage-head" }, h("h2", { text: title }), select),
      h(
        "ul",
        { class: "combinations", tabindex: "0", "aria-label": title },
        !possible.length && none,
        ...possible.map((digits) => h("li", { class: "combination", text: symbolsOf(digits, " ") })),
        ...ruledOut.map((digits) =>
          h(
            "li",
            { class: "combination gone" },
            h("s", { text: symbolsOf(digits, " ") }),
            h("span", { class: "hidden-text", text: ` (${t("ruled out")})` }),
          ),
        ),
      ),
    ];
  }
}
