// The words of the page. What the game says of moves and hints comes from the server, in the same language.

import { cs } from "./words/cs.js";
import { en } from "./words/en.js";

const LANGUAGES = { en, cs };

/** A sentence by its name; `{slots}` are filled, and `count` chooses among forms. */
export function t(name, slots = {}) {
  const words = LANGUAGES[t.language];
  let text = words[name] ?? en[name];
  if (text === undefined) throw new Error(`no words for ${name}`);
  if (Array.isArray(text)) text = text[words.form(slots.count)];
  return text.replace(/\{(\w+)\}/g, (_, slot) => slots[slot]);
}

t.language = "en";

/** Speaks another language from now on. */
export function speak(language) {
  t.language = language in LANGUAGES ? language : "en";
  document.documentElement.lang = t.language;
}

/** Seconds as a clock: 4:05, 1:02:03. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds as a screen reader should say them. */
export function clockWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const said = [];
  if (whole >= 3600) said.push(t("hours", { count: Math.floor(whole / 3600) }));
  if (whole >= 60) said.push(t("minutes", { count: Math.floor(whole / 60) % 60 }));
  said.push(t("seconds", { count: whole % 60 }));
  return said.join(" ");
}

/** What a game is called. */
export function titleOf({ source, board_title: board, level_title: level }) {
  if (source.startsWith("daily ")) return t("daily_of", { date: dayText(source.slice(6)) });
  return capital(`${source === "level" && level ? level : t("own_title")} · ${nameOf(board)}`);
}

/** The name of a board without what is said of it: “9x9, classic” is 9x9. */
export function nameOf(title) {
  return title.split(",")[0];
}

/** With a capital letter. */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(t.language) + text.slice(1);
}

/** A day for people: 15 November 2026. */
export function dayText(date, options = { day: "numeric", month: "long", year: "numeric" }) {
  const [year, month, day] = date.slice(0, 10).split("-").map(Number);
  return new Intl.DateTimeFormat(t.language === "en" ? "en-GB" : t.language, options).format(new Date(year, month - 1, day));
}
