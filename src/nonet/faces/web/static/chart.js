// Small charts in SVG: bars for days, and a line of times. The numbers are beside them in words.

import { s } from "./dom.js";

const HEIGHT = 40;
const STEP = 10; // from bar to bar, from point to point

/**
 * A bar for each day; days without a game have a short line.
 * @param {number[]} counts
 * @param {string} label
 */
export function dayChart(counts, label) {
  const most = Math.max(...counts, 1);
  const bars = counts.map((count, day) => {
    const height = count ? Math.max(6, (HEIGHT * count) / most) : 2;
    const look = { class: count ? "day-bar on" : "day-bar", x: day * STEP + 1, width: STEP - 2, rx: 2 };
    return s("rect", { ...look, y: HEIGHT - height, height });
  });
  const box = `0 0 ${counts.length * STEP} ${HEIGHT}`;
  const look = { class: "day-chart", viewBox: box, preserveAspectRatio: "xMinYMid" };
  return s("svg", { ...look, role: "img", "aria-label": label }, ...bars);
}

/**
 * A line through the last times: lower is faster. The dashed line is the average.
 * @param {number[]} times
 * @param {string} label
 */
export function timeChart(times, label) {
  const most = Math.max(...times, 1);
  const y = (/** @type {number} */ seconds) => (HEIGHT - 4 - ((HEIGHT - 8) * seconds) / most).toFixed(1);
  const points = times.map((seconds, place) => `${place * STEP + 4} ${y(seconds)}`);
  const mean = times.reduce((sum, seconds) => sum + seconds, 0) / times.length;
  const width = Math.max(1, times.length - 1) * STEP + 8;
  const last = points[points.length - 1].split(" ");
  const look = { class: "time-chart", viewBox: `0 0 ${width} ${HEIGHT}`, preserveAspectRatio: "xMaxYMid" };
  return s(
    "svg",
    { ...look, role: "img", "aria-label": label },
    s("path", { class: "mean-line", d: `M0 ${y(mean)}H${width}` }),
    s("path", { class: "time-line", d: `M${points.join("L")}` }),
    s("circle", { class: "time-last", cx: last[0], cy: last[1], r: 3 }),
  );
}
