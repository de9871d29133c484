// What was learned: for each technique the exercises solved in a row, and whether it was passed. The server keeps it, for the
// page and the terminal game alike; the browser keeps what the server said last, and the exercises that it does not have yet.

import { api, Refused, Unreachable } from "./api.js";

/**
 * @import { Operations } from "../api_types.d.ts"
 * @typedef {Operations["POST /api/lessons"]["body"]["exercises"][number]} Exercise
 * @typedef {{ row: number, passed: boolean }} Progress
 * @typedef {{ known: Record<string, Progress>, unsent: Exercise[] }} Memory
 */

const MEMORY = "nonet.lessons"; // the key in the browser's storage
const MOST = 500; // exercises in a request

/** Exercises in a row that pass a lesson. */
export const PASS = 3;

/** @returns {Memory} */
function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(MEMORY) ?? "null") ?? {};
    return Array.isArray(found.unsent) ? found : { known: {}, unsent: exercisesOf(found) };
  } catch {
    return { known: {}, unsent: [] };
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
 * Exercises that lead to this progress. Earlier versions kept the progress in the browser alone.
 * @param {Record<string, Progress>} progress
 */
function exercisesOf(progress) {
  return Object.entries(progress).flatMap(([technique, { row, passed }]) =>
    Array.from({ length: passed ? PASS : row }, () => ({ technique, clean: true })),
  );
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
  const { known, unsent } = kept();
  keep({ known, unsent: [...unsent, { technique, clean }] });
  return syncLessons();
}

let running = Promise.resolve();

/** Sends the exercises that the server does not have yet, and takes over its progress. Without an answer, nothing changes. */
export function syncLessons() {
  running = running.then(sync);
  return running;
}

async function sync() {
  const sent = kept().unsent.slice(0, MOST);
  try {
    const { lessons } = sent.length ? await api.recordExercises(sent) : await api.lessons();
    const known = Object.fromEntries(lessons.map(({ technique, row, passed }) => [technique, { row, passed }]));
    keep({ known, unsent: kept().unsent.slice(sent.length) });
  } catch (error) {
    if (error instanceof Refused && error.status === 400)
      keep({ ...kept(), unsent: [] }); // it never takes them
    else if (!(error instanceof Refused || error instanceof Unreachable)) throw error;
  }
}
