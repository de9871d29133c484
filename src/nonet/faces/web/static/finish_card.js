// The card at the end of a game: the time, the help that was used, and what to play next.

import { button } from "./buttons.js";
import { h } from "./dom.js";
import { logo } from "./icons.js";
import { clockText, clockWords, t, tn } from "./words.js";

/**
 * @import { Game } from "../api_types.d.ts"
 * @import { GameClient } from "./game_client.js"
 * @import { Host } from "./screen.js"
 */

/**
 * @param {GameClient} client
 * @param {Host} page
 * @param {{ animated: boolean, share: () => void }} options
 */
export function finishCard(client, page, { animated, share }) {
  const { state } = client;
  const { status, board, level, source } = state;
  const solved = status === "finished";
  const again = level !== null && source === "level" ? () => page.create({ board, level }) : null;
  return h(
    "section",
    { class: animated ? "finish rise" : "finish", "aria-labelledby": "finish-title" },
    solved && logo(),
    h("h2", { id: "finish-title", tabindex: "-1", text: solved ? t("Solved") : t("Solution") }),
    ...(solved ? result(client) : []),
    h(
      "div",
      { class: "buttons" },
      again && button(t("Play another"), { icon: "arrow", class: "button main-button", press: again }),
      button(t("Home"), { class: again ? "button" : "button main-button", press: () => page.go("") }),
      button(t("Share or print"), { icon: "share", class: "button", press: share }),
    ),
  );
}

/** @param {GameClient} client */
function result(client) {
  const { best, aids } = client.state;
  const seconds = client.seconds();
  const praise = t("Your best time without help on this board and level!");
  return [
    h("p", { class: "time", "aria-label": clockWords(seconds), role: "img", text: clockText(seconds) }),
    best && h("p", { class: "soft", text: praise }),
    h("p", { class: "soft", text: helpUsed(aids) }),
  ];
}

/**
 * The help that the player had: “Help used: 2 hints, 1 check.”
 * @param {Game["aids"]} aids
 */
function helpUsed({ hints, checks, reveals }) {
  const used = [
    hints > 0 && tn("{n} hint", "{n} hints", hints),
    checks > 0 && tn("{n} check", "{n} checks", checks),
    reveals > 0 && tn("{n} revealed cell", "{n} revealed cells", reveals),
  ].filter(Boolean);
  return used.length ? t("Help used: {list}.", { list: used.join(", ") }) : t("Without help.");
}
