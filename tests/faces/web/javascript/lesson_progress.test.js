import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import {
  askedFor,
  lessonProgress,
  lessonStart,
  recordExercise,
  recordStart,
  syncLessons,
} from "../../../../src/nonet/faces/web/static/lesson_progress.js";
import { openBrowser } from "./browser.js";

/** A server that counts exercises as the real one does; what it was sent, and whether it is down. */
class Lessons {
  constructor() {
    this.down = false;
    this.refusing = false;
    this.deaf = false; // takes requests, but its answers are lost
    /** @type {Record<string, { row: number, passed: boolean }>} */
    this.lessons = {};
    this.count = 0;
    /** @type {{ technique: string, hints: number }[]} */
    this.asked = [];
    /** @type {string | null} */
    this.start = null;
    /** @type {Record<string, number>} */
    this.last = {}; // by client, the number of the last exercise
    mock.method(globalThis, "fetch", async (/** @type {string} */ _, /** @type {RequestInit} */ { body }) => {
      if (this.down) throw new TypeError("fetch failed");
      if (this.refusing) return Response.json({ error: { code: "bad-request", message: "" } }, { status: 400 });
      this.take(JSON.parse(String(body ?? "{}")));
      if (this.deaf) throw new TypeError("fetch failed");
      const lessons = Object.entries(this.lessons).map(([technique, progress]) => ({ technique, ...progress }));
      return Response.json({ lessons, asked: this.asked, start: this.start });
    });
  }

  /** @param {{ client: string, first: number, exercises?: { technique: string, clean: boolean }[], start?: string }} body */
  take({ client, first, exercises = [], start }) {
    this.start = start ?? this.start;
    for (const [place, { technique, clean }] of exercises.entries()) {
      if (first + place <= (this.last[client] ?? 0)) continue;
      this.last[client] = first + place;
      const { row, passed } = this.lessons[technique] ?? { row: 0, passed: false };
      const after = clean ? Math.min(row + 1, 3) : 0;
      this.lessons[technique] = { row: after, passed: passed || after === 3 };
      this.count++;
    }
  }
}

beforeEach(openBrowser);

test("three exercises in a row pass a lesson, here and on the server", async () => {
  const server = new Lessons();
  for (const clean of [true, false, true, true]) await recordExercise("x-wing", clean);
  assert.deepEqual(lessonProgress("x-wing"), { row: 2, passed: false });
  await recordExercise("x-wing", true);
  await recordExercise("x-wing", false);
  assert.deepEqual(lessonProgress("x-wing"), { row: 0, passed: true });
  assert.deepEqual(server.lessons["x-wing"], { row: 0, passed: true });
  assert.equal(server.count, 6);
});

test("what was learned elsewhere is taken over", async () => {
  const server = new Lessons();
  server.lessons["skyscraper"] = { row: 1, passed: true };
  assert.equal(lessonProgress("skyscraper").passed, false);
  await syncLessons();
  assert.deepEqual(lessonProgress("skyscraper"), { row: 1, passed: true });
});

test("without the server exercises count here, and are sent once when it is back", async () => {
  const server = new Lessons();
  server.down = true;
  await recordExercise("x-wing", true);
  await recordExercise("x-wing", true);
  assert.deepEqual(lessonProgress("x-wing"), { row: 2, passed: false });
  server.down = false;
  await Promise.all([syncLessons(), syncLessons()]);
  assert.equal(server.count, 2);
  assert.deepEqual(lessonProgress("x-wing"), { row: 2, passed: false });
});

test("what to learn next: hints that were asked for, and the placement test, which waits for the server", async () => {
  const server = new Lessons();
  server.asked = [{ technique: "x-wing", hints: 2 }];
  server.down = true;
  await recordStart("hidden-pair");
  assert.equal(lessonStart(), "hidden-pair");
  assert.deepEqual(askedFor(), []);
  server.down = false;
  await syncLessons();
  assert.equal(server.start, "hidden-pair");
  server.start = "aic"; // in another browser
  await syncLessons();
  assert.equal(lessonStart(), "aic");
  assert.deepEqual(askedFor(), [{ technique: "x-wing", hints: 2 }]);
});

test("an exercise whose answer was lost is sent again, and counted once", async () => {
  const server = new Lessons();
  await recordExercise("x-wing", true);
  server.deaf = true;
  await recordExercise("x-wing", true);
  await recordExercise("x-wing", false);
  server.deaf = false;
  await recordExercise("x-wing", true);
  assert.equal(server.count, 4);
  assert.deepEqual(server.lessons["x-wing"], { row: 1, passed: false });
  assert.deepEqual(lessonProgress("x-wing"), { row: 1, passed: false });
});

test("exercises that the server refuses are not sent again", async () => {
  const server = new Lessons();
  server.refusing = true;
  await recordExercise("no-such-technique", true);
  server.refusing = false;
  await syncLessons();
  assert.equal(server.count, 0);
});
