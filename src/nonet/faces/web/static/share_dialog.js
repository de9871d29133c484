// Shares a game: the puzzle as links, as text and as a picture, the result of a finished game, the game as a file, the
// board on paper.

import { api, messageOf } from "./api.js";
import { button } from "./buttons.js";
import { openDialog } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { resultText } from "./result.js";
import { t, titleOf } from "./words.js";

/**
 * @import { Share } from "../api_types.d.ts"
 * @import { GameClient } from "./game_client.js"
 * @typedef {(text: string, options?: { urgent?: boolean }) => void} Announce
 */

const WIDTH = 1260; // pixels of a picture

/** @param {GameClient} client @param {Announce} announce */
export function openShare(client, announce) {
  const { share } = client.state;
  const print = (/** @type {"puzzle" | "board"} */ what) => () => {
    dialog.close();
    document.documentElement.dataset["print"] = what;
    window.print();
    delete document.documentElement.dataset["print"];
  };
  const links = h("div", { class: "share-links" });
  const dialog = openDialog(
    t("Share or print"),
    links,
    copyField(t("Puzzle as text"), share, announce),
    h(
      "div",
      { class: "buttons" },
      button(t("Save the game"), { icon: "download", press: () => download(client, announce) }),
      button(t("Print the puzzle"), { icon: "print", press: print("puzzle") }),
      button(t("Print the current board"), { icon: "print", press: print("board") }),
    ),
  );
  showLinks(links, client, announce).catch((error) => {
    fill(links, h("p", { class: "soft small", text: messageOf(error) }));
  });
}

/**
 * Fills in what the server knows of the puzzle.
 * @param {HTMLElement} element
 * @param {GameClient} client
 * @param {Announce} announce
 */
async function showLinks(element, client, announce) {
  const shared = await api.share(client.id);
  const link = ownLink(shared);
  const sent = isOnlyHere(link) ? (shared.links[0]?.link ?? link) : link; // to somebody else
  const about = t("The links contain the puzzle and nothing else; no server keeps it.");
  const others = shared.links.map(({ site, link: address }) =>
    copyField(t("Link for {site}", { site }), address, announce),
  );
  fill(
    element,
    ...(client.state.status === "finished" ? resultField(client, sent, announce) : []),
    copyField(t("Link to this puzzle"), link, announce),
    isOnlyHere(link) &&
      h("p", { class: "soft small", text: t("This link works on this computer only; those below work everywhere.") }),
    ...others,
    h("p", { class: "soft small", text: about }),
    h("div", { class: "buttons" }, ...shareButtons(client, shared, sent)),
  );
}

/** A link that opens the puzzle in nonet: on the page that the server names, or on this one. @param {Share} shared */
export function ownLink({ base, fragment }) {
  return `${base || `${location.origin}${location.pathname}#p=`}${fragment}`;
}

/** @param {string} link */
function isOnlyHere(link) {
  return /^https?:\/\/(localhost|127\.|\[::1\])/.test(link);
}

/** @param {GameClient} client @param {string} link @param {Announce} announce */
function resultField(client, link, announce) {
  const text = resultText(client.state, client.seconds(), link);
  const lines = h("pre", { class: "result-text", text });
  const copy = button(t("Copy the result"), { icon: "copy", press: () => copyText(text, announce) });
  return [h("div", { class: "field" }, h("span", { text: t("Your result") }), lines, copy)];
}

/** @param {GameClient} client @param {Share} shared @param {string} link */
function shareButtons(client, { svg }, link) {
  const title = titleOf(client.state);
  const name = `sudoku-${client.id.slice(0, 8)}`;
  const text = client.state.status === "finished" ? resultText(client.state, client.seconds(), "").trim() : title;
  const share = () => navigator.share({ title, text, url: link }).catch(() => {}); // the player may change their mind
  return [
    "share" in navigator && button(t("Share…"), { icon: "share", press: share }),
    button(t("Picture (PNG)"), { icon: "download", press: async () => saveFile(await pngOf(svg), `${name}.png`) }),
    button(t("Picture (SVG)"), {
      icon: "download",
      press: () => saveFile(new Blob([svg], { type: "image/svg+xml" }), `${name}.svg`),
    }),
  ];
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
  const copyLabel = t("Copy: {what}", { what: label });
  const copy = () => copyText(text, announce);
  const copyButton = button(t("Copy"), { icon: "copy", label: copyLabel, press: copy });
  const name = h("span", { text: label, "aria-hidden": "true" });
  return h("div", { class: "field" }, name, h("div", { class: "copy" }, input, copyButton));
}

/** @param {string} text @param {Announce} announce */
async function copyText(text, announce) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    copySelected(text); // there is no clipboard without HTTPS, except on localhost
  }
  announce(t("Copied."));
}

/** @param {string} text */
function copySelected(text) {
  const area = h("textarea", { class: "hidden-text", readonly: true });
  area.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
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
    saveFile(new Blob([JSON.stringify(record)], { type: "application/json" }), `nonet-${client.id.slice(0, 8)}.json`);
  } catch (error) {
    announce(messageOf(error), { urgent: true });
  }
}

/** @param {Blob} blob @param {string} name */
function saveFile(blob, name) {
  const file = URL.createObjectURL(blob);
  h("a", { href: file, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(file), 10_000);
}

/** The picture of the puzzle: drawn as SVG elsewhere, in pixels here. @param {string} svg @returns {Promise<Blob>} */
async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.round((WIDTH * image.naturalHeight) / image.naturalWidth);
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png");
  });
}
