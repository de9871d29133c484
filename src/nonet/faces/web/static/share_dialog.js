// Shares a game: the puzzle as a link and as text, the game as a file, the board on paper.

import { api, Refused } from "./api.js";
import { button } from "./buttons.js";
import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { t } from "./words.js";

/**
 * @import { GameClient } from "./game_client.js"
 * @typedef {(text: string, options?: { urgent?: boolean }) => void} Announce
 */

/**
 * @param {GameClient} client
 * @param {Announce} announce
 */
export function openShare(client, announce) {
  const { share } = client.state;
  const link = `${location.origin}${location.pathname}#p=${encodeURI(share)}`;
  const about = t(
    "The link contains the puzzle and nothing else. Anyone with nonet can open it, or run “sudoku play” with the text.",
  );
  const print = (/** @type {"puzzle" | "board"} */ what) => () => {
    dialog.close();
    document.documentElement.dataset["print"] = what;
    window.print();
    delete document.documentElement.dataset["print"];
  };
  const dialog = openDialog(
    t("Share or print"),
    copyField(t("Link to this puzzle"), link, announce),
    copyField(t("Puzzle as text"), share, announce),
    h("p", { class: "soft small", text: about }),
    h(
      "div",
      { class: "buttons" },
      button(t("Save the game"), { icon: "download", class: "button", press: () => download(client, announce) }),
      button(t("Print the puzzle"), { icon: "print", class: "button", press: print("puzzle") }),
      button(t("Print the current board"), { icon: "print", class: "button", press: print("board") }),
    ),
  );
}

/**
 * A text with a button that copies it.
 * @param {string} label
 * @param {string} text
 * @param {Announce} announce
 */
export function copyField(label, text, announce) {
  const input = h("input", { class: "input", readonly: true, value: text, "aria-label": label });
  input.addEventListener("focus", () => input.select());
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      input.select(); // no clipboard without HTTPS on another host: the player can still press Ctrl+C
      document.execCommand("copy");
    }
    announce(t("Copied."));
  };
  const copyLabel = t("Copy: {what}", { what: label });
  const copyButton = button(t("Copy"), { icon: "copy", class: "button", label: copyLabel, press: copy });
  const name = h("span", { text: label, "aria-hidden": "true" });
  return h("div", { class: "field" }, name, h("div", { class: "copy" }, input, copyButton));
}

/**
 * Saves the game as a file.
 * @param {GameClient} client
 * @param {Announce} announce
 */
async function download(client, announce) {
  await client.settle();
  try {
    const record = await api.record(client.id);
    const file = URL.createObjectURL(new Blob([JSON.stringify(record)], { type: "application/json" }));
    h("a", { href: file, download: `nonet-${client.id.slice(0, 8)}.json` }).click();
    setTimeout(() => URL.revokeObjectURL(file), 10_000);
  } catch (error) {
    const away = t("This needs the server, which is not responding.");
    announce(error instanceof Refused ? error.message : away, { urgent: true });
  }
}
