// What the page answers itself while the server is away, or while the core of the static page is loading.

import { recall } from "./known_answers.js";
import { beginLink, beginReady, withPlayedHere } from "./ready_games.js";
import { DEFAULT_SETTINGS } from "./setting_words.js";
import { isStatic, send } from "./transport.js";
import { browserLanguage, t } from "./words.js";

/**
 * @import { Boards, Games } from "../api_types.d.ts"
 * @import { Asked } from "./known_answers.js"
 * @import { NewGame } from "./ready_games.js"
 * @typedef {Boards & { week: { level: string, title: string }[] }} ShippedBoards  week: the levels of the days from Monday
 */

/** @type {Games} */
const NO_GAMES = { games: [], count: 0, damaged: [] };

/**
 * The answer to a request, or null if only the server or the core knows it.
 * @param {string} operation
 * @param {Asked & { body?: any }} asked
 * @returns {Promise<any>}
 */
export async function localAnswer(operation, asked) {
  const known = recall(operation, asked);
  switch (operation) {
    case "POST /api/games":
      return begun(asked.body);
    case "GET /api/games": {
      const list = known ?? (isStatic ? NO_GAMES : null);
      const playing = asked.query?.["playing"];
      return list && playing !== "false" ? withPlayedHere(list, { unfinished: playing === "true" }) : list;
    }
    case "GET /api/boards":
      return known && !isStatic ? known : withToday(known, await shippedBoards(t.language));
    case "GET /api/settings":
      return known ?? (isStatic ? { ...DEFAULT_SETTINGS, language: await browserLanguage() } : null);
    default:
      return known;
  }
}

/** A game that can begin here. @param {NewGame} wish */
async function begun(wish) {
  if (wish.shared) return isStatic ? beginLink(wish, t.language, preview) : null;
  const boards = recall("GET /api/boards", { query: { language: t.language } });
  return beginReady(wish, { isStatic, boards: boards ?? (await shippedBoards(t.language)) });
}

/** A puzzle as the core draws it, before it looks for solutions. @param {string} puzzle */
async function preview(puzzle) {
  const body = JSON.stringify({ puzzle, shared: true, preview: true });
  const { status, answer } = await send({ method: "POST", path: "/api/games", body, keepalive: false });
  return status < 400 ? answer : null;
}

/**
 * The boards that the static page has brought along.
 * @param {string} language
 * @returns {Promise<ShippedBoards | null>}
 */
async function shippedBoards(language) {
  if (!isStatic) return null;
  const response = await fetch(new URL(`./boards/${language}.json`, import.meta.url)).catch(() => null);
  return response?.ok ? response.json() : null;
}

/**
 * The boards with the puzzle of today.
 * @param {Boards | null} known
 * @param {ShippedBoards | null} shipped
 */
function withToday(known, shipped) {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  if (known?.today === date || !shipped) return known;
  const { week, ...boards } = shipped;
  const day = week[(now.getDay() + 6) % 7];
  return { ...boards, today: date, daily: { date, ...day, game: null, status: null } };
}
