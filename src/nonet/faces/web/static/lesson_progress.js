// What was learned: for each technique the exercises solved in a row, and whether it was passed. The server keeps it, for the
// page and the terminal game alike; the browser keeps what the server said last, and the exercises that it does not have yet. They
// are numbered, so that the server counts each once, however often it is sent.

import { api, Refused, Unreachable } from "./api.js";
import { randomId } from "./random_id.js";

/**
 * @import { Operations } from "../api_types.d.ts"
 * @typedef {Operations["POST /api/lessons"]["body"]["exercises"][number]} Exercise
 * @typedef {{ row: number, passed: boolean }} Progress
 *
 * @typedef {object} Memory
 * @property {Record<string, Progress>} known
 * @property {Exercise[]} unsent
 * @property {string} client  the name of this browser
 * @property {number} sent  how many exercises came before the unsent ones
 */

const MEMORY = "nonet.lessons"; // the key in the browser's storage
const MOST = 500; // exercises in a request

/** Exercises in a row that pass a lesson. */
export const PASS = 3;

/** @returns {Memory} */
function kept() {
  const empty = { known: {}, unsent: [], client: randomId(), sent: 0 };
  try {
    const found = JSON.parse(localStorage.getItem(MEMORY) ?? "null") ?? {};
    return { ...empty, ...(Array.isArray(found.unsent) && found) };
  } catch {
    return empty;
  }
}

/** @param {Memory} memory */
function keep(memory) {
  try {
    localStorage.setItem(MEMORY, JSON.stringify(memory));
  } catch {
    // Storage is full or forbidden: what the server does not have yet is lost when the page is closed.
  }
}

/**
 * @param {string} technique
 * @returns {Progress}
 */
export function lessonProgress(technique) {
  const { known, unsent } = kept();
  return unsent
    .filter((exercise) => exercise.technique === technique)
    .reduce(counted, known[technique] ?? { row: 0, passed: false });
}

/**
 * @param {Progress} progress
 * @param {Exercise} exercise
 * @returns {Progress}
 */
function counted({ row, passed }, { clean }) {
  const now = clean ? Math.min(row + 1, PASS) : 0;
  return { row: now, passed: passed || now >= PASS };
}

/**
 * Counts an exercise: solved without a mistake and without help, or not.
 * @param {string} technique
 * @param {boolean} clean
 */
export function recordExercise(technique, clean) {
  const memory = kept();
  keep({ ...memory, unsent: [...memory.unsent, { technique, clean }] });
  return syncLessons();
}

let running = Promise.resolve();

/** Sends the exercises that the server does not have yet, and takes over its progress. Without an answer, nothing changes. */
export function syncLessons() {
  running = running.then(sync);
  return running;
}

async function sync() {
  const memory = kept();
  const { client, sent } = memory;
  const exercises = memory.unsent.slice(0, MOST);
  try {
    const body = { client, first: sent + 1, exercises };
    const { lessons } = exercises.length ? await api.recordExercises(body) : await api.lessons();
    const known = Object.fromEntries(lessons.map(({ technique, row, passed }) => [technique, { row, passed }]));
    drop(sent + exercises.length, known);
  } catch (error) {
    if (error instanceof Refused && error.status === 400)
      keep({ ...kept(), unsent: [] }); // it never takes them
    else if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  }
}

/**
 * The server has the exercises up to a number. Another tab may have sent them, too.
 * @param {number} last
 * @param {Memory["known"]} known
 */
function drop(last, known) {
  const memory = kept();
  const count = Math.max(0, last - memory.sent);
  keep({ ...memory, known, unsent: memory.unsent.slice(count), sent: memory.sent + count });
}
