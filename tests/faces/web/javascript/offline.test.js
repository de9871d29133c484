// What the page knows without the server: the last answers, and games that are ready to begin.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { knownGames, recall, remember } from "../../../../src/nonet/faces/web/static/known_answers.js";
import { Outbox } from "../../../../src/nonet/faces/web/static/outbox.js";
import * as ready from "../../../../src/nonet/faces/web/static/ready_games.js";
import { game, openBrowser } from "./browser.js";

/** @import { Ready } from "../../../../src/nonet/faces/web/api_types.d.ts" */

beforeEach(openBrowser);

const EASY = { board: "4x4", level: "easy" };
const WHERE = { isStatic: false, boards: null };

/** @returns {Ready} */
function readyGame() {
  const record = { format: "nonet-game-1", game: { id: "abc", givens: "1..." }, moves: [], cursor: 0 };
  return /** @type {Ready} */ (/** @type {unknown} */ ({ record, game: game() }));
}

test("the last answer of each kind is known, and a deleted game is not", () => {
  remember("GET /api/boards", { query: { language: "cs" } }, { boards: [] });
  assert.deepEqual(recall("GET /api/boards", { query: { language: "cs" } }), { boards: [] });
  assert.equal(recall("GET /api/boards", { query: { language: "en" } }), null);
  remember("POST /api/games/{id}/actions", { id: "abc" }, { game: game({ seconds: 7 }) });
  assert.equal(recall("GET /api/games/{id}", { id: "abc" }).seconds, 7);
  remember("DELETE /api/games/{id}", { id: "abc" }, {});
  assert.equal(recall("GET /api/games/{id}", { id: "abc" }), null);
});

test("answers that must be fresh are not kept", () => {
  for (const operation of ["GET /api/statistics", "GET /api/games/{id}/result", "POST /api/games/{id}/hint"]) {
    remember(operation, { id: "abc" }, { text: "old" });
    assert.equal(recall(operation, { id: "abc" }), null);
  }
});

test("twelve games are kept, the latest first", () => {
  for (let number = 1; number <= 20; number++) remember("POST /api/games", {}, game({ id: `g${number}` }));
  remember("GET /api/games/{id}", { id: "g10" }, game({ id: "g10" }));
  const ids = knownGames().map(({ id }) => id);
  assert.equal(ids.length, 12);
  assert.deepEqual(ids.slice(0, 3), ["g10", "g20", "g19"]);
  assert.equal(recall("GET /api/games/{id}", { id: "g1" }), null);
});

test("a ready game begins once, under a name of its own, until it is known elsewhere", async () => {
  assert.equal(await ready.beginReady(EASY, WHERE), null);
  ready.stock(EASY, readyGame());
  assert.ok(ready.isStocked(EASY));
  const started = await ready.beginReady(EASY, WHERE);
  assert.match(started?.id ?? "", /^[0-9a-f]{16}$/);
  assert.equal(await ready.beginReady(EASY, WHERE), null);
  const id = started?.id ?? "";
  assert.equal(ready.unsentGame(id)?.record.game.id, id);
  assert.equal(recall("GET /api/games/{id}", { id }).id, id);
  const list = ready.withPlayedHere({ games: [], count: 0, damaged: [] });
  assert.deepEqual([list.count, list.games[0].id, list.games[0].givens], [1, id, `1${".".repeat(15)}`]);
  ready.forgetUnsentGame(id);
  assert.equal(ready.unsentGame(id), null);
  assert.equal(ready.withPlayedHere({ games: [], count: 0, damaged: [] }).count, 0); // it has no moves
});

test("only a plain wish is ready: no seed, no text", async () => {
  ready.stock(EASY, readyGame());
  assert.equal(await ready.beginReady({ ...EASY, seed: 7 }, WHERE), null);
  assert.equal(await ready.beginReady({ puzzle: "1..." }, WHERE), null);
  ready.stock({ daily: "2026-11-15" }, readyGame());
  ready.stock({ daily: "2026-11-16" }, readyGame());
  ready.dropOldDays("2026-11-16");
  assert.ok(!ready.isStocked({ daily: "2026-11-15" }));
  assert.ok(await ready.beginReady({ daily: "2026-11-16" }, WHERE));
});

test("names are made over plain HTTP, too, where crypto.randomUUID is missing", () => {
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  const { client } = new Outbox("abc").own;
  assert.match(client, /^[0-9a-f]{16}$/);
  assert.notEqual(client, new Outbox("abc").own.client);
});
