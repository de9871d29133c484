// What was learned: for each technique the exercises solved in a row, and whether it was passed. Kept in the browser.

const MEMORY = "nonet.lessons"; // the key in the browser's storage

/** Exercises in a row that pass a lesson. */
export const PASS = 3;

/** @typedef {{ row: number, passed: boolean }} Progress */

/** @returns {Record<string, Progress>} */
function kept() {
  try {
    return JSON.parse(localStorage.getItem(MEMORY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/**
 * @param {string} technique
 * @returns {Progress}
 */
export function lessonProgress(technique) {
  return kept()[technique] ?? { row: 0, passed: false };
}

/**
 * Counts an exercise: solved without a mistake and without help, or not.
 * @param {string} technique
 * @param {boolean} clean
 */
export function recordExercise(technique, clean) {
  const { row, passed } = lessonProgress(technique);
  const now = clean ? Math.min(row + 1, PASS) : 0;
  const progress = { row: now, passed: passed || now >= PASS };
  try {
    localStorage.setItem(MEMORY, JSON.stringify({ ...kept(), [technique]: progress }));
  } catch {
    // Storage is full or forbidden: progress is not kept.
  }
  return progress;
}
