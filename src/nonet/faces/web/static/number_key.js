// A puzzle of a day or of a pack as a key: its number, its level, and how far the player got.

import { button } from "./buttons.js";
import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { levelDots } from "./level_dots.js";
import { t } from "./words.js";

/**
 * @param {object} puzzle
 * @param {number} puzzle.number
 * @param {string} [puzzle.title]
 * @param {(string | null)[]} puzzle.names  what a screen reader says, with how far the player got
 * @param {string | null} puzzle.level
 * @param {"playing" | "finished" | "given-up" | null} puzzle.status  of the player's game
 * @param {"date" | "step" | false} puzzle.current  it is the one to play now
 * @param {() => unknown} puzzle.press
 */
export function numberKey({ number, title, names, level, status, current, press }) {
  const states = { playing: t("in progress"), finished: t("solved"), "given-up": t("given up") };
  const label = [...names, status && states[status]].filter(Boolean).join(", ");
  const key = button("", { class: `day-key ${status ?? ""}`, label, press, "aria-current": current });
  const words = title && h("span", { class: "small", text: title });
  fill(key, h("b", { text: number }), words, level && levelDots(level), status === "finished" && icon("check"));
  return key;
}
