// The last answers that were seen, for when the server does not answer: settings, boards, lists of games, and the games that
// were played last. While there are answers, these are not used.

import * as storage from "./storage.js";

/**
 * @import { Game } from "../api_types.d.ts"
 * @typedef {{ id?: string, query?: Record<string, string> }} Asked  which request it was
 */

const PREFIX = "nonet.known.";
const ORDER = `${PREFIX}order`; // the ids of the games that are kept, the oldest first
const MOST_GAMES = 12;
/** @type {Record<string, string[]>} the lists in an answer: one without them was damaged, or kept by another version */
const LISTS = {
  boards: ["boards"],
  games: ["games"],
  game: ["givens", "values", "corner", "centre", "candidates", "left", "colours", "candidate_colours", "revealed"],
};

/**
 * Keeps an answer, if it may be needed.
 * @param {string} operation
 * @param {Asked} asked
 * @param {any} answer
 */
export function remember(operation, asked, answer) {
  const { id = "" } = asked;
  const name = nameOf(operation, asked);
  if (operation === "POST /api/games") rememberGame(answer);
  else if (operation === "POST /api/games/{id}/actions") rememberGame(answer.game);
  else if (operation === "GET /api/games/{id}") rememberGame(answer);
  else if (operation === "PATCH /api/settings") write("settings", answer);
  else if (operation === "DELETE /api/games/{id}") forgetGame(id);
  else if (name) write(name, answer);
}

/**
 * The last answer to such a request, or null.
 * @param {string} operation
 * @param {Asked} asked
 * @returns {any}
 */
export function recall(operation, asked) {
  const name = nameOf(operation, asked);
  const found = name ? storage.read(PREFIX + name) : null;
  const [kind = ""] = name.split(".");
  const isWhole = LISTS[kind]?.every((list) => Array.isArray(found?.[list])) ?? true;
  return isWhole && Object(found) === found ? found : null;
}

/**
 * The name under which the answer to a request is kept; "" if it is not.
 * @param {string} operation
 * @param {Asked} asked
 */
function nameOf(operation, { id = "", query = {} }) {
  if (operation === "GET /api/settings") return "settings";
  if (operation === "GET /api/boards") return `boards.${query["language"]}`;
  if (operation === "GET /api/games/{id}") return `game.${id}`;
  if (operation === "GET /api/games" && !query["board"]) return `games.${query["playing"] ?? "all"}`;
  return "";
}

/** @param {Game} game */
export function rememberGame(game) {
  const kept = order().filter((id) => id !== game.id);
  for (const id of kept.splice(0, kept.length + 1 - MOST_GAMES)) storage.remove(`${PREFIX}game.${id}`);
  write("order", [...kept, game.id]);
  write(`game.${game.id}`, game);
}

/** The games that were played last, the latest first. @returns {Game[]} */
export function knownGames() {
  const found = order().map((id) => recall("GET /api/games/{id}", { id }));
  return found.filter(Boolean).reverse();
}

/** Forgets everything: another player plays here from now on. */
export function forgetAll() {
  for (const key of storage.keys(PREFIX)) storage.remove(key);
}

/** @param {string} id */
function forgetGame(id) {
  storage.remove(`${PREFIX}game.${id}`);
  const kept = order().filter((other) => other !== id);
  write("order", kept);
}

/** @returns {string[]} */
function order() {
  const found = storage.read(ORDER);
  return Array.isArray(found) ? found : [];
}

/** @param {string} name @param {unknown} value */
function write(name, value) {
  storage.write(PREFIX + name, value);
}
