// What the server finds out about a draft, one question after another: is something wrong with it, how many solutions
// has it, which digits can each cell have, if there is one solution, how hard it is, and if there is none, why not. A newer
// draft cancels the searches for the one before. Checks are quick and are never cancelled, because that would end the process that does them; there is one at a
// time, and the next is about the draft of that moment.

import { Cancelled, messageOf } from "./api.js";

/**
 * @import { DeskCheck, DeskContradiction, DeskPath, DeskSolutions, Operations } from "../api_types.d.ts"
 *
 * @typedef {Operations["POST /api/desk/check"]["body"]} DraftRequest
 *
 * @typedef {object} Findings
 * @property {boolean} busy  there is more to come
 * @property {string} failure  why nothing was found out
 * @property {DeskCheck | null} check
 * @property {DeskSolutions | null} solutions
 * @property {number[] | null} candidates  bitmasks by cell; empty if it took too long
 * @property {DeskContradiction | null} contradiction
 * @property {DeskPath | null} path
 *
 * @typedef {object} Server  The part of `api` that is asked.
 * @property {(body: DraftRequest) => Promise<DeskCheck>} checkDraft
 * @property {(body: DraftRequest, signal: AbortSignal) => Promise<DeskSolutions>} countSolutions
 * @property {(body: DraftRequest, signal: AbortSignal) => Promise<{ known: boolean, candidates: number[] }>} trueCandidates
 * @property {(body: DraftRequest, signal: AbortSignal) => Promise<DeskContradiction>} contradiction
 * @property {(body: DraftRequest, signal: AbortSignal) => Promise<DeskPath>} path
 */

const DELAY = 350; // milliseconds without an edit before a search begins

/** @type {Findings} */
export const NOTHING = {
  busy: false,
  failure: "",
  check: null,
  solutions: null,
  candidates: null,
  contradiction: null,
  path: null,
};

export class Analysis {
  /**
   * @param {Server} server
   * @param {(findings: Findings) => void} show  called whenever more is known
   * @param {number} [delay]
   */
  constructor(server, show, delay = DELAY) {
    this.server = server;
    this.show = show;
    this.delay = delay;
    this.findings = NOTHING;
    this.asking = new AbortController();
    /** @type {DraftRequest | null} */
    this.unchecked = null; // the newest draft, until it is being checked
    this.checking = false;
    /** @type {Promise<void>} */
    this.searching = Promise.resolve();
  }

  /** Takes back what was asked. */
  stop() {
    this.unchecked = null;
    this.asking.abort();
  }

  /** Forgets what was found out: the next draft is on another board. */
  forget() {
    this.stop();
    this.findings = NOTHING;
  }

  /**
   * Finds out about a draft, instead of the one before. The check of the one before is shown until there is a new one.
   * @param {DraftRequest} draft
   */
  async ask(draft) {
    this.stop();
    this.asking = new AbortController();
    this.unchecked = draft;
    this.set({ ...NOTHING, busy: true, check: this.findings.check });
    if (this.checking) return; // the check that is under way goes on with this draft
    this.checking = true;
    try {
      while (this.unchecked) await this.attempt((signal) => this.check(signal));
    } finally {
      this.checking = false;
    }
  }

  /**
   * Does some of it. A failure ends it and is told, unless it is about an older draft.
   * @param {(signal: AbortSignal) => Promise<void>} work
   */
  async attempt(work) {
    const { signal } = this.asking;
    try {
      await work(signal);
    } catch (error) {
      if (error instanceof Cancelled || signal.aborted) return;
      this.set({ ...this.findings, failure: messageOf(error), busy: false });
    }
  }

  /** @param {AbortSignal} signal */
  async check(signal) {
    const draft = this.unchecked;
    this.unchecked = null;
    if (!draft) return;
    const check = await this.server.checkDraft(draft);
    if (signal.aborted) return; // there is a newer draft, which is checked next
    this.set({ ...this.findings, check });
    this.searching = this.attempt(() => this.search(draft, check.troubles.length > 0, signal));
  }

  /**
   * @param {DraftRequest} draft
   * @param {boolean} wrong  there is nothing to search for
   * @param {AbortSignal} signal
   */
  async search(draft, wrong, signal) {
    await pause(this.delay);
    if (!signal.aborted && !wrong) await this.count(draft, signal);
    if (!signal.aborted) this.set({ ...this.findings, busy: false });
  }

  /** @param {DraftRequest} draft @param {AbortSignal} signal */
  async count(draft, signal) {
    const solutions = await this.server.countSolutions(draft, signal);
    if (signal.aborted) return;
    this.set({ ...this.findings, solutions });
    if (solutions.kind === "none") {
      const contradiction = await this.server.contradiction(draft, signal);
      if (!signal.aborted) this.set({ ...this.findings, contradiction });
    } else {
      const { candidates } = await this.server.trueCandidates(draft, signal);
      if (signal.aborted) return;
      this.set({ ...this.findings, candidates });
      if (solutions.kind !== "one") return;
      const path = await this.server.path(draft, signal);
      if (!signal.aborted) this.set({ ...this.findings, path });
    }
  }

  /** @param {Findings} findings */
  set(findings) {
    this.findings = findings;
    this.show(findings);
  }
}

/** @param {number} milliseconds */
function pause(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
