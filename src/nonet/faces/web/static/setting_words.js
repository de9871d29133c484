// The settings: defaults and words, from play/settings.py. tools/api_types.py writes this file.

import { T } from "./words.js";

/**
 * @import { Settings } from "../api_types.d.ts"
 * @typedef {{ title: string, values?: Record<string, string>, about?: string }} SettingWords
 */

/** @type {Settings} */
export const DEFAULT_SETTINGS = {
  check: "rules",
  clean_notes: true,
  language: "en",
  theme: "auto",
  input: "cell",
  highlight_peers: true,
  highlight_same: true,
  show_timer: true,
  digits: "numbers",
  labels: false,
  terminal_labels: true,
  accent: "blue",
  sound: false,
  haptics: false,
  name: "",
};

/** @type {Record<keyof Settings, SettingWords>} */
export const SETTING_WORDS = {
  check: {
    title: T("Show mistakes"),
    values: { off: T("never"), rules: T("conflicts only"), solution: T("all mistakes") },
    about: T(
      "Conflicts: the same digit twice in a row, column or box. All mistakes: every digit that differs from the solution.",
    ),
  },
  clean_notes: { title: T("Remove notes automatically") },
  language: { title: T("Language") },
  theme: {
    title: T("Colours"),
    values: { auto: T("System"), light: T("light"), dark: T("dark"), contrast: T("high contrast") },
  },
  input: {
    title: T("Input order"),
    values: { cell: T("cell first"), digit: T("digit first") },
    about: T("With the digit first, every cell you tap or click takes that digit."),
  },
  highlight_peers: { title: T("Highlight row, column and box") },
  highlight_same: { title: T("Highlight equal digits") },
  show_timer: { title: T("Show the time") },
  digits: {
    title: T("Digits above 9"),
    values: { numbers: T("10, 11, 12 …"), letters: T("A, B, C …") },
  },
  labels: { title: T("Number the rows and columns") },
  terminal_labels: { title: T("Number rows and columns") },
  accent: {
    title: T("Accent"),
    values: { blue: T("Blue"), green: T("Green"), plum: T("Plum"), rust: T("Rust"), slate: T("Slate") },
  },
  sound: { title: T("Sounds") },
  haptics: { title: T("Vibration") },
  name: { title: T("Your name"), about: T("Others in your household see it.") },
};
