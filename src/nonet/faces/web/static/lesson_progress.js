// What was learned: for each technique the exercises solved in a row, and whether it was passed. The server keeps it, for the
// page and the terminal game alike; the browser keeps what the server said last, and the exercises that it does not have yet. They
// are numbered, so that the server counts each once, however often it is sent. Also what to learn next: the techniques that the
// player asked hints for, and where the placement test said to begin.

import { api, messageOf, Refused } from "./api.js";
import { randomId } from "./random_id.js";
import * as storage from "./storage.js";

/**
 * @import { Lessons, Operations } from "../api_types.d.ts"
 * @typedef {Operations["POST /api/lessons"]["body"]["exercises"][number]} Exercise
 * @typedef {{ row: number, passed: boolean }} Progress
 *
 * @typedef {object} Memory
 * @property {Record<string, Progress>} known
 * @property {Exercise[]} unsent
 * @property {string} client  the name of this browser
 * @property {number} sent  how many exercises came before the unsent ones
 * @property {Lessons["asked"]} asked
 * @property {string | null} start
 * @property {boolean} placed  whether the server does not have `start` yet
 */

const MEMORY = "nonet.lessons"; // the key in the browser's storage
const MOST = 500; // exercises in a request

/** Exercises in a row that pass a lesson. */
export const PASS = 3;

/** @returns {Memory} */
function kept() {
  const empty = { known: {}, unsent: [], client: randomId(), sent: 0, asked: [], start: null, placed: false };
  const found = storage.read(MEMORY);
  return { ...empty, ...(Array.isArray(found?.unsent) && found) };
}

/** @param {Memory} memory */
function keep(memory) {
  storage.write(MEMORY, memory);
}

/** @param {string} technique @returns {Progress} */
export function lessonProgress(technique) {
  const { known, unsent } = kept();
  return unsent
    .filter((exercise) => exercise.technique === technique)
    .reduce(counted, known[technique] ?? { row: 0, passed: false });
}

/** The techniques that the player asked hints for, most often first. */
export function askedFor() {
  return kept().asked;
}

/** The lesson to begin with, by the placement test. */
export function lessonStart() {
  return kept().start;
}

/** @param {string} technique */
export function recordStart(technique) {
  keep({ ...kept(), start: technique, placed: true });
  return syncLessons();
}

/** @param {Progress} progress @param {Exercise} exercise @returns {Progress} */
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
  const { client, sent, start, placed } = memory;
  const exercises = memory.unsent.slice(0, MOST);
  try {
    const body = { client, first: sent + 1, exercises, ...(placed && start && { start }) };
    const answer = exercises.length || placed ? await api.recordExercises(body) : await api.lessons();
    const known = Object.fromEntries(answer.lessons.map(({ technique, row, passed }) => [technique, { row, passed }]));
    drop(sent + exercises.length, known);
    keep({ ...kept(), asked: answer.asked, start: answer.start, placed: false });
  } catch (error) {
    if (error instanceof Refused && error.status === 400)
      keep({ ...kept(), unsent: [], placed: false }); // it never takes them
    else messageOf(error);
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
