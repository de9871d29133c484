// A saved game in a list: a picture, what it is called, how far it is, and buttons for it.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { confirm } from "./dialogs.js";
import { valuesOf } from "./digits.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { discardUnsent } from "./outbox.js";
import { thumbnail } from "./thumbnail.js";
import { clockText, dayText, t, titleOf } from "./words.js";

/**
 * @import { Games } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @typedef {Games["games"][number]} SavedGame
 */

/**
 * @param {SavedGame} game
 * @param {object} options
 * @param {Host} options.page
 * @param {() => unknown} options.removed  called when the player has deleted it
 */
export function gameCard(game, { page, removed }) {
  const title = titleOf(game);
  const words = h(
    "span",
    { class: "resume-words" },
    h("strong", { text: title }),
    h("span", { class: "soft small", text: progressText(game) }),
  );
  const over = game.status !== "playing";
  if (!over) words.append(progressBar(game));
  const replayLabel = t("Replay {title}", { title });
  const replay = h(
    "a",
    { class: "round", href: `#/replay/${game.id}`, "aria-label": replayLabel, title: replayLabel },
    icon("replay"),
  );
  const label = t("Delete {title}", { title });
  return h(
    "li",
    { class: `resume-card ${game.status}` },
    h(
      "a",
      { class: "resume-link", href: `#/game/${game.id}` },
      thumbnail(game.shape, valuesOf(game.cells, game.shape), game.drawing),
      words,
    ),
    over && replay,
    button("", { icon: "bin", label, press: () => remove(game, page, removed) }),
  );
}

/** @param {SavedGame} game */
function progressText(game) {
  const day = dayText(game.changed, { day: "numeric", month: "short" });
  const time = clockText(game.seconds);
  if (game.status === "finished") return t("Solved in {time} · {day}", { time, day });
  if (game.status === "given-up") return t("Given up · {day}", { day });
  return t("{percent}% · {time} · {day}", { percent: percentOf(game), time, day });
}

/** @param {SavedGame} game */
function progressBar(game) {
  const bar = h("span");
  bar.style.transform = `scaleX(${percentOf(game) / 100})`;
  return h("span", { class: "progress" }, bar);
}

/** How much of what was empty is filled in. @param {SavedGame} game */
function percentOf({ givens, shape, filled, total }) {
  const given = valuesOf(givens, shape).filter(Boolean).length;
  return Math.round((100 * (filled - given)) / Math.max(1, total - given));
}

/** @param {SavedGame} game @param {Host} page @param {() => unknown} removed */
async function remove(game, page, removed) {
  if (!(await confirm(t("Delete “{title}” for good?", { title: titleOf(game) }), t("Delete")))) return;
  await page.attempt(() => api.remove(game.id));
  discardUnsent(game.id);
  await removed();
}
