// The packs: a list of them, and the puzzles of one, in order, with how far the player got.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { confirm } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { numberKey } from "./number_key.js";
import { fileButton } from "./open_file.js";
import { reloading, Screen } from "./screen.js";
import { T, t } from "./words.js";

/**
 * @import { Pack, PackPuzzle, Packs, PackSummary } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

export class PacksScreen extends Screen {
  /** @param {Host} page @param {Packs} found */
  constructor(page, found) {
    super(h("div", { class: "stats packs" }), { name: T("Packs"), reload: reloading(page, "/packs") });
    this.page = page;
    const about = t(
      "Puzzles to play in order. Open a file with several puzzles, or several files at once, to make a pack of your own.",
    );
    fill(
      this.element,
      h("h1", { text: t("Packs") }),
      h("p", { class: "soft", text: about }),
      h("div", { class: "buttons" }, ...fileButton(page)),
      h("ul", { class: "cards" }, ...found.packs.map((pack) => this.card(pack))),
    );
  }

  /** @param {PackSummary} pack */
  card(pack) {
    const { name, title, own } = pack;
    const words = h("span", { class: "pack-words" }, h("strong", { text: title }), ...progressOf(pack));
    const label = t("Delete {title}", { title });
    return h(
      "li",
      { class: "resume-card" },
      h("a", { class: "resume-link", href: `#/packs/${name}` }, words),
      own && button("", { icon: "bin", label, press: () => this.remove(pack) }),
    );
  }

  /** @param {PackSummary} pack */
  async remove({ name, title }) {
    if (!(await confirm(t("Remove the pack “{title}”? Its games stay.", { title }), t("Delete")))) return;
    await this.page.attempt(() => api.removePack(name));
    await this.reload();
  }
}

export class PackScreen extends Screen {
  /** @param {Host} page @param {Pack} pack */
  constructor(page, pack) {
    super(h("div", { class: "stats pack" }), { reload: reloading(page, `/packs/${pack.name}`) });
    this.pack = pack;
    const { name, title, author, next, puzzles } = pack;
    const play = (/** @type {number} */ number) => page.create({ pack: name, number });
    const titled = puzzles.some((puzzle) => puzzle.title);
    fill(
      this.element,
      h("h1", { text: title }),
      author && h("p", { class: "soft", text: t("by {author}", { author }) }),
      h("div", { class: "path-progress" }, ...progressOf(pack)),
      h(
        "div",
        { class: "buttons" },
        next !== null &&
          button(t("Play puzzle {number}", { number: next }), { icon: "play", main: true, press: () => play(next) }),
        h("a", { class: "button", href: "#/packs", text: t("All packs") }),
      ),
      h(
        "ol",
        { class: titled ? "pack-list titled" : "pack-list", "aria-label": t("Puzzles") },
        ...puzzles.map((puzzle) => puzzleItem(puzzle, puzzle.number === next, () => play(puzzle.number))),
      ),
    );
  }

  /** @override */
  get title() {
    return `${this.pack.title} · nonet`;
  }
}

/** @param {PackSummary} pack */
function progressOf({ solved, count }) {
  const text = t("{solved} of {count} solved", { solved, count });
  const bar = h("progress", { max: count, value: solved, "aria-label": text });
  return [bar, h("span", { class: "soft small", "aria-hidden": "true", text })];
}

/**
 * @param {PackPuzzle} puzzle
 * @param {boolean} next  it is the one to play now
 * @param {() => unknown} press
 */
function puzzleItem({ number, title, level, level_title: levelTitle, status }, next, press) {
  const names = [String(number), title, levelTitle];
  return h("li", {}, numberKey({ number, title, names, level, status, current: next && "step", press }));
}
