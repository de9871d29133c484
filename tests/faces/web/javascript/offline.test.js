// What the page knows without the server: the last answers, and games that are ready to begin.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
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

test("an answer that was damaged, or kept by another version, is not used", () => {
  remember("POST /api/games", {}, game());
  for (const text of ["7", "[]", "{}", '"x"', '{"givens": 7}']) {
    for (const name of ["game.abc", "games.true", "boards.en"]) localStorage.setItem(`nonet.known.${name}`, text);
    assert.equal(recall("GET /api/games/{id}", { id: "abc" }), null, text);
    assert.equal(recall("GET /api/games", { query: { playing: "true" } }), null, text);
    assert.equal(recall("GET /api/boards", { query: { language: "en" } }), null, text);
    assert.deepEqual(knownGames(), [], text);
  }
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

test("what is not a ready game does not begin", async () => {
  for (const text of ["7", "{}", '{"record": 7, "game": {}}']) {
    localStorage.setItem("nonet.ready.4x4.easy", text);
    assert.equal(await ready.beginReady(EASY, WHERE), null, text);
  }
});

test("a ready game begins once, under a name of its own, until it is known elsewhere", async () => {
  assert.equal(await ready.beginReady(EASY, WHERE), null);
  ready.stock(EASY, readyGame());
  assert.ok(ready.isStocked(EASY));
  const started = await ready.beginReady(EASY, WHERE);
  assert.match(started?.id ?? "", /^[0-9a-f]{16}$/);
  assert.equal(await ready.beginReady(EASY, WHERE), null);
  const id = started?.id ?? "";
  assert.partialDeepStrictEqual(ready.unsentGame(id), { record: { game: { id } }, keep_id: true });
  assert.equal(recall("GET /api/games/{id}", { id }).id, id);
  const list = ready.withPlayedHere({ games: [], count: 0, damaged: [] }, { unfinished: true });
  assert.deepEqual([list.count, list.games[0].id, list.games[0].givens], [1, id, `1${".".repeat(15)}`]);
  ready.forgetUnsentGame(id);
  assert.equal(ready.unsentGame(id), null);
  const none = ready.withPlayedHere({ games: [], count: 0, damaged: [] }, { unfinished: true });
  assert.equal(none.count, 0); // it has no moves
});

test("a game that was finished here is not listed as unfinished", () => {
  remember("GET /api/games/{id}", { id: "abc" }, game({ revision: 2, total: 16 }));
  const some = { games: [], count: 0, damaged: [] };
  const [saved] = ready.withPlayedHere(some, { unfinished: true }).games;
  const list = { ...some, games: [saved], count: 1 };
  for (let cell = 1; cell < 15; cell++) new Outbox("abc").add([{ type: "place", cells: [cell], digit: 2 }], cell);
  assert.equal(ready.withPlayedHere(list, { unfinished: true }).count, 1);
  new Outbox("abc").add([{ type: "place", cells: [15], digit: 2 }], 15);
  assert.deepEqual(ready.withPlayedHere(list, { unfinished: true }), { ...list, games: [], count: 0 });
  assert.equal(ready.withPlayedHere(list, { unfinished: false }).count, 1);
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

/** A plain board needs no preview. @returns {Promise<null>} */
const never = () => assert.fail();

test("a link to a plain board begins a game, always the same one", async () => {
  const blank = game({
    id: "",
    givens: Array(16).fill(0),
    values: Array(16).fill(0),
    left: [0, 4, 4, 4, 4],
    total: 16,
  });
  const asked = mock.method(globalThis, "fetch", async () => new Response(JSON.stringify({ "4x4": blank })));
  const link = { puzzle: "4x4:.13.43.2.2.3....", shared: true };
  const begun = await ready.beginLink(link, "cs", never);
  assert.match(String(asked.mock.calls[0]?.arguments[0]), /\/blank\/cs\.json$/);
  assert.deepEqual(begun?.givens, [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0]);
  assert.deepEqual([begun?.values, begun?.filled, begun?.left], [begun?.givens, 7, [0, 3, 2, 1, 3]]);
  const id = begun?.id ?? "";
  assert.deepEqual(ready.unsentGame(id), { ...link, id });
  remember("POST /api/games/{id}/actions", { id }, { game: { ...begun, source: "shared", seconds: 7 } });
  const zeros = { puzzle: "4x4:0130430202030000", shared: true };
  assert.equal((await ready.beginLink(zeros, "en", never))?.seconds, 7); // as it was left
  remember("DELETE /api/games/{id}", { id }, {});
  assert.equal((await ready.beginLink(zeros, "en", never))?.id, id);
  for (const puzzle of ["4x4:.13.", "4x4:.13.43.2.2.3...5", "53..7", "x:.13.43.2.2.3....", "constructor:."]) {
    assert.equal(await ready.beginLink({ puzzle, shared: true }, "en", never), null, puzzle);
  }
  assert.equal(await ready.beginLink({ puzzle: link.puzzle }, "en", never), null); // typed in: it is checked first
  mock.restoreAll();
});

test("a link to a puzzle with rules begins a game as the core draws it, or goes on with the one that was begun", async () => {
  const link = { puzzle: "rules:eNpN0E0KwjAQBeC7zDq", shared: true };
  const drawn = game({ id: "fresh", source: "shared", revision: 0 }); // not saved
  const begun = await ready.beginLink(link, "en", async () => drawn);
  const id = begun?.id ?? "";
  assert.notEqual(id, "fresh");
  assert.deepEqual(ready.unsentGame(id), { ...link, id });
  assert.equal((await ready.beginLink(link, "en", async () => drawn))?.id, id);
  const played = game({ id: "played", source: "shared", revision: 3 });
  const other = { puzzle: "rules:eNq", shared: true };
  assert.equal((await ready.beginLink(other, "en", async () => played))?.id, "played");
  assert.equal(ready.unsentGame("played"), null);
  assert.equal(await ready.beginLink({ puzzle: "rules:?", shared: true }, "en", async () => null), null);
});

test("names are made over plain HTTP, too, where crypto.randomUUID is missing", () => {
  Object.defineProperty(crypto, "randomUUID", { value: undefined, configurable: true });
  const { client } = new Outbox("abc").own;
  assert.match(client, /^[0-9a-f]{16}$/);
  assert.notEqual(client, new Outbox("abc").own.client);
});
