// Games that can begin without the server: puzzles that the server has sent in advance, or that come with the static page.
// A game that was started here is sent as a record with the first request that needs it.

import { knownGames, rememberGame } from "./known_answers.js";
import { plainPuzzle } from "./link.js";
import { decoded, verdictOn } from "./optimistic.js";
import { Outbox } from "./outbox.js";
import { randomId } from "./random_id.js";
import { DEFAULT_SETTINGS } from "./setting_words.js";
import * as storage from "./storage.js";

/**
 * @import { Boards, Game, Games, Operations, Ready } from "../api_types.d.ts"
 * @typedef {Games["games"][number]} SavedGame
 * @typedef {{ shapes: Record<string, Game["shape"]>, games: Record<string, Ready[]> }} Shipped  the puzzles of a board
 * @typedef {Operations["POST /api/games"]["body"]} NewGame
 * @typedef {{ layout: string, cells: string }} PlainPuzzle
 */

const STOCK = "nonet.ready.";
const UNSENT = "nonet.unsent.";

// -- the stock ------------------------------------------------------------------------------------------------

/** The name of what is wanted in the stock; "" if only the server can make it. @param {NewGame} wish */
function nameOf({ board, level, daily, ...rest }) {
  if (Object.values(rest).some((value) => value !== undefined)) return "";
  if (daily) return board && board !== "9x9" ? "" : `daily.${daily}`;
  return board && level ? `${board}.${level}` : "";
}

/** Whether a game of this kind is in the stock. @param {NewGame} wish */
export function isStocked(wish) {
  return storage.read(STOCK + nameOf(wish)) !== null;
}

/**
 * Whether there is room for it.
 * @param {NewGame} wish
 * @param {Ready} ready
 */
export function stock(wish, ready) {
  return storage.write(STOCK + nameOf(wish), ready);
}

/** Throws away the puzzles of days that are over. @param {string} today */
export function dropOldDays(today) {
  for (const key of storage.keys(`${STOCK}daily.`)) if (key < `${STOCK}daily.${today}`) storage.remove(key);
}

/** @param {string} name @returns {Ready | null} */
function taken(name) {
  const found = storage.read(STOCK + name);
  storage.remove(STOCK + name);
  return found?.record?.game && found.game?.shape ? found : null; // another version may have kept something else
}

/**
 * The next puzzle that the static page has brought along and that was not played here; null after the last one.
 * @param {string} board
 * @param {string} level
 * @returns {Promise<Ready | null>}
 */
async function shipped(board, level) {
  const response = await fetch(new URL(`./ready/${board}.json`, import.meta.url));
  if (!response.ok) return null;
  /** @type {Shipped} */
  const { shapes, games } = await response.json();
  const some = games[level] ?? [];
  const key = `${STOCK}played.${board}.${level}`;
  /** @type {{ first: number, count: number }} where this browser began, so that two players differ */
  const played = storage.read(key) ?? {
    first: Math.floor(Math.random() * some.length),
    count: 0,
  };
  if (played.count >= some.length) return null;
  storage.write(key, { ...played, count: played.count + 1 });
  const { record, game } = some[(played.first + played.count) % some.length];
  return { record, game: { ...game, shape: shapes[game.layout] } };
}

// -- games that were started here ----------------------------------------------------------------------------

/**
 * Begins a ready game, as “POST /api/games” would; null if there is none of this kind.
 * @param {NewGame} wish
 * @param {object} where
 * @param {boolean} where.isStatic
 * @param {Boards | null} where.boards  for titles in the player's language
 * @returns {Promise<Game | null>}
 */
export async function beginReady(wish, { isStatic, boards }) {
  const name = nameOf(wish);
  if (!name) return null;
  const { board = "", level = "", daily } = wish;
  const ready = taken(name) ?? (isStatic && !daily ? await shipped(board, level).catch(() => null) : null);
  if (!ready) return null;
  const id = randomId();
  const created = now();
  const { title, levels = [] } = boards?.boards.find((each) => each.name === ready.game.board) ?? {};
  /** @type {Game} */
  const game = {
    ...ready.game,
    id,
    created,
    board_title: title ?? ready.game.board_title,
    level_title: levels.find((each) => each.name === ready.game.level)?.title ?? ready.game.level_title,
  };
  const record = { ...ready.record, game: { ...ready.record.game, id, created } };
  storage.write(UNSENT + id, { record, game });
  rememberGame(game);
  return game;
}

