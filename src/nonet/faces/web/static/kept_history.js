// Contents of a draft with undo and redo. All of it is kept in the browser and survives a reload.

import * as storage from "./storage.js";

/** @import { Shape } from "../api_types.d.ts" */

const MOST = 300; // steps back
const MOST_KEPT = 100; // of them after a reload

/**
 * For each step the other values of what it changes; the step that comes next is the last one.
 * @template {object} Contents
 * @typedef {{ past: Partial<Contents>[], future: Partial<Contents>[] }} Steps
 */

/** @template {object} Contents */
export class KeptHistory {
  /**
   * @param {string} memory  the key in the browser's storage
   * @param {Contents} contents
   * @param {Steps<Contents>} [steps]
   */
  constructor(memory, contents, { past, future } = { past: [], future: [] }) {
    this.memory = memory;
    this.contents = contents;
    this.past = past;
    this.future = future;
  }

  /** Takes over other contents; undo brings the old ones back. @param {Partial<Contents>} changes */
  change(changes) {
    const step = replaced(this.contents, changes);
    if (!Object.keys(step).length) return;
    this.past.push(step);
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.amend(changes);
  }

  /** Takes over other contents without a step for undo. @param {Partial<Contents>} changes */
  amend(changes) {
    this.contents = { ...this.contents, ...changes };
    this.save();
  }

  undo() {
    this.move(this.past, this.future);
  }

  redo() {
    this.move(this.future, this.past);
  }

  /** @param {Partial<Contents>[]} from @param {Partial<Contents>[]} to */
  move(from, to) {
    const step = from.pop();
    if (!step) return;
    to.push(replaced(this.contents, step));
    this.amend(step);
  }

  save() {
    const { contents, past, future } = this;
    const steps = { past: past.slice(-MOST_KEPT), future: future.slice(-MOST_KEPT) };
    // The storage may be full: then without the steps.
    storage.write(this.memory, { ...contents, steps }) || storage.write(this.memory, contents);
  }

  forget() {
    storage.remove(this.memory);
  }
}

/**
 * The present values of what differs from these changes.
 * @template {object} Contents
 * @param {Contents} contents
 * @param {Partial<Contents>} changes
 * @returns {Partial<Contents>}
 */
function replaced(contents, changes) {
  const names = /** @type {(keyof Contents)[]} */ (Object.keys(changes));
  const different = names.filter((name) => JSON.stringify(changes[name]) !== JSON.stringify(contents[name]));
  return /** @type {Partial<Contents>} */ (Object.fromEntries(different.map((name) => [name, contents[name]])));
}

/**
 * What is kept in the browser under this key, with its steps if they lead to contents that make sense.
 * @template {object} Contents
 * @param {string} memory
 * @param {(found: any) => found is Contents} isContents
 * @returns {{ contents: Contents, steps?: Steps<Contents> } | null}
 */
export function kept(memory, isContents) {
  const { steps, ...contents } = storage.read(memory) ?? {};
  if (!isContents(contents)) return null;
  const leadsOn = (/** @type {unknown} */ row) => Array.isArray(row) && applied(contents, row).every(isContents);
  return leadsOn(steps?.past) && leadsOn(steps?.future) ? { contents, steps } : { contents };
}

/**
 * The contents after each of these steps, the last step first.
 * @param {object} contents
 * @param {object[]} steps
 */
function applied(contents, steps) {
  let after = contents;
  return steps.toReversed().map((step) => {
    after = { ...after, ...step };
    return after;
  });
}

/**
 * Whether contents have a board, and a digit of the board, or 0, for each of its cells.
 * @param {any} found
 * @returns {found is { layout: string, shape: Shape, values: number[] }}
 */
export function isFilledBoard(found) {
  const size = found?.shape?.size;
  const fits = (/** @type {unknown} */ value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= size;
  return (
    typeof found?.layout === "string" &&
    Number.isInteger(size) &&
    ["regions", "houses", "note_shape"].every((name) => Array.isArray(found.shape[name])) &&
    Array.isArray(found.values) &&
    Number.isInteger(found.shape.columns) &&
    found.values.length === found.shape.regions.length &&
    found.values.every(fits)
  );
}
