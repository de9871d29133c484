// The browser's storage where it is full, and where the browser refuses it.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { remember } from "../../../../src/nonet/faces/web/static/known_answers.js";
import { Outbox, unsentAreLasting } from "../../../../src/nonet/faces/web/static/outbox.js";
import { isStocked, stock } from "../../../../src/nonet/faces/web/static/ready_games.js";
import * as storage from "../../../../src/nonet/faces/web/static/storage.js";
import { game, openBrowser, place } from "./browser.js";

/** @import { Ready } from "../../../../src/nonet/faces/web/api_types.d.ts" */

beforeEach(openBrowser);

const EASY = { board: "4x4", level: "easy" };
const READY = /** @type {Ready} */ (/** @type {unknown} */ ({ record: {}, game: game() }));

/** Leaves so much room in the storage. @param {number} characters */
function fill(characters) {
  const used = storage.keys("").map((key) => localStorage.getItem(key) && key + localStorage.getItem(key));
  Object.assign(localStorage, { room: used.join("").length + characters });
}

test("unsent moves are stored in place of what the server can send again", () => {
  storage.write("nonet.ready.played.4x4.easy", { first: 1, count: 2 });
  storage.write("nonet.toured", 1);
  remember("GET /api/settings", {}, { language: "cs" });
  remember("GET /api/games/{id}", { id: "abc" }, game());
  stock(EASY, READY);
  fill(0);
  const outbox = new Outbox("abc");
  outbox.add([place(1, 2)], 5);
  assert.ok(unsentAreLasting());
  assert.deepEqual([isStocked(EASY), localStorage.getItem("nonet.ready.4x4.easy")], [true, null]); // held for this visit
  assert.notEqual(localStorage.getItem("nonet.known.game.abc"), null); // there was room enough
  fill(0);
  outbox.add(Array(20).fill(place(1, 2)), 5);
  assert.deepEqual([unsentAreLasting(), localStorage.getItem("nonet.known.game.abc")], [true, null]);
  assert.notEqual(localStorage.getItem("nonet.known.settings"), null); // the largest goes first
  fill(0);
  outbox.add(Array(400).fill(place(1, 2)), 5);
  assert.ok(!unsentAreLasting());
  assert.deepEqual(new Outbox("abc").unsent.length, 421);
  const rest = ["nonet.ready.played.4x4.easy", "nonet.toured", outbox.own.key];
  assert.deepEqual(
    Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index)),
    rest,
  );
  outbox.own.drop(421);
  assert.ok(unsentAreLasting());
  assert.deepEqual(new Outbox("abc").unsent, []);
});

test("what can be done without takes no other's place", () => {
  remember("GET /api/settings", {}, { language: "cs" });
  fill(0);
  assert.ok(!stock(EASY, READY));
  assert.equal(localStorage.length, 1);
});

const denied = () => {
  throw new DOMException("denied", "SecurityError");
};
for (const [name, property] of Object.entries({ denied: { get: denied }, missing: { value: null } })) {
  test(`where the storage is ${name}, everything is held for this visit`, () => {
    Object.defineProperty(globalThis, "localStorage", { ...property, configurable: true });
    storage.write("nonet.last", EASY);
    new Outbox("abc").add([place(1, 2)], 5);
    new Outbox("abc").keepSeconds(7);
    assert.deepEqual(storage.read("nonet.last"), EASY);
    assert.deepEqual([new Outbox("abc").unsent.length, new Outbox("abc").seconds], [1, 7]);
    assert.ok(!unsentAreLasting());
    storage.remove("nonet.last");
    assert.deepEqual([storage.read("nonet.last"), storage.keys("nonet.l")], [null, []]);
  });
}
