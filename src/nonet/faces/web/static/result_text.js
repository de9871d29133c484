// A finished game in a few lines to send to friends: the time and the help, nothing of the solution.

import { helpUsed } from "./result.js";
import { clockText, t, titleOf } from "./words.js";

/**
 * @import { Game } from "../api_types.d.ts"
 * @typedef {Pick<Game, "source" | "board_title" | "level_title" | "aids">} Finished
 */

/** @param {Finished} game @param {number} seconds @param {string} link */
export function resultText(game, seconds, link) {
  const { hints, checks, reveals } = game.aids;
  const alone = hints + checks + reveals === 0;
  const help = alone ? `🌟 ${t("Without help.")}` : `💡 ${helpUsed(game.aids)}`;
  return [`🧩 Sudoku: ${titleOf(game)}`, `⏱️ ${clockText(seconds)}`, help, link].join("\n");
}
