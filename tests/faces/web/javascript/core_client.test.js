// The page's side of the core: requests while it loads, a failure to load, and a request that takes too long.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { CoreClient } from "../../../../src/nonet/faces/web/static/core_client.js";

/** A worker that does what a test tells it. */
class FakeWorker {
  /** @type {any[]} */
  posted = [];
  ended = false;
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  onerror = null;
  /** @param {any} message */
  postMessage(message) {
    this.posted.push(message);
  }
  terminate() {
    this.ended = true;
  }
  /** @param {any} data */
  say(data) {
    this.onmessage?.({ data });
  }
}

function openCore() {
  /** @type {FakeWorker[]} */
  const workers = [];
  const core = new CoreClient(() => {
    workers.push(new FakeWorker());
    return /** @type {Worker} */ (/** @type {unknown} */ (workers[workers.length - 1]));
  });
  const ask = (/** @type {string} */ path) => core.send({ method: "GET", path, body: null, keepalive: false });
  return { core, workers, ask };
}

test("games that the browser does not store are handed to the next worker, before the requests", async () => {
  const { core, workers, ask } = openCore();
  core.load();
  workers[0].say({ image: "first" });
  workers[0].say({ image: "second" });
  const asked = ask("/a");
  core.restart();
  assert.deepEqual(workers[1].posted[0], { image: "second" });
  assert.equal(workers[1].posted[1].path, "/a");
  core.fail("end");
  await assert.rejects(asked);
});

test("requests wait while the core loads, and are answered by number", async () => {
  const { core, workers, ask } = openCore();
  const answers = [ask("/a"), ask("/b")];
  const [worker] = workers;
  assert.deepEqual(
    worker.posted.map(({ id, path }) => [id, path]),
    [
      [1, "/a"],
      [2, "/b"],
    ],
  );
  assert.equal(core.ready, false);
  worker.say({ ready: true });
  await core.loaded;
  worker.say({ id: 1, status: 200, text: "[1]" });
  worker.say({ id: 2, status: 404, text: "{}" });
  assert.deepEqual(await Promise.all(answers), [
    { status: 200, answer: [1] },
    { status: 404, answer: {} },
  ]);
  core.fail("end"); // stops the clock
});

test("what the player should know is said once", async () => {
  const { core, workers, ask } = openCore();
  const answer = ask("/a");
  const [worker] = workers;
  worker.say({ ready: true, notice: "" });
  worker.say({ notice: "damaged" });
  worker.say({ notice: "unkept" });
  worker.say({ id: 1, status: 200, text: "{}" });
  assert.deepEqual([(await answer).status, await core.noticed], [200, "damaged"]);
});

test("a core that cannot be loaded refuses, and the next request tries again", async () => {
  const { core, workers, ask } = openCore();
  const first = ask("/a");
  workers[0].say({ failed: "no network" });
  await assert.rejects(first, /no network/);
  assert.ok(workers[0].ended);
  const second = ask("/b");
  workers[1].say({ ready: true });
  workers[1].say({ id: 2, status: 200, text: "{}" });
  assert.equal((await second).status, 200);
  core.fail("end");
});

test("a request that takes too long ends the worker; the others are sent to a new one", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { core, workers, ask } = openCore();
  const long = ask("/years");
  const next = ask("/b");
  workers[0].say({ ready: true });
  mock.timers.tick(30_000);
  const { status, answer } = await long;
  assert.deepEqual([status, answer.error.code], [503, "too-long"]);
  assert.ok(workers[0].ended);
  assert.deepEqual(
    workers[1].posted.map(({ path }) => path),
    ["/b"],
  );
  workers[1].say({ ready: true });
  workers[1].say({ id: 2, status: 200, text: "{}" });
  assert.equal((await next).status, 200);
  core.fail("end");
  mock.timers.reset();
});

test("photographs are refused at once", async () => {
  const { core, workers } = openCore();
  const reply = await core.send({ method: "POST", path: "/api/read", body: new Blob([]), keepalive: false });
  assert.equal(reply.answer.error.code, "picture-static");
  assert.equal(workers.length, 0);
});

test("while the browser keeps the page there is no worker, and what was asked is asked again", async () => {
  const { core, workers, ask } = openCore();
  const answer = ask("/api/settings");
  workers[0]?.say({ ready: true });
  core.rest();
  assert.ok(workers[0]?.ended && !core.ready);
  core.restart();
  const [{ id }] = workers[1]?.posted ?? [];
  workers[1]?.say({ id, status: 200, text: "{}" });
  assert.equal((await answer).status, 200);
});
