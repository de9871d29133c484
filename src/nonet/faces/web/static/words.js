// What the page says. Messages are written in English where they are used, as in Python, and translated by
// words/LANGUAGE.json, which `make messages` writes from src/nonet/messages/LANGUAGE.po. What the game says of
// moves and hints comes from the server, in the same language.
//
//     t("Delete {title}", { title })                     a message, its slots filled
//     tn("{n} hour", "{n} hours", hours)                 a message that depends on a number
//     const TITLES = { off: T("Never") };  t(TITLES.off) a message that is said elsewhere

/**
 * @import { About, Game, Settings } from "../api_types.d.ts"
 * @typedef {Record<string, string | number>} Slots
 *
 * @typedef {object} Words
 * @property {string} plurals  a digit for each: the form of a message for the numbers 0 to 199
 * @property {Record<string, string | string[]>} messages  a translation, or its forms
 */

/** @type {Words} */
const ENGLISH = { plurals: "", messages: {} };
/** @type {Map<string, Words>} */
const loaded = new Map([["en", ENGLISH]]);
let words = ENGLISH;
/** @type {Record<string, string> | null} */
let names = null;
let wanted = "en";

/** Marks a message for translation, where it is defined far from where it is said. @param {string} message */
export function T(message) {
  return message;
}

/**
 * A message in the player's language, its slots filled.
 * @param {string} message
 * @param {Slots} [slots]
 */
export function t(message, slots = {}) {
  const text = words.messages[message] ?? message;
  return filled(typeof text === "string" ? text : text[0], slots);
}

/**
 * The form of a message for a number; `{n}` in it is the number.
 * @param {string} one
 * @param {string} several
 * @param {number} n
 * @param {Slots} [slots]
 */
export function tn(one, several, n, slots = {}) {
  const forms = words.messages[one] ?? [];
  // The table holds the forms of 0 to 199; from there on they repeat with every hundred.
  const form = Number(words.plurals[n < 200 ? n : 100 + (n % 100)]);
  return filled(forms[form] ?? (n === 1 ? one : several), { n, ...slots });
}

/** @param {string} text @param {Slots} slots */
function filled(text, slots) {
  return text.replace(/\{(\w+)\}/g, (_, slot) => String(slots[slot]));
}

t.language = /** @type {Settings["language"]} */ ("en");

/**
 * Speaks another language from now on; stays with the present one if its words cannot be loaded.
 * @param {Settings["language"]} language
 */
export async function speak(language) {
  wanted = language;
  try {
    names ??= /** @type {Record<string, string>} */ (await load("languages"));
    if (!loaded.has(language)) loaded.set(language, /** @type {Words} */ (await load(language)));
  } catch {
    return;
  }
  if (wanted !== language) return; // another one was chosen while this one was loading
  words = loaded.get(language) ?? ENGLISH;
  t.language = language;
  document.documentElement.lang = language;
}

/** Speaks the browser's language, where the player's own is not known. */
export async function speakAsBrowser() {
  await speak(await browserLanguage());
}

/** The first language of the browser that the page has. */
export async function browserLanguage() {
  await speak(t.language); // loads the list of languages
  const codes = navigator.languages.map((tag) => tag.split("-")[0]);
  const known = codes.find((code) => code in languageNames());
  return /** @type {Settings["language"]} */ (known ?? t.language);
}

/** @param {string} name @returns {Promise<unknown>} */
async function load(name) {
  const response = await fetch(new URL(`./words/${name}.json`, import.meta.url));
  if (!response.ok) throw new Error(`words/${name}.json: ${response.status}`);
  return response.json();
}

/** The languages by their codes, each with its own name for itself. */
export function languageNames() {
  return names ?? { en: "English" };
}

const COLOURS = [
  T("yellow, disc"),
  T("green, square"),
  T("blue, triangle"),
  T("red, diamond"),
  T("purple, cross"),
  T("orange, star"),
  T("turquoise, ring"),
  T("grey, bars"),
];

/** The name of a colour, 1 to 8, and of the sign that goes with it. @param {number} colour */
export function colourName(colour) {
  return t(COLOURS[colour - 1]);
}

/** Seconds as a clock: 4:05, 1:02:03. @param {number} seconds */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const minutes = Math.floor(whole / 60) % 60;
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** Seconds as a screen reader should say them. @param {number} seconds */
export function clockWords(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const said = [];
  if (whole >= 3600) said.push(tn("{n} hour", "{n} hours", Math.floor(whole / 3600)));
  if (whole >= 60) said.push(tn("{n} minute", "{n} minutes", Math.floor(whole / 60) % 60));
  said.push(tn("{n} second", "{n} seconds", whole % 60));
  return said.join(" ");
}

/** What a game is called. @param {Pick<Game, "source" | "board_title" | "level_title"> & { about?: About }} game */
export function titleOf({ source, board_title: board, level_title: level, about }) {
  if (about?.title) return about.title;
  if (source.startsWith("daily ")) return t("Puzzle of the day, {date}", { date: dayText(source.slice(6)) });
  if (source === "level" && !level) return nameOf(board);
  const place = placeInPack(source);
  if (place && level) return capital(`${level} · ${nameOf(board)} · ${place.number}`);
  return capital(`${["level", "elsewhere"].includes(source) && level ? level : t("Own puzzle")} · ${nameOf(board)}`);
}

/** The pack and the number that the source of a game tells; null if it is from elsewhere. @param {string} source */
export function placeInPack(source) {
  const [, pack, number] = /^pack (\S+) (\d+)$/.exec(source) ?? [];
  return pack ? { pack, number: Number(number) } : null;
}

/** The name of a board without its description: “9x9, classic” is 9x9. @param {string} title */
export function nameOf(title) {
  return title.split(",")[0];
}

/** A text with a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toLocaleUpperCase(t.language) + text.slice(1);
}

/**
 * A day in words: 15 November 2026. Of a moment, the day where the player is.
 * @param {string} date
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export function dayText(date, options = { day: "numeric", month: "long", year: "numeric" }) {
  const locale = t.language === "en" ? "en-GB" : t.language;
  const moment = new Date(date.includes("T") ? date : `${date}T00:00`);
  return Number.isNaN(moment.getTime()) ? date : new Intl.DateTimeFormat(locale, options).format(moment);
}
