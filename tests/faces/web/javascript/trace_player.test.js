import assert from "node:assert/strict";
import { test } from "node:test";
import { PAGE, TracePlayer, valuesAt } from "../../../../src/nonet/faces/web/static/trace_player.js";

/** @import { SearchEvent } from "../../../../src/nonet/faces/web/static/trace_player.js" */

/**
 * @param {SearchEvent["type"]} type
 * @param {number | null} [cell]
 * @param {number | null} [digit]
 * @returns {SearchEvent}
 */
function event(type, cell = null, digit = null) {
  return { type, cell, digit, clash: null, text: type };
}

const NONE = { choose: 0, place: 0, deduce: 0, conflict: 0, ruled_out: 0, step_back: 0, solution: 0 };
const SHAPE = {
  rows: 2,
  columns: 2,
  size: 2,
  most_of_each: 2,
  symbols: "12",
  places: null,
  names: [],
  regions: [],
  extras: [],
  houses: [],
  note_shape: /** @type {[number, number]} */ ([1, 2]),
};

/**
 * A server with a search of these events; it plays pages back as the real one does.
 * @param {SearchEvent[]} events
 */
function serving(events) {
  /** @type {number[]} */
  const asked = [];
  const load = async (/** @type {number} */ start) => {
    asked.push(start);
    const before = new TracePlayer(async () => ({
      ...{ shape: SHAPE, givens: "....", start: 0, levels: [[]], counts: { ...NONE }, events, more: false },
    }));
    await before.goTo(start);
    const { levels, counts } = before.state;
    const page = events.slice(start, start + PAGE);
    return { shape: SHAPE, givens: "....", start, levels, counts, events: page, more: start + PAGE < events.length };
  };
  return { asked, load };
}

const SHORT = [
  event("deduce", 0, 1),
  event("place", 1, 2),
  event("deduce", 2, 2),
  event("conflict", 3, 2),
  event("step_back", 3),
  event("place", 1, 1),
  event("deduce", 3, 1),
  event("solution"),
  event("step_back", 1),
];

test("a search goes forward and back", async () => {
  const { asked, load } = serving(SHORT);
  const player = new TracePlayer(load);
  await player.goTo(0);
  assert.equal(player.event, null);
  for (const _ of [1, 2, 3]) await player.forward();
  assert.deepEqual(player.state.levels, [
    [[0, 1]],
    [
      [1, 2],
      [2, 2],
    ],
  ]);
  assert.deepEqual(valuesAt(player, [0, 0, 0, 0]), [1, 2, 2, 0]);
  await player.back();
  assert.deepEqual(valuesAt(player, [0, 0, 0, 0]), [1, 2, 0, 0]);
  await player.goTo(5);
  assert.deepEqual(player.state.levels, [[[0, 1]]]);
  assert.equal(player.state.counts.step_back, 1);
  await player.goTo(-3);
  assert.equal(player.at, 0);
  assert.deepEqual(player.state.counts, NONE);
  assert.deepEqual(asked, [0]);
});

test("a refused digit is shown, and a solution when it is found", async () => {
  const player = new TracePlayer(serving(SHORT).load);
  await player.goTo(4);
  assert.deepEqual(valuesAt(player, [0, 0, 0, 0]), [1, 2, 2, 2]);
  await player.goTo(8);
  assert.deepEqual(valuesAt(player, [0, 0, 2, 0]), [1, 1, 2, 1]);
  assert.ok(!player.isAtEnd);
  await player.goTo(99);
  assert.equal(player.at, 9);
  assert.ok(player.isAtEnd);
  await player.forward();
  assert.equal(player.at, 9);
});

test("events that change nothing can be left out", async () => {
  const player = new TracePlayer(serving(SHORT).load);
  await player.goTo(3);
  await player.forward({ aside: false });
  assert.equal(player.event?.type, "step_back");
  await player.back({ aside: false });
  assert.equal(player.at, 3);
});

test("pages are loaded as they are reached, and only one is kept", async () => {
  const long = Array.from({ length: PAGE * 2 + 5 }, (_, number) => event(number % 2 ? "step_back" : "place", 0, 1));
  const { asked, load } = serving(long);
  const player = new TracePlayer(load);
  await player.goTo(0);
  await player.goTo(PAGE);
  assert.deepEqual(asked, [0]);
  await player.forward();
  assert.deepEqual(asked, [0, PAGE]);
  assert.equal(player.page?.events.length, PAGE);
  assert.equal(player.state.counts.place, PAGE / 2 + 1);
  await player.goTo(PAGE * 2 + 5);
  assert.ok(player.isAtEnd);
  assert.equal(player.state.counts.place, PAGE + 3);
  await player.goTo(PAGE * 2);
  assert.deepEqual(asked, [0, PAGE, PAGE * 2, PAGE]);
  assert.equal(player.event?.type, "step_back");
});

test("a page that cannot be loaded leaves everything as it is", async () => {
  const player = new TracePlayer(async () => null);
  await player.goTo(3);
  assert.equal(player.page, null);
  assert.equal(player.at, 0);
  assert.equal(player.isAtEnd, false);
});

test("a page that is missing later ends a walk", async () => {
  const { load } = serving(Array.from({ length: PAGE + 1 }, () => event("conflict", 0, 1)));
  const player = new TracePlayer(async (start) => (start ? null : load(start)));
  await player.goTo(PAGE - 1);
  await player.forward({ aside: false });
  assert.equal(player.at, PAGE);
});
