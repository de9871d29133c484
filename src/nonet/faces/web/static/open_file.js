// Opens files and pasted texts: a saved game, a puzzle, or several puzzles, which become a pack. A picture is taken to the
// screen for the player's own puzzle, which reads photographs.

import { api, Failure, Refused } from "./api.js";
import { button } from "./buttons.js";
import { h } from "./dom.js";
import { puzzleIn } from "./link.js";
import { isStatic } from "./transport.js";
import { t } from "./words.js";

/**
 * @import { Attributes } from "./dom.js"
 * @import { Host } from "./screen.js"
 */

const MOST_MB = 1; // in a request, as the server takes them

/** @type {File | null} */
let picture = null; // that was chosen, and is not read yet

/** The first picture among files that were chosen, pasted or dropped. @param {Iterable<File>} [files] */
export function pictureIn(files = []) {
  return [...files].find((file) => file.type.startsWith("image/")) ?? null;
}

/** The picture to read, once. */
export function takePicture() {
  const taken = picture;
  picture = null;
  return taken;
}

/**
 * What opens the browser's window for choosing files when it is clicked.
 * @param {Attributes} attributes
 * @param {(files: File[]) => unknown} chosen
 */
export function fileInput(attributes, chosen) {
  const change = () => {
    const files = [...(input.files ?? [])];
    input.value = ""; // the same file can be chosen again
    if (files.length) chosen(files);
  };
  const input = h("input", { type: "file", ...attributes, on: { change } });
  return input;
}

/** A button that lets the player choose files, and the input behind it. @param {Host} page */
export function fileButton(page) {
  const look = { multiple: true, class: "hidden-text", tabindex: "-1", "aria-hidden": "true" };
  const input = fileInput(look, async (files) => {
    picture = pictureIn(files);
    if (picture) return page.go("/own");
    await page.attempt(async () => {
      checkSize(files.reduce((sum, { size }) => sum + size, 0));
      await open(page, await Promise.all(files.map((file) => file.text())), files[0].name);
    });
  });
  return [button(t("Open a file"), { icon: "open", press: () => input.click() }), input];
}

/**
 * @param {Host} page
 * @param {string[]} texts
 * @param {string} [name]  of the file
 */
export function openTexts(page, texts, name = "") {
  return page.attempt(() => open(page, texts, name));
}

/** @param {Host} page @param {string[]} texts @param {string} name */
async function open(page, texts, name) {
  checkSize(new Blob([JSON.stringify({ texts, file: name })]).size);
  const single = texts.length === 1 ? await openOne(texts[0]) : null;
  if (single && !(single instanceof Refused)) return page.go(`/game/${single.id}`);
  try {
    const pack = await api.openPack({ texts, file: name.slice(0, 200) });
    await page.go(`/packs/${pack.name}`);
  } catch (error) {
    throw (error instanceof Refused && single) || error;
  }
}

/** @param {number} bytes  to be sent */
function checkSize(bytes) {
  const size = bytes / (1 << 20);
  if (isStatic || size <= MOST_MB) return;
  const slots = { size: size.toFixed(1), most: MOST_MB };
  throw new Failure(
    t(
      "This is too large: {size} MB, and at most {most} MB can be opened. Puzzles are read from text, links and pictures.",
      slots,
    ),
  );
}

/** The game of a text with one puzzle, or with a saved game; otherwise why there is none. @param {string} text */
async function openOne(text) {
  let record = null;
  try {
    record = JSON.parse(text);
  } catch {
    // Not a saved game; perhaps a puzzle.
  }
  const isPuzzle = record === null || typeof record !== "object" || "nonet" in record;
  try {
    return await api.create(isPuzzle ? { puzzle: puzzleIn(text) } : { record });
  } catch (error) {
    if (error instanceof Refused && error.status === 400) return error;
    throw error;
  }
}