/**
 * Begins the puzzle of a link, as “POST /api/games” would, before it is known whether it can be solved; null if it
 * cannot be drawn. The same link is always the same game.
 * @param {NewGame} wish
 * @param {string} language
 * @param {(puzzle: string) => Promise<Game | null>} preview  draws what has rules
 * @returns {Promise<Game | null>}
 */
export async function beginLink({ puzzle = "", shared }, language, preview) {
  if (!shared) return null;
  const plain = plainPuzzle(puzzle);
  const share = plain ? shareOf(plain) : puzzle;
  const known = knownGames().find((game) => game.source === "shared" && game.share === share);
  if (known) return known;
  const seen = plain ? await drawn(plain, language) : await preview(puzzle);
  if (!seen) return null;
  const isNew = seen.revision === 0;
  const game = isNew ? { ...seen, id: hashed(share), created: now() } : seen;
  if (isNew) storage.write(UNSENT + game.id, { wish: { puzzle, shared, id: game.id }, game });
  rememberGame(game);
  return game;
}

/** @param {PlainPuzzle} plain */
function shareOf({ layout, cells }) {
  return (layout === "9x9" ? "" : `${layout}:`) + cells.replaceAll("0", ".");
}

/**
 * A puzzle that says itself all that is drawn, as a game.
 * @param {PlainPuzzle} plain
 * @param {string} language
 * @returns {Promise<Game | null>}
 */
async function drawn(plain, language) {
  const response = await fetch(new URL(`./blank/${language}.json`, import.meta.url)).catch(() => null);
  /** @type {Record<string, Game>} */
  const blanks = response?.ok ? await response.json() : {};
  const blank = Object.hasOwn(blanks, plain.layout) ? blanks[plain.layout] : undefined;
  const symbols = `.${blank?.shape.symbols}`;
  const givens = [...plain.cells.replaceAll("0", ".")].map((symbol) => symbols.indexOf(symbol));
  if (!blank || givens.length !== blank.total || givens.includes(-1)) return null;
  const count = (/** @type {number} */ digit) => givens.filter((given) => given === digit).length;
  const left = blank.left.map((most, digit) => most && most - count(digit));
  const share = shareOf(plain);
  return { ...blank, share, text: share, givens, values: givens, left, filled: givens.length - count(0) };
}

/** 16 hexadecimal digits that follow from a text (FNV-1a). @param {string} text */
function hashed(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, "0");
}

function now() {
  return `${new Date().toISOString().slice(0, 19)}Z`;
}

/**
 * What begins a game that was started here and that the server does not have yet; null if there is none.
 * @param {string} id
 * @returns {NewGame | null}
 */
export function unsentGame(id) {
  const { record, wish = { record, keep_id: true } } = storage.read(UNSENT + id) ?? {};
  return record || wish.puzzle ? wish : null;
}

/** The ids of the games that the server does not have yet. */
export function unsentGames() {
  return storage.keys(UNSENT).map((key) => key.slice(UNSENT.length));
}

/** Whether these games will be there at the next visit. */
export function unsentGamesAreLasting() {
  return storage.isLasting(UNSENT);
}

/** The server has the game now, or it was deleted. @param {string} id */
export function forgetUnsentGame(id) {
  storage.remove(UNSENT + id);
}

/**
 * A list of games with those that were played here since, and those that were started here.
 * @param {Games} list
 * @param {{ unfinished: boolean }} options  without those that were finished here since
 */
export function withPlayedHere(list, { unfinished }) {
  const over = knownGames().filter((game) => unfinished && isFinished(game));
  const listed = new Set(list.games.map(({ id }) => id));
  const isNew = (/** @type {Game} */ { id, status, revision }) =>
    status === "playing" && !listed.has(id) && (revision > 1 || unsentGame(id) !== null);
  const all = [...knownGames().filter(isNew).map(savedOf), ...list.games];
  const games = all.filter(({ id }) => !over.some((game) => game.id === id));
  return { ...list, count: list.count + games.length - list.games.length, games };
}

/** Whether a game is over, as far as the page can tell. @param {Game} game */
function isFinished(game) {
  const verdict = verdictOn(decoded(game), new Outbox(game.id).unsent, DEFAULT_SETTINGS);
  return game.status !== "playing" || verdict === "finished";
}

/**
 * A game as a list shows it.
 * @param {Game} game
 * @returns {SavedGame}
 */
function savedOf(game) {
  const { symbols } = game.shape;
  const text = (/** @type {number[]} */ digits) => digits.map((digit) => (digit ? symbols[digit - 1] : ".")).join("");
  const drawing = game.rules?.drawing ?? null;
  return { ...game, changed: game.created, drawing, givens: text(game.givens), cells: text(game.values) };
}
