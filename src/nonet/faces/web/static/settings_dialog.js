// The settings. Every change is saved at once.

import { openDialog } from "./dialogs.js";
import { h } from "./dom.js";
import { canStartOffline } from "./offline.js";
import { capital, languageNames, T, t } from "./words.js";

/**
 * @import { Host, SettingsChanges } from "./screen.js"
 * @typedef {{ title: string, values: Record<string, string>, about?: string }} Choice
 */

/**
 * @satisfies {Partial<Record<keyof SettingsChanges, Choice>>}
 */
const CHOICES = {
  theme: {
    title: T("Colours"),
    values: { auto: T("System"), light: T("Light"), dark: T("Dark"), contrast: T("High contrast") },
  },
  accent: {
    title: T("Accent"),
    values: { blue: T("Blue"), green: T("Green"), plum: T("Plum"), rust: T("Rust"), slate: T("Slate") },
  },
  input: {
    title: T("Input order"),
    values: { cell: T("Cell first"), digit: T("Digit first") },
    about: T("With the digit first, every cell you tap or click takes that digit."),
  },
  digits: {
    title: T("Digits above 9"),
    values: { numbers: T("10, 11, 12 …"), letters: T("A, B, C …") },
  },
  check: {
    title: T("Show mistakes"),
    values: { off: T("Never"), rules: T("Conflicts only"), solution: T("All mistakes") },
    about: T(
      "Conflicts: the same digit twice in a row, column or box. All mistakes: every digit that differs from the solution.",
    ),
  },
};

/** @satisfies {Partial<Record<keyof SettingsChanges, string>>} */
const SWITCHES = {
  clean_notes: T("Remove notes automatically"),
  highlight_peers: T("Highlight row, column and box"),
  highlight_same: T("Highlight equal digits"),
  show_timer: T("Show the time"),
  labels: T("Number the rows and columns"),
  sound: T("Sounds"),
  haptics: T("Vibration"),
};

const PLAIN_HTTP = T("Over plain HTTP this page cannot be installed, start offline or use the camera.");

/** @param {Host} page */
export function openSettings(page) {
  /** @type {Choice} */
  const language = { title: T("Language"), values: languageNames() };
  const switches = Object.entries(SWITCHES).map(([name, title]) => toggle(page, name, t(title)));
  const dialog = openDialog(
    t("Settings"),
    ...Object.entries({ language, ...CHOICES }).map(([name, choice]) => radios(page, name, choice)),
    h("div", {}, ...switches),
    !canStartOffline && h("p", { class: "soft small", text: t(PLAIN_HTTP) }),
  );
  dialog.classList.add("settings");
  return dialog;
}

/**
 * Opens the settings again, in the language that was just chosen.
 * @param {Host} page
 */
export function reopenSettings(page) {
  const open = document.querySelector("dialog.settings");
  if (!(open instanceof HTMLDialogElement)) return;
  open.close();
  const chosen = openSettings(page).querySelector("input[name=language]:checked");
  if (chosen instanceof HTMLElement) chosen.focus();
}

/**
 * @param {Host} page
 * @param {string} name
 */
function current(page, name) {
  return new Map(Object.entries(page.settings)).get(name);
}

/**
 * @param {Host} page
 * @param {string} name
 * @param {Choice} choice
 */
function radios(page, name, { title, values, about }) {
  const options = Object.entries(values).map(([value, text]) => {
    const change = () => page.changeSettings({ [name]: value });
    const checked = current(page, name) === value;
    const lang = name === "language" ? value : undefined;
    return h(
      "label",
      {},
      h("input", { type: "radio", name, value, checked, on: { change } }),
      h("span", { class: "face", text: capital(t(text)), lang, "data-accent": name === "accent" && value }),
    );
  });
  return h(
    "fieldset",
    {},
    h("legend", { text: t(title) }),
    h("div", { class: "choice" }, ...options),
    about && h("p", { class: "soft small", text: t(about) }),
  );
}

/**
 * @param {Host} page
 * @param {string} name
 * @param {string} title
 */
function toggle(page, name, title) {
  const checked = current(page, name) === true;
  const input = h("input", { type: "checkbox", role: "switch", name, checked });
  input.addEventListener("change", () => page.changeSettings({ [name]: input.checked }));
  return h("label", { class: "switch" }, h("span", { text: title }), input);
}
