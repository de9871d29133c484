import assert from "node:assert/strict";
import { test } from "node:test";
import { Refused } from "../../../../src/nonet/faces/web/static/api.js";
import { Analysis } from "../../../../src/nonet/faces/web/static/desk_analysis.js";

/** @import { Findings, Server } from "../../../../src/nonet/faces/web/static/desk_analysis.js" */

const DRAFT = { values: [0] };

/**
 * A server that answers at once, and notes what it was asked.
 * @param {{ kind?: "none" | "one" | "several" | "unknown", troubles?: { text: string, rule: null, cells: number[] }[] }} [answers]
 */
function answering({ kind = "one", troubles = [] } = {}) {
  /** @type {string[]} */
  const asked = [];
  /** @type {Server} */
  const server = {
    checkDraft: async () => {
      asked.push("check");
      return /** @type {any} */ ({ rules: [], troubles });
    },
    countSolutions: async () => {
      asked.push("count");
      return { kind, count: 1, complete: true, solution: null };
    },
    trueCandidates: async () => {
      asked.push("candidates");
      return { known: true, candidates: [1] };
    },
    contradiction: async () => {
      asked.push("contradiction");
      return { known: true, clues: [] };
    },
  };
  return { asked, server };
}

test("a draft is checked, counted, and its candidates are found", async () => {
  const { asked, server } = answering();
  /** @type {Findings[]} */
  const shown = [];
  await new Analysis(server, (findings) => shown.push(findings), 0).ask(DRAFT);
  assert.deepEqual(asked, ["check", "count", "candidates"]);
  assert.deepEqual(shown.at(-1)?.candidates, [1]);
  assert.deepEqual(
    shown.map(({ busy }) => busy),
    [true, true, true, true, false],
  );
});

test("where there is no solution, the reason is asked for", async () => {
  const { asked, server } = answering({ kind: "none" });
  await new Analysis(server, () => {}, 0).ask(DRAFT);
  assert.deepEqual(asked, ["check", "count", "contradiction"]);
});

test("where something is wrong, nothing is searched", async () => {
  const { asked, server } = answering({ troubles: [{ text: "wrong", rule: null, cells: [] }] });
  await new Analysis(server, () => {}, 0).ask(DRAFT);
  assert.deepEqual(asked, ["check"]);
});

test("a newer draft takes the older questions back", async () => {
  const { asked, server } = answering();
  /** @type {AbortSignal[]} */
  const signals = [];
  const { checkDraft } = server;
  server.checkDraft = (draft, signal) => {
    signals.push(signal);
    return checkDraft(draft, signal);
  };
  const analysis = new Analysis(server, () => {}, 5);
  const first = analysis.ask(DRAFT);
  await Promise.all([first, analysis.ask(DRAFT)]);
  assert.deepEqual(asked, ["check", "check", "count", "candidates"]);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  assert.equal(analysis.findings.busy, false);
});

test("a refusal is told, and ends the search", async () => {
  const { server } = answering();
  server.countSolutions = async () => {
    throw new Refused(503, { error: { code: "busy", message: "too many requests" } });
  };
  const analysis = new Analysis(server, () => {}, 0);
  await analysis.ask(DRAFT);
  assert.match(analysis.findings.failure, /busy/);
  assert.equal(analysis.findings.busy, false);
  assert.deepEqual(analysis.findings.check?.troubles, []);
});
