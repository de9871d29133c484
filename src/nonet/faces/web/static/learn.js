// The path of lessons, from singles to chains, then killers and other rules, with what was passed; and a glossary.

import { fill, h } from "./dom.js";
import { glossary } from "./glossary.js";
import { icon } from "./icons.js";
import { askedFor, lessonProgress, lessonStart, PASS } from "./lesson_progress.js";
import { levelDots } from "./level_dots.js";
import { reloading, Screen } from "./screen.js";
import { capital, T, t, tn } from "./words.js";

/**
 * @import { Techniques } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Techniques["techniques"][number]} Technique
 */

const MOST_ASKED = 3; // lessons offered for the hints that were asked for

export class LearnScreen extends Screen {
  /** @param {Host} page @param {Techniques} techniques */
  constructor(page, { techniques, glossary: terms }) {
    super(h("div", { class: "stats learn" }), { name: T("Learn"), reload: reloading(page, "/learn") });
    this.techniques = techniques;
    this.terms = terms;
    this.build();
  }

  build() {
    const passed = this.techniques.filter(({ key }) => lessonProgress(key).passed).length;
    const { length } = this.techniques;
    const listed = (/** @type {string} */ part) =>
      lessonList(
        this.techniques.filter((technique) => technique.part === part),
        next,
      );
    const first = this.techniques.findIndex(({ key }) => key === lessonStart());
    const inOrder = [...this.techniques.slice(Math.max(first, 0)), ...this.techniques];
    const next = inOrder.find(({ key }) => !lessonProgress(key).passed);
    const bar = h("progress", { max: length, value: passed, "aria-label": t("Lessons passed") });
    const count = tn("{n} of {all} lessons passed", "{n} of {all} lessons passed", passed, { all: length });
    const about = t(
      "From the first single to chains: read what a technique is about, watch an example, then practise. Solve three exercises in a row to pass a lesson.",
    );
    fill(
      this.element,
      h("h1", { text: t("Learn") }),
      h("p", { class: "soft", text: about }),
      h("div", { class: "path-progress" }, bar, h("span", { class: "small", text: count })),
      h(
        "div",
        { class: "buttons" },
        next &&
          h("a", {
            class: "button main-button",
            href: `#/learn/${next.key}`,
            text: t("Next lesson: {name}", { name: next.name }),
          }),
        h("a", { class: "button", href: "#/learn/placement", text: t("Where do I begin?") }),
        h("a", { class: "button", href: "#/tour", text: t("Tour of the page") }),
        h("a", { class: "button", href: "#/watch", text: t("Watch a search") }),
      ),
      ...this.fromGames(),
      listed("classic"),
      h("h2", { text: t("Killer") }),
      listed("killer"),
      h("h2", { text: t("Other rules") }),
      listed("rules"),
      glossary(this.terms),
    );
  }

  /** The lessons of the techniques that the player asked hints for most often. */
  fromGames() {
    const asked = askedFor().flatMap(({ technique, hints }) => {
      const lesson = this.techniques.find(({ key }) => key === technique);
      return lesson ? [{ ...lesson, note: tn("{n} hint in your games", "{n} hints in your games", hints) }] : [];
    });
    if (!asked.length) return [];
    const items = asked.slice(0, MOST_ASKED).map((lesson) => lessonItem(lesson, false));
    return [h("h2", { text: t("Practice from your games") }), h("ol", { class: "path asked" }, ...items)];
  }
}

/**
 * @param {Technique[]} techniques
 * @param {Technique | undefined} next  the lesson that comes next
 */
function lessonList(techniques, next) {
  return h("ol", { class: "path" }, ...techniques.map((technique) => lessonItem(technique, technique === next)));
}

/** @param {Technique & { note?: string }} technique @param {boolean} next */
function lessonItem({ key, name, level, level_title: levelTitle, note }, next) {
  const { row, passed } = lessonProgress(key);
  const state = passed ? t("passed") : tn("{n} of {all} in a row", "{n} of {all} in a row", row, { all: PASS });
  return h(
    "li",
    { class: passed ? "passed" : next ? "next" : "" },
    h(
      "a",
      { href: `#/learn/${key}` },
      h("span", { class: "path-sign" }, passed ? icon("check") : levelDots(level)),
      h("strong", { text: capital(name) }),
      h("span", { class: "soft small", text: note ?? (passed || row ? state : capital(levelTitle)) }),
    ),
  );
}
