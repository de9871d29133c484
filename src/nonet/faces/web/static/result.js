// How a game went: the help that was used, how the time compares, the days in a row, and what the puzzle needed.

import { h } from "./dom.js";
import { capital, clockText, clockWords, t, titleOf, tn } from "./words.js";

/**
 * @import { Game, Result } from "../api_types.d.ts"
 * @typedef {Pick<Game, "source" | "board_title" | "level_title" | "aids">} Finished
 */

/**
 * The help that the player had: “Help used: 2 hints, 1 check.”
 * @param {Pick<Result["help"], "hints" | "checks" | "reveals">} help
 */
export function helpUsed({ hints, checks, reveals }) {
  const used = [
    hints > 0 && tn("{n} hint", "{n} hints", hints),
    checks > 0 && tn("{n} check", "{n} checks", checks),
    reveals > 0 && tn("{n} revealed cell", "{n} revealed cells", reveals),
  ].filter(Boolean);
  return used.length ? t("Help used: {list}.", { list: used.join(", ") }) : t("Without help.");
}

/** What the card at the end says of a solved game. @param {Result} result */
export function resultLines(result) {
  const { candidates, mistakes_shown: shown } = result.help;
  return [
    h("p", { class: "compared", text: compared(result) }),
    candidates && h("p", { class: "soft small", text: t("The candidates were filled in for you.") }),
    shown && h("p", { class: "soft small", text: t("Mistakes were shown while you played.") }),
    streakLine(result),
  ];
}

/** How the time compares with the earlier ones. @param {Result} result */
export function compared({ seconds, mean }) {
  if (mean === null) return t("There is no earlier time on this board and level.");
  const difference = Math.round(Math.abs(seconds - mean));
  const slots = { difference: clockText(difference), mean: clockText(mean) };
  if (difference < 1) return t("Exactly your average time, {mean}.", slots);
  return seconds < mean
    ? t("{difference} faster than your average of {mean}.", slots)
    : t("{difference} slower than your average of {mean}.", slots);
}

/** @param {Result} result */
function streakLine({ streak }) {
  if (streak.current < 1) return null;
  const dots = Array.from({ length: Math.min(streak.current, 7) }, () => h("i"));
  const text = tn("{n} day in a row", "{n} days in a row", streak.current);
  return h("p", { class: "streak" }, h("span", { class: "streak-dots", "aria-hidden": "true" }, ...dots), text);
}

/** The techniques that the puzzle needed, the hardest first. @param {Result} result */
export function techniqueList({ techniques }) {
  if (!techniques.length) return null;
  const items = techniques.map(({ key, name, count, lesson }) => {
    const words = [capital(name), count > 1 && h("b", { text: `×${count}` })];
    const link = h("a", { class: "chip", href: `#/learn/${key}` }, ...words);
    return h("li", {}, lesson ? link : h("span", { class: "chip" }, ...words));
  });
  return h(
    "section",
    { class: "needed", "aria-labelledby": "needed-title" },
    h("h3", { id: "needed-title", text: t("What this puzzle needed") }),
    h("ul", { class: "chips" }, ...items),
  );
}

/** A time, with words for screen readers. @param {number} seconds */
export function timeText(seconds) {
  return h("p", { class: "time", "aria-label": clockWords(seconds), role: "img", text: clockText(seconds) });
}

/**
 * A finished game in a few lines to send to friends: the time and the help, nothing of the solution.
 * @param {Finished} game
 * @param {number} seconds
 * @param {string} link
 */
export function resultText(game, seconds, link) {
  const { hints, checks, reveals } = game.aids;
  const alone = hints + checks + reveals === 0;
  const help = alone ? `🌟 ${t("Without help.")}` : `💡 ${helpUsed(game.aids)}`;
  return [`🧩 Sudoku: ${titleOf(game)}`, `⏱️ ${clockText(seconds)}`, help, link].join("\n");
}
