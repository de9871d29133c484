// The card at the end of a game.

import { button, h, logo } from "./dom.js";
import { openShare } from "./dialogs.js";
import { clockText, clockWords, t, tn } from "./words.js";

/** What is said when a game is over; `fresh`: it ended just now. */
export function finishCard(screen, fresh) {
  const { match, page } = screen;
  const { state } = match;
  const won = state.status === "finished";
  const seconds = match.seconds();
  return h(
    "section",
    { class: fresh ? "finish rise" : "finish", "aria-labelledby": "finish-title" },
    won ? logo() : null,
    h("h2", { id: "finish-title", tabindex: "-1", text: won ? t("Solved") : t("Solution") }),
    won ? h("p", { class: "time", "aria-label": clockWords(seconds), role: "img", text: clockText(seconds) }) : null,
    won && state.best ? h("p", { class: "soft", text: t("Your best time without help on this board and level!") }) : null,
    won ? h("p", { class: "soft", text: helpUsed(state.aids) }) : null,
    h(
      "div",
      { class: "buttons" },
      state.level && state.source === "level"
        ? button(t("Play another"), { icon: "arrow", class: "button main-button", press: () => page.create({ board: state.board, level: state.level }) })
        : null,
      button(t("Home"), { class: state.level ? "button" : "button main-button", press: () => page.go("") }),
      button(t("Share or print"), { icon: "share", class: "button", press: () => openShare(screen) }),
    ),
  );
}

/** What help the player had: “Help: 2 hints, 1 check.” */
function helpUsed({ hints, checks, reveals }) {
  const used = [
    hints && tn("{n} hint", "{n} hints", hints),
    checks && tn("{n} check", "{n} checks", checks),
    reveals && tn("{n} revealed cell", "{n} revealed cells", reveals),
  ].filter(Boolean);
  return used.length ? t("Help used: {list}.", { list: used.join(", ") }) : t("Without help.");
}
