// The part of the settings about the player: a name, and the codes that move a player to another device. It is shown in a
// household only, where others play, too.

import { api } from "./api.js";
import { button } from "./buttons.js";
import { fill, h } from "./dom.js";
import { forgetAll } from "./known_answers.js";
import { SETTING_WORDS } from "./setting_words.js";
import { isStatic } from "./transport.js";
import { t } from "./words.js";

/** @import { Host } from "./screen.js" */

/** @param {Host} page */
export function playerPart(page) {
  const element = h("div", { class: "player-part", hidden: true });
  const show = (/** @type {{ open: boolean }} */ { open }) => {
    element.hidden = !open;
    if (open) fill(element, nameField(page), codeShown(page), codeField(page));
  };
  if (!isStatic)
    api
      .household()
      .then(show)
      .catch(() => {}); // without the server nobody else plays
  return element;
}

/** @param {Host} page */
function nameField(page) {
  const { title, about } = SETTING_WORDS.name;
  const input = h("input", { class: "input", name: "name", maxlength: "30", autocomplete: "nickname" });
  input.value = page.settings.name;
  input.addEventListener("change", () => page.changeSettings({ name: input.value.trim() }));
  const label = h("label", { class: "field" }, h("span", { text: t(title) }), input);
  return h("div", {}, label, h("p", { class: "soft small", text: t(about ?? "") }));
}

/** @param {Host} page */
function codeShown(page) {
  const shown = h("p", { class: "player-code", role: "status" });
  const show = async () => {
    const made = await page.attempt(() => api.playerCode());
    if (!made) return;
    const code = `${made.code.slice(0, 3)}\u00a0${made.code.slice(3)}`;
    const about = t("On the other device, enter this code in the settings within ten minutes:");
    fill(shown, `${about} `, h("b", { text: code }));
  };
  return h("div", {}, button(t("Play on another device, too"), { press: show }), shown);
}

/** @param {Host} page */
function codeField(page) {
  const attributes = { class: "input", name: "code", inputmode: "numeric", autocomplete: "off", maxlength: "12" };
  const input = h("input", attributes);
  const move = async () => {
    if (!input.value.trim() || !(await page.attempt(() => api.movePlayerHere({ code: input.value })))) return;
    forgetAll();
    await page.attempt(() => api.settings()); // of a player who is not new: the browser's language does not count
    location.hash = "";
    location.reload();
  };
  input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") move().catch(reportError);
  });
  const label = h("span", { text: t("Code from your other device") });
  const copy = h("div", { class: "copy" }, input, button(t("Use the code"), { press: move }));
  const about = t("From then on this device has the games, statistics and settings of the other one.");
  return h("div", {}, h("label", { class: "field" }, label, copy), h("p", { class: "soft small", text: about }));
}
