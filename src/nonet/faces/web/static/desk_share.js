// Passes a draft on: as links that other programs open, and as text.

import { api } from "./api.js";
import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { copyField } from "./share_dialog.js";
import { T, t } from "./words.js";

/**
 * @import { DeskTexts, Operations } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 */

/** @type {Record<string, string>} */
const TITLES = {
  share: T("Link to this page"),
  sudokupad: T("Link for SudokuPad"),
  "f-puzzles": T("Link for f-puzzles"),
  json: T("Puzzle as nonet’s JSON"),
};

/** @param {Host} page @param {Operations["POST /api/desk/export"]["body"]} draft */
export async function shareDraft(page, draft) {
  const answer = await page.attempt(() => api.exportDraft(draft));
  if (!answer) return;
  const fields = answer.texts.map((each) => fieldFor(each, page));
  const about = t("The links contain the puzzle and nothing else; no server keeps it.");
  openDialog(t("Share the puzzle"), ...fields, h("p", { class: "soft small", text: about }));
}

/** @param {DeskTexts["texts"][number]} each @param {Host} page */
function fieldFor({ format, text, reason }, page) {
  const title = t(TITLES[format] ?? format);
  if (text !== null) return copyField(title, hereInstead(text), (said, options) => page.say(said, options));
  return h("div", { class: "field" }, h("span", { text: title }), h("p", { class: "soft small", text: reason }));
}

/** A link to this page, wherever it is served. @param {string} text */
function hereInstead(text) {
  return text.replace(/^http:\/\/127\.0\.0\.1:8729\/(?=#p=)/, `${location.origin}${location.pathname}`);
}
