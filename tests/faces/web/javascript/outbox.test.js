import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { discardUnsent, Outbox, sendLeftovers } from "../../../../src/nonet/faces/web/static/outbox.js";
import { game, openBrowser, place } from "./browser.js";

/**
 * @import { Outcomes } from "../../../../src/nonet/faces/web/api_types.d.ts"
 * @import { BatchBody } from "../../../../src/nonet/faces/web/static/outbox.js"
 */

beforeEach(openBrowser);

/**
 * @param {number} last
 * @returns {Outcomes}
 */
const answer = (last) => ({ last, outcomes: [], game: game() });

test("actions wait in order, are numbered from 1, and go when the server has them", () => {
  const outbox = new Outbox("abc");
  assert.equal(outbox.next(), null);
  outbox.add([place(1, 2), place(2, 3)], 5);
  outbox.add([place(3, 4)], 8);
  const batch = outbox.next();
  assert.deepEqual(batch?.body().actions, [place(1, 2), place(2, 3), place(3, 4)]);
  assert.equal(batch?.body().first, 1);
  batch?.drop(2);
  assert.deepEqual(outbox.unsent, [place(3, 4)]);
  assert.equal(outbox.next()?.body().first, 3);
  batch?.drop(2); // an answer that comes twice
  assert.equal(outbox.unsent.length, 1);
  batch?.drop(3);
  assert.equal(outbox.next(), null);
  assert.equal(localStorage.length, 0);
});

test("a new tab finds what a closed one could not send, and sends it first", () => {
  const before = new Outbox("abc");
  before.add([place(1, 2), place(2, 3)], 5);
  before.next()?.drop(1);
  const after = new Outbox("abc");
  after.add([place(3, 4)], 8);
  assert.deepEqual(after.unsent, [place(2, 3), place(3, 4)]);
  const left = after.next();
  assert.deepEqual([left?.client, left?.first], [before.own.client, 2]);
  left?.drop(2);
  assert.equal(after.next(), after.own);
  assert.deepEqual(new Outbox("other").unsent, []);
});

test("what a tab adds while another one sends for it is kept when it is closed", () => {
  const closed = new Outbox("abc");
  closed.add([place(1, 2)], 5);
  const other = new Outbox("abc");
  closed.add([place(2, 3)], 8);
  other.next()?.drop(1);
  assert.deepEqual(other.unsent, [place(2, 3)]);
  assert.deepEqual(new Outbox("abc").next()?.body().first, 2);
});

test("a request has no more actions and cells than the server takes", () => {
  const outbox = new Outbox("abc");
  const everywhere = { ...place(1, 2), cells: Array.from({ length: 625 }, (_, cell) => cell) };
  outbox.add(Array(100).fill(everywhere), 5);
  assert.equal(outbox.next()?.body().actions.length, 80);
  outbox.next()?.drop(100);
  outbox.add(Array(501).fill(place(1, 2)), 5);
  assert.equal(outbox.next()?.body().actions.length, 500);
});

test("a batch is numbered anew under another name", () => {
  const outbox = new Outbox("abc");
  outbox.add([place(1, 2), place(2, 3)], 5);
  outbox.own.drop(1);
  const { client } = outbox.own;
  outbox.own.renumber();
  assert.notEqual(outbox.own.client, client);
  assert.deepEqual(outbox.own.body(), { client: outbox.own.client, first: 1, actions: [place(2, 3)], seconds: 5 });
  assert.deepEqual(new Outbox("abc").unsent, [place(2, 3)]); // stored once, under the new name
});

test("a request holds 500 actions at most", () => {
  const outbox = new Outbox("abc");
  outbox.add(Array(501).fill(place(1, 2)), 5);
  assert.equal(outbox.own.body().actions.length, 500);
});

test("what cannot be read is thrown away", () => {
  const others = ["7", "[null]", "[{}]"].map((actions) => `{"first": 1, "actions": ${actions}}`);
  for (const text of ["", "null", "{", '{"first": "1", "actions": []}', ...others]) {
    localStorage.setItem("nonet.outbox.abc.tab", text);
    assert.deepEqual(new Outbox("abc").unsent, [], text);
    assert.equal(localStorage.length, 0, text);
  }
});

test("the leftovers of all games are sent; a deleted game's are dropped, a refused one's are kept", async () => {
  for (const id of ["kept", "gone", "refused"]) new Outbox(id).add([place(1, 2)], 5);
  /** @type {string[]} */
  const sent = [];
  await sendLeftovers(async (id, /** @type {BatchBody} */ body) => {
    sent.push(id);
    assert.equal(body.seconds, 5);
    if (id === "gone") throw Object.assign(new Error("no such game"), { status: 404 });
    if (id === "refused") throw Object.assign(new Error("a gap"), { status: 409 });
    return answer(body.first + body.actions.length - 1);
  });
  assert.deepEqual(sent.toSorted(), ["gone", "kept", "refused"]);
  assert.deepEqual(new Outbox("kept").unsent, []);
  assert.deepEqual(new Outbox("gone").unsent, []);
  assert.deepEqual(new Outbox("refused").unsent, [place(1, 2)]);
});

test("a deleted game leaves nothing behind, and the others stay", () => {
  new Outbox("abc").add([place(1, 2)], 5);
  new Outbox("abcd").add([place(1, 2)], 5);
  discardUnsent("abc");
  assert.deepEqual(new Outbox("abc").unsent, []);
  assert.equal(new Outbox("abcd").unsent.length, 1);
});

test("the time is kept until the server has it, and never less than that of the last move", () => {
  const before = new Outbox("abc");
  before.add([place(1, 2)], 5);
  assert.equal(new Outbox("abc").seconds, 5);
  before.keepSeconds(20);
  const after = new Outbox("abc");
  assert.deepEqual([after.seconds, after.next()?.body().seconds], [20, 5]);
  after.next()?.drop(1);
  after.dropSeconds(19);
  assert.equal(new Outbox("abc").seconds, 20);
  after.dropSeconds(20);
  assert.equal(new Outbox("abc").seconds, 0);
  localStorage.setItem("nonet.clock.abc", "soon");
  assert.equal(new Outbox("abc").seconds, 0);
});
