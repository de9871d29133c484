import assert from "node:assert/strict";
import { test } from "node:test";
import { Cancelled, Refused } from "../../../../src/nonet/faces/web/static/api.js";
import { Analysis } from "../../../../src/nonet/faces/web/static/desk_analysis.js";

/** @import { Findings, Server } from "../../../../src/nonet/faces/web/static/desk_analysis.js" */

const DRAFT = { values: [0] };

/**
 * Asks about a draft, and waits for everything.
 * @param {Analysis} analysis
 */
async function ask(analysis) {
  await analysis.ask(DRAFT);
  await analysis.searching;
}

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
      return /** @type {any} */ ({ words: [], drawing: null, troubles });
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
    path: async () => {
      asked.push("path");
      return { level: "easy", text: "Easy.", techniques: [{ name: "hidden single", steps: [1] }] };
    },
  };
  return { asked, server };
}

test("a draft is checked and counted; its candidates and its path are found", async () => {
  const { asked, server } = answering();
  /** @type {Findings[]} */
  const shown = [];
  await ask(new Analysis(server, (findings) => shown.push(findings), 0));
  assert.deepEqual(asked, ["check", "count", "candidates", "path"]);
  assert.deepEqual(shown.at(-1)?.candidates, [1]);
  assert.equal(shown.at(-1)?.path?.level, "easy");
  assert.deepEqual(
    shown.map(({ busy }) => busy),
    [true, true, true, true, true, false],
  );
});

test("the path of a draft with several solutions is not looked for", async () => {
  const { asked, server } = answering({ kind: "several" });
  await ask(new Analysis(server, () => {}, 0));
  assert.deepEqual(asked, ["check", "count", "candidates"]);
});

test("where there is no solution, the reason is asked for", async () => {
  const { asked, server } = answering({ kind: "none" });
  await ask(new Analysis(server, () => {}, 0));
  assert.deepEqual(asked, ["check", "count", "contradiction"]);
});

test("where something is wrong, nothing is searched", async () => {
  const { asked, server } = answering({ troubles: [{ text: "wrong", rule: null, cells: [] }] });
  await ask(new Analysis(server, () => {}, 0));
  assert.deepEqual(asked, ["check"]);
});

test("a newer draft takes the searches for the older one back", async () => {
  const { asked, server } = answering();
  /** @type {AbortSignal[]} */
  const signals = [];
  const { countSolutions } = server;
  server.countSolutions = async (draft, signal) => {
    signals.push(signal);
    if (signals.length > 1) return countSolutions(draft, signal);
    return new Promise((_, reject) => {
      signal.onabort = () => reject(new Cancelled("taken back"));
    });
  };
  const analysis = new Analysis(server, () => {}, 0);
  await analysis.ask(DRAFT);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await ask(analysis);
  assert.deepEqual(asked, ["check", "check", "count", "candidates", "path"]);
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false],
  );
  assert.deepEqual([analysis.findings.busy, analysis.findings.failure], [false, ""]);
});

test("there is one check at a time, and the next is about the newest draft", async () => {
  const { asked, server } = answering();
  /** @type {number[][]} */
  const checked = [];
  const { checkDraft } = server;
  server.checkDraft = (draft) => {
    checked.push(draft.values);
    return checkDraft(draft);
  };
  /** @type {Findings[]} */
  const shown = [];
  const analysis = new Analysis(server, (findings) => shown.push(findings), 0);
  const first = analysis.ask({ values: [1] });
  await analysis.ask({ values: [2] });
  await analysis.ask({ values: [3] });
  await first;
  await analysis.searching;
  assert.deepEqual(checked, [[1], [3]]);
  assert.equal(shown.filter(({ check }) => check).length, 5); // only what was found about the newest: check … end
  assert.deepEqual(asked, ["check", "check", "count", "candidates", "path"]);
});

test("a refusal is told, and ends the search", async () => {
  const { server } = answering();
  server.countSolutions = async () => {
    throw new Refused(503, { error: { code: "busy", message: "too many requests" } });
  };
  const analysis = new Analysis(server, () => {}, 0);
  await ask(analysis);
  assert.match(analysis.findings.failure, /busy/);
  assert.equal(analysis.findings.busy, false);
  assert.deepEqual(analysis.findings.check?.troubles, []);
});
