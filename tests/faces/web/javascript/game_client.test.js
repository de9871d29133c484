import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { GameClient } from "../../../../src/nonet/faces/web/static/game_client.js";
import { DEFAULT_SETTINGS } from "../../../../src/nonet/faces/web/static/setting_words.js";
import { game, openBrowser, place, Server } from "./browser.js";

/** @import { GameEvent } from "../../../../src/nonet/faces/web/static/game_client.js" */

/** @type {Server} */
let server;
/** @type {GameClient} */
let client;
/** @type {GameEvent[]} */
let events;
let now = 0;

function open() {
  return new GameClient(game(), DEFAULT_SETTINGS, (heard) => events.push(...heard));
}

beforeEach(() => {
  openBrowser();
  mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  now = 1000;
  mock.method(performance, "now", () => now);
  server = new Server();
  events = [];
  client = open();
});

afterEach(() => {
  client.close();
  mock.reset();
});

/** The digits that the board shows. */
const shown = () => client.position().values.slice(0, 4);

test("a move is drawn at once, sent, and taken over from the server", async () => {
  const sending = client.act(place(1, 2));
  assert.deepEqual(shown(), [1, 2, 0, 0]);
  assert.deepEqual([...client.position().pending], [1]);
  await sending;
  assert.deepEqual(server.played, [place(1, 2)]);
  assert.deepEqual(client.state.values.slice(0, 4), [1, 2, 0, 0]);
  assert.equal(client.position().pending.size, 0);
  assert.deepEqual(events, [{ type: "place", text: "did place" }]);
});

test("of many moves that waited, only the last are told", async () => {
  server.down = true;
  for (let count = 0; count < 20; count++) await client.act(place(1, 1 + (count % 4)));
  server.down = false;
  events.length = 0;
  await client.send();
  assert.equal(server.played.length, 20);
  assert.equal(events.length, 3);
});

test("moves made while one is on its way are sent together, in order", async () => {
  client.act(place(1, 2));
  client.act(place(2, 3));
  client.act(place(3, 4));
  await client.settle();
  assert.deepEqual(server.played, [place(1, 2), place(2, 3), place(3, 4)]);
  assert.equal(server.requests.length, 2);
});

test("while the server is away moves are kept and shown; pauses grow; then all is sent", async () => {
  server.down = true;
  await client.act(place(1, 2));
  await client.act(place(2, 3));
  assert.deepEqual(shown(), [1, 2, 3, 0]);
  assert.deepEqual([...client.position().pending], [1, 2]);
  const before = server.requests.length;
  for (const pause of [500, 1000, 2000]) {
    mock.timers.tick(pause - 1);
    assert.equal(client.sending, null, `no attempt within ${pause} ms`);
    mock.timers.tick(1);
    await client.sending;
  }
  assert.equal(server.requests.length, before + 3);
  server.down = false;
  mock.timers.tick(4000);
  await client.settle();
  assert.deepEqual(server.played, [place(1, 2), place(2, 3)]);
  assert.equal(client.unsent.length, 0);
});

test("an answer that was lost does not play the moves twice", async () => {
  const answer = server.answer.bind(server);
  server.answer = (path, options) => {
    server.answer = answer;
    answer(path, options);
    throw new TypeError("the connection was cut");
  };
  await client.act(place(1, 2));
  assert.deepEqual(client.unsent, [place(1, 2)]);
  await client.send();
  assert.deepEqual(server.played, [place(1, 2)]);
  assert.equal(client.unsent.length, 0);
});

test("an action that the server refuses is dropped, and the rest is sent", async () => {
  server.refuse = { status: 400, body: { error: { code: "bad-action", message: "no such cell" }, last: 0 } };
  client.outbox.add([place(99, 2), place(2, 3)], 0);
  await client.settle();
  assert.deepEqual(client.unsent, []);
  assert.deepEqual(server.requests.at(-1)?.body.actions, [place(2, 3)]);
  assert.match(events[0].text, /no such cell/);
});

test("a server that has lost its count gets the moves numbered anew", async () => {
  const { client: name } = client.outbox.own;
  server.refuse = { status: 409, body: { error: { code: "gap", message: "1 is missing" }, last: 0 } };
  await client.act(place(1, 2));
  await client.settle();
  assert.deepEqual(server.played, [place(1, 2)]);
  assert.notEqual(client.outbox.own.client, name);
});

test("a server in trouble is asked again, and the player is told", async () => {
  server.refuse = { status: 503, body: { error: { code: "busy", message: "busy" } } };
  await client.act(place(1, 2));
  assert.equal(events[0].type, "refused");
  assert.deepEqual(client.unsent, [place(1, 2)]);
  mock.timers.tick(500);
  await client.settle();
  assert.deepEqual(server.played, [place(1, 2)]);
});

for (const [status, code] of /** @type {const} */ ([
  [401, "token"],
  [408, "timeout"],
])) {
  test(`moves are kept when the server answers ${status}`, async () => {
    server.refuse = { status, body: { error: { code, message: code } } };
    await client.act(place(1, 2));
    assert.equal(events[0].type, "refused");
    assert.deepEqual(client.unsent, [place(1, 2)]);
    mock.timers.tick(500);
    await client.settle();
    assert.deepEqual(server.played, [place(1, 2)]);
  });
}

test("undo and redo of unsent moves are drawn", async () => {
  server.down = true;
  await client.act(place(1, 2), place(2, 3), { type: "undo" });
  assert.deepEqual(shown(), [1, 2, 0, 0]);
  await client.act({ type: "redo" });
  assert.deepEqual(shown(), [1, 2, 3, 0]);
  await client.act({ type: "undo" }, { type: "undo" }, { type: "undo" });
  assert.deepEqual(shown(), [1, 0, 0, 0]);
  await client.act({ type: "redo" }, place(3, 4), { type: "redo" }); // a new move ends what can be redone
  assert.deepEqual(shown(), [1, 2, 0, 4]);
});

