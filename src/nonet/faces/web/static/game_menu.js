// The tools of a game that are needed less often: beside the board where there is room, and in the menu.

import { button } from "./buttons.js";
import { confirm, openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { openHelp } from "./help_dialog.js";
import { t } from "./words.js";

/**
 * @import { Action } from "../api_types.d.ts"
 * @import { ButtonAttributes } from "./buttons.js"
 * @import { GameClient } from "./game_client.js"
 * @import { IconName } from "./icons.js"
 *
 * @typedef {object} GameTools  what the tools need of the game's screen
 * @property {GameClient} client
 * @property {(...actions: Action[]) => unknown} act
 * @property {() => unknown} check
 * @property {() => unknown} mark
 * @property {() => unknown} reveal
 * @property {() => unknown} share
 * @property {() => unknown} playTogether
 * @property {object | null} together  others in this game
 * @property {() => void} toggleZoom
 */

/**
 * The tools as buttons.
 * @param {GameTools} game
 * @param {() => void} [before]  called before a tool does its work, to close the menu
 */
export function toolButtons(game, before = () => {}) {
  const { state, over } = game.client;
  const act = (/** @type {Action} */ action) => () => game.act(action);
  /**
   * @param {string} text
   * @param {IconName} icon
   * @param {string} name  stays the same when the text changes
   * @param {() => unknown} press
   * @param {ButtonAttributes & { enabled?: boolean }} [attributes]
   */
  const tool = (text, icon, name, press, attributes = {}) => {
    const run = () => {
      before();
      press();
    };
    return button(text, { icon, "data-name": name, press: run, ...attributes });
  };
  const opens = { "aria-haspopup": "dialog" };
  const startOver = { ...opens, enabled: over || state.can_undo };
  const restart = tool(t("Start over"), "restart", "restart", () => confirmRestart(game), startOver);
  if (over) return [restart];
  return [
    state.auto
      ? tool(t("Hide candidates"), "candidates", "auto", act({ type: "auto-notes", on: false }))
      : tool(t("Show candidates"), "candidates", "auto", act({ type: "auto-notes", on: true })),
    tool(t("Fill in notes"), "pencil", "notes", act({ type: "refresh-notes" })),
    tool(t("Check"), "check", "check", () => game.check()),
    tool(t("Undo to mistake"), "rewind", "mistake", act({ type: "undo-to-mistake" }), { enabled: state.can_undo }),
    tool(t("Set a mark"), "mark", "mark", () => game.mark()),
    ...state.marks.map((name) =>
      tool(t("Back to mark {name}", { name }), "arrow", `mark ${name}`, act({ type: "return-to", name })),
    ),
    tool(t("Reveal cell"), "eye", "reveal", () => game.reveal()),
    restart,
    tool(t("Share or print"), "share", "share", () => game.share(), opens),
    !game.together && tool(t("Play together"), "people", "together", () => game.playTogether(), opens),
    tool(t("Give up"), "flag", "give-up", () => confirmGiveUp(game), opens),
  ].filter((made) => made !== false);
}

/** @param {GameTools} game */
async function confirmRestart(game) {
  if (await confirm(t("Clear everything and start over?"), t("Start over"))) game.act({ type: "restart" });
}

/** @param {GameTools} game */
async function confirmGiveUp(game) {
  if (await confirm(t("Give up and see the solution?"), t("Give up"))) game.act({ type: "give-up" });
}

/** Opens the menu. @param {GameTools} game */
export function openMenu(game) {
  const close = () => dialog.close();
  const zoom = () => {
    close();
    game.toggleZoom();
  };
  const help = () => {
    close();
    openHelp();
  };
  const dialog = openDialog(
    t("Menu"),
    h(
      "div",
      { class: "extra" },
      ...toolButtons(game, close),
      Math.max(game.client.shape.size, game.client.shape.columns) > 9 &&
        button(t("Larger board"), { icon: "zoom", press: zoom }),
      button(t("Help"), { icon: "help", press: help }),
    ),
  );
}
