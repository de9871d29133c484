// The shapes of marks that are not round, around a circle of radius 1. Written by tools/page_drawing.py; do not edit.

/** @type {Record<string, ["path" | "rect", Record<string, string>]>} */
// biome-ignore format: one shape per line
export const MARK_SHAPES = {
  box: ["rect", { x: "-0.92", y: "-0.92", width: "1.84", height: "1.84", rx: "0.55" }],
  diamond: ["path", { d: "M0 -1.18L1.18 0L0 1.18L-1.18 0Z" }],
  frame: ["rect", { x: "-0.92", y: "-0.92", width: "1.84", height: "1.84" }],
  hexagon: ["path", { d: "M1.15 0L0.58 1L-0.57 1L-1.15 0L-0.58 -1L0.58 -1Z" }],
  octagon: ["path", { d: "M1.03 0.43L0.43 1.03L-0.43 1.03L-1.03 0.43L-1.03 -0.43L-0.43 -1.03L0.43 -1.03L1.03 -0.43Z" }],
  shield: ["path", { d: "M-1.1 -0.95L1.1 -0.95L0 1.3Z" }],
  square: ["rect", { x: "-0.92", y: "-0.92", width: "1.84", height: "1.84" }],
  star: ["path", { d: "M0 -1.35L0.5 -0.69L1.28 -0.42L0.81 0.26L0.79 1.09L0 0.85L-0.79 1.09L-0.81 0.26L-1.28 -0.42L-0.5 -0.69Z" }],
  triangle: ["path", { d: "M0 -1.3L1.25 0.95L-1.25 0.95Z" }],
};
