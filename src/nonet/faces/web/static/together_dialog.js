// Opens a room for the puzzle of a game. Where nobody else can reach the page, it says how they could, and offers the
// puzzle by its link.

import { api, messageOf } from "./api.js";
import { button } from "./buttons.js";
import { openDialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { copyField, ownLink } from "./share_dialog.js";
import { isStatic } from "./transport.js";
import { t } from "./words.js";

/**
 * @import { GameClient } from "./game_client.js"
 * @import { Host } from "./screen.js"
 * @import { Announce } from "./share_dialog.js"
 */

/** @param {GameClient} client @param {Host} page @param {Announce} announce */
export function openTogether(client, page, announce) {
  const contents = h("div", { class: "together-ways" });
  openDialog(t("Play together"), contents);
  show(contents, client, page, announce).catch((error) => {
    fill(contents, h("p", { text: messageOf(error) }));
  });
}

/**
 * @param {HTMLElement} contents
 * @param {GameClient} client
 * @param {Host} page
 * @param {Announce} announce
 */
async function show(contents, client, page, announce) {
  const { open } = isStatic ? { open: false } : await api.household();
  if (!open) {
    fill(
      contents,
      h("p", { text: t("To play together, start “sudoku web --host” on a computer in your network.") }),
      h("p", {
        text: t("Or send the link to this puzzle: everyone plays it on their own, and you compare your times."),
      }),
      copyField(t("Link to this puzzle"), ownLink(await api.share(client.id)), announce),
    );
    return;
  }
  const begin = (/** @type {"with" | "against"} */ mode) => async () => {
    await client.settle();
    const room = await page.attempt(() => api.openRoom({ game: client.id, mode }));
    if (room) await page.go(`/room/${room.id}`);
  };
  fill(
    contents,
    button(t("With each other"), { icon: "people", main: true, press: begin("with") }),
    h("p", { class: "soft small", text: t("One board: you see each other’s digits, notes and cursors.") }),
    button(t("Against each other"), { icon: "flag", main: true, press: begin("against") }),
    h("p", {
      class: "soft small",
      text: t("The same puzzle for everyone: you see how far the others are, but not their digits."),
    }),
  );
}
