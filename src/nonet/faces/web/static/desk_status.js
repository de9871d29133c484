// What is known about a draft, in words: is something wrong, how many solutions are there, if none, why, and if one, how hard.

import { fill, h, set } from "./dom.js";
import { t, tn } from "./words.js";

/**
 * @import { DeskSolutions } from "../api_types.d.ts"
 * @import { Findings } from "./desk_analysis.js"
 */

export class DeskStatus {
  constructor() {
    this.verdict = h("p", { class: "verdict", role: "status" });
    this.lead = h("p", { class: "reasons-lead" });
    this.reasons = h("ul", { class: "reasons" });
    this.rest = h("p", { class: "soft small", role: "status" });
    this.element = h("div", { class: "ruling" }, this.verdict, this.lead, this.reasons, this.rest);
  }

  /**
   * @param {Findings} findings
   * @param {boolean} empty  there is nothing on the board
   */
  show(findings, empty) {
    const { kind, text } = verdictOf(findings, empty);
    this.verdict.className = `verdict ${kind}`;
    set(this.verdict, "aria-busy", findings.busy && !findings.solutions); // nothing is announced until it is known
    if (this.verdict.textContent !== text) this.verdict.textContent = text;
    const { lead, reasons } = reasonsOf(findings);
    this.lead.textContent = lead;
    fill(this.reasons, ...reasons.map((reason) => h("li", { text: reason })));
    const said = restText(findings);
    if (this.rest.textContent !== said) this.rest.textContent = said;
  }
}

/** @param {Findings} findings @param {boolean} empty @returns {{ kind: string, text: string }} */
export function verdictOf({ busy, failure, check, solutions }, empty) {
  if (failure) return { kind: "error", text: failure };
  if (empty) return { kind: "", text: t("Draw a rule or write a digit: the solutions are counted as you go.") };
  const troubles = check?.troubles ?? [];
  if (troubles.length) return { kind: "conflict", text: troubles[0].text };
  if (!solutions) return { kind: "", text: busy ? t("Counting the solutions …") : "" };
  const kind = solutions.kind === "unknown" ? "full" : solutions.kind;
  return { kind, text: countText(solutions) };
}

/** @param {DeskSolutions} solutions */
function countText({ kind, count, complete }) {
  if (kind === "none") return t("There is no solution.");
  if (kind === "one") return t("There is exactly one solution.");
  if (kind === "unknown") {
    return count
      ? t("There is a solution. Whether there are others is unknown: counting took too long.")
      : t("The number of solutions is unknown: counting took too long.");
  }
  if (complete) return tn("{n} solution.", "{n} solutions.", count);
  return tn("More than {n} solution.", "More than {n} solutions.", count);
}

/**
 * Further troubles, or the clues that exclude each other.
 * @param {Findings} findings
 * @returns {{ lead: string, reasons: string[] }}
 */
export function reasonsOf({ check, contradiction }) {
  const troubles = (check?.troubles ?? []).slice(1).map(({ text }) => text);
  if (!contradiction) return { lead: "", reasons: troubles };
  if (!contradiction.known) return { lead: t("The reason is unknown: looking for it took too long."), reasons: [] };
  const reasons = contradiction.clues.map(({ text }) => text);
  if (reasons.length > 1) return { lead: t("These clues exclude each other:"), reasons };
  return { lead: reasons.length ? t("This clue makes it impossible: {clue}.", { clue: reasons[0] }) : "", reasons: [] };
}

/** What is found out last: the true candidates, or the level if there is one solution. @param {Findings} findings */
export function restText({ candidates, solutions, path, busy }) {
  if (path) return path.text || t("The level is unknown: looking for the path took too long.");
  if (candidates && !candidates.length) return t("The true candidates are unknown: looking for them took too long.");
  if (!busy || !solutions || solutions.kind === "none") return "";
  return candidates ? t("Looking for the path …") : t("Looking for the true candidates …");
}
