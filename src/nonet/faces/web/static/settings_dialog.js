// The settings. Every change is saved at once.

import { radio } from "./buttons.js";
import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { canStartOffline } from "./offline.js";
import { playerPart } from "./player_part.js";
import { SETTING_WORDS } from "./setting_words.js";
import { capital, languageNames, T, t } from "./words.js";

/**
 * @import { Settings } from "../api_types.d.ts"
 * @import { Host } from "./screen.js"
 * @import { SettingWords } from "./setting_words.js"
 */

/** @type {(keyof Settings)[]} */
const CHOICES = ["language", "theme", "accent", "input", "digits", "check"];

/** @type {(keyof Settings)[]} */
const SWITCHES = ["clean_notes", "highlight_peers", "highlight_same", "show_timer", "labels", "sound", "haptics"];

const PLAIN_HTTP = T("Over plain HTTP this page cannot be installed, start offline or use the camera.");

/** @param {Host} page */
export function openSettings(page) {
  const switches = SWITCHES.map((name) => toggle(page, name, t(SETTING_WORDS[name].title)));
  const dialog = openDialog(
    t("Settings"),
    ...CHOICES.map((name) => radios(page, name, SETTING_WORDS[name])),
    h("div", {}, ...switches),
    playerPart(page),
    !canStartOffline && h("p", { class: "soft small", text: t(PLAIN_HTTP) }),
  );
  dialog.classList.add("settings");
  return dialog;
}

/** Opens the settings again, in the language that was just chosen. @param {Host} page */
export function reopenSettings(page) {
  const open = document.querySelector("dialog.settings");
  if (!(open instanceof HTMLDialogElement)) return;
  open.close();
  const chosen = openSettings(page).querySelector("input[name=language]:checked");
  if (chosen instanceof HTMLElement) chosen.focus();
}

/** @param {Host} page @param {keyof Settings} name @param {SettingWords} words */
function radios(page, name, { title, values = languageNames(), about }) {
  const options = Object.entries(values).map(([value, text]) => {
    const change = () => page.changeSettings({ [name]: value });
    const looks = { lang: name === "language" && value, "data-accent": name === "accent" && value };
    const face = h("span", { class: "face", text: capital(t(text)), ...looks });
    return radio({ name, value, checked: page.settings[name] === value, change }, face);
  });
  return h(
    "fieldset",
    {},
    h("legend", { text: t(title) }),
    h("div", { class: "choice" }, ...options),
    about && h("p", { class: "soft small", text: t(about) }),
  );
}

/** @param {Host} page @param {keyof Settings} name @param {string} title */
function toggle(page, name, title) {
  const checked = page.settings[name] === true;
  const input = h("input", { type: "checkbox", role: "switch", name, checked });
  input.addEventListener("change", () => page.changeSettings({ [name]: input.checked }));
  return h("label", { class: "switch" }, h("span", { text: title }), input);
}