test("a given is not overwritten, not even in the drawing", async () => {
  server.down = true;
  await client.act(place(0, 3));
  assert.deepEqual(shown(), [1, 0, 0, 0]);
});

test("the clock runs, and stands while the game is paused, hidden or over", () => {
  now += 5000;
  assert.equal(client.seconds(), 5);
  client.setPaused(true);
  now += 5000;
  client.setHidden(true);
  client.setPaused(false);
  now += 5000;
  assert.equal(client.seconds(), 5);
  client.setHidden(false);
  now += 2000;
  assert.equal(client.seconds(), 7);
  client.update(game({ status: "finished", seconds: 7 }));
  now += 9000;
  assert.equal(client.seconds(), 7);
});

test("a later time of the server counts, an earlier one does not", () => {
  now += 5000;
  client.update(game({ seconds: 60 }));
  assert.equal(client.seconds(), 60);
  client.update(game({ seconds: 3 }));
  now += 1000;
  assert.equal(client.seconds(), 61);
});

test("the server is told the time when nothing else is sent, and at the end", async () => {
  now += 10_000;
  mock.timers.tick(10_000);
  await client.sending;
  assert.deepEqual(
    server.requests.map(({ body }) => [body.actions.length, body.seconds]),
    [[0, 10]],
  );
  now += 1000;
  client.close();
  assert.equal(server.requests.at(-1)?.body.seconds, 11);
  mock.timers.tick(60_000);
  assert.equal(server.requests.length, 2);
});

test("moves of a closed tab are sent by the next one", async () => {
  server.down = true;
  await client.act(place(1, 2));
  client.close();
  server.down = false;
  client = open();
  assert.deepEqual(shown(), [1, 2, 0, 0]);
  await client.settle();
  assert.deepEqual(server.played, [place(1, 2)]);
});

test("the time that was played without the server survives closing the tab", async () => {
  server.down = true;
  now += 15_000;
  await client.act(place(1, 2));
  now += 4000;
  client.close();
  server.down = false;
  client = open();
  assert.equal(client.seconds(), 19);
  await client.settle();
  const sent = server.requests.filter(({ body }) => body.actions?.length);
  assert.equal(sent.at(-1)?.body.seconds, 15); // when the move was made
});

test("a game that ended without the server took as long as its last move", async () => {
  server.down = true;
  now += 15_000;
  await client.act(place(1, 2));
  now += 60_000;
  client.update(game({ status: "finished", seconds: 15 }));
  assert.equal(client.seconds(), 15);
});

/** Digits for all cells but the given one, with which these rows are complete. */
const ROWS = [0, 4, 8, 12].map((first) => ({ kind: "row", name: "", cells: [0, 1, 2, 3].map((n) => first + n) }));
const rest = Array.from({ length: 15 }, (_, index) => place(index + 1, ((index + 1) % 4) + 1));

for (const [about, changes, last, verdict] of /** @type {const} */ ([
  ["is solved", {}, rest[14], "finished"],
  ["has a digit twice in a row", {}, place(15, 1), "full"],
  ["may be solved, if the rules of the variant hold", { rules: {} }, rest[14], "unchecked"],
])) {
  test(`a board that is filled without the server ${about}`, async () => {
    server.down = true;
    client.close();
    const variant = /** @type {any} */ (changes);
    client = new GameClient(game({ ...variant, shape: { ...game().shape, houses: ROWS } }), DEFAULT_SETTINGS, (heard) =>
      events.push(...heard),
    );
    await client.act(...rest.slice(0, 14));
    now += 15_000;
    assert.equal(client.status, "playing");
    await client.act(last);
    now += 60_000;
    assert.deepEqual(
      events.map(({ type }) => type),
      [verdict],
    );
    assert.equal(client.over, verdict === "finished");
    assert.equal(client.seconds(), verdict === "finished" ? 15 : 75);
    assert.equal(client.position().conflicts.size, verdict === "full" ? 2 : 0);
    await client.act({ type: "undo" });
    assert.equal(client.status, "playing");
    server.down = false;
    await client.settle();
    assert.equal(server.played.length, 16);
    assert.equal(client.away, false);
  });
}

for (const [first, known] of /** @type {const} */ ([
  [[{ type: "undo" }], false], // of a move that the server has
  [[{ type: "restart" }], false],
  [[{ type: "undo-to-mistake" }], false],
  [[{ type: "redo" }], false],
  [[place(1, 1), { type: "mark", name: "1" }, { type: "undo" }], false],
  [[place(1, 1), place(0, 2), { type: "undo" }], false], // the server refuses to change a given
  [[place(1, 1), { type: "clear", cells: [2] }, { type: "undo" }], false], // and to clear what is empty
  [[place(1, 1), { type: "undo" }, { type: "redo" }], true],
  [[place(1, 1), { type: "pause" }, { type: "resume" }, { type: "undo" }], true],
])) {
  test(`whether it is solved can${known ? "" : "not"} be told after ${first.map(({ type }) => type)}`, async () => {
    server.down = true;
    client.close();
    client = new GameClient(game({ shape: { ...game().shape, houses: ROWS } }), DEFAULT_SETTINGS, (heard) =>
      events.push(...heard),
    );
    await client.act(.../** @type {any} */ (first));
    await client.act(...rest);
    assert.equal(client.over, known);
  });
}
