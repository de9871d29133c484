// The page's icons, drawn in strokes on 24 by 24 units, and its logo.

import { s } from "./dom.js";

const PATHS = {
  undo: "M8.5 5L4.5 9l4 4M5 9h9a5.5 5.5 0 0 1 0 11h-3.5",
  redo: "M15.5 5l4 4-4 4M19 9h-9a5.5 5.5 0 0 0 0 11h3.5",
  erase:
    "M9 19h11M5.6 14.3l8.6-8.6a1.6 1.6 0 0 1 2.3 0l3 3a1.6 1.6 0 0 1 0 2.3L12 18.7H8.4l-2.8-2.8a1.1 1.1 0 0 1 0-1.6zM10 10l5 5",
  hint: "M9.5 18h5M10.5 21h3M8.5 14.5a6 6 0 1 1 7 0c-.7.6-1 1.2-1 2h-5c0-.8-.3-1.4-1-2z",
  check: "M5 12.5l4.5 4.5L19 7.5",
  pause: "M9 6v12M15 6v12",
  play: "M8 5.5v13l10-6.5z",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  gear: "M10.0 5.3L10.5 2.7L13.5 2.7L14.0 5.3L15.4 5.9L17.5 4.4L19.6 6.5L18.1 8.6L18.7 10.0L21.3 10.5L21.3 13.5L18.7 14.0L18.1 15.4L19.6 17.5L17.5 19.6L15.4 18.1L14.0 18.7L13.5 21.3L10.5 21.3L10.0 18.7L8.6 18.1L6.5 19.6L4.4 17.5L5.9 15.4L5.3 14.0L2.7 13.5L2.7 10.5L5.3 10.0L5.9 8.6L4.4 6.5L6.5 4.4L8.6 5.9ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  learn: "M2.5 9.5L12 5l9.5 4.5L12 14zM6.5 11.5V16c0 1.4 2.5 2.8 5.5 2.8s5.5-1.4 5.5-2.8v-4.5M21.5 9.5v5",
  chart: "M5 20V11M12 20V4M19 20v-6",
  help: "M9.2 9.2a2.9 2.9 0 1 1 4.1 2.9c-.9.4-1.3 1-1.3 2v.4M12 17.8h.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  share: "M12 15V4M8 7.5L12 3.5l4 4M6 12H5v8.5h14V12h-1",
  rewind: "M12 6l-6 6 6 6M19 6l-6 6 6 6",
  mark: "M7 4h10v16l-5-4-5 4z",
  candidates: "M4 4h16v16H4zM8.5 8.5h.01M12 8.5h.01M15.5 8.5h.01M8.5 12h.01M15.5 12h.01M8.5 15.5h.01M12 15.5h.01",
  keyboard: "M3 7h18v11H3zM7 10.5h.01M11 10.5h.01M15 10.5h.01M8 14.5h8",
  flag: "M6 21V4M6 4.5h11l-2.2 4 2.2 4H6",
  back: "M15 5l-7 7 7 7",
  forward: "M9 5l7 7-7 7",
  replay: "M12 4a8 8 0 1 1-7.4 5M4 4.5V9.5H9M10.3 9.2v5.6l4.6-2.8z",
  close: "M6 6l12 12M18 6L6 18",
  download: "M12 4v11M8 11.5l4 4 4-4M5 20h14",
  open: "M4 19V6h5l2 2.5h9V19z",
  print: "M7 9V4h10v5M7 17H4.5V9h15v8H17M7 14h10v6.5H7z",
  copy: "M9 9h10v11H9zM6 15H5V4h10v2",
  pencil: "M5 19l1-4L16.5 4.5l3 3L9 18z",
  camera: "M4 8h3.5L9 5.5h6L16.5 8H20v11H4zM12 16.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8z",
  picture: "M4 5h16v14H4zM4 16l4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.2h.01",
  calendar: "M5 6h14v14H5zM5 10.5h14M9 3.5V7M15 3.5V7",
  eye: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6zM12 14.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2z",
  restart: "M5 12a7 7 0 1 0 2.2-5.1M7 3v4h4",
  bin: "M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13",
  zoom: "M11 17a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15.5 15.5L20 20M11 8.6v4.8M8.6 11h4.8",
  wand: "M5 19L15 9M17 3.5v3M15.5 5h3M20 10v2M19 11h2M10 4v2M9 5h2",
  several: "M4 4h7v7H4zM13 13h7v7h-7zM15 6h4M17 4v4",
  people:
    "M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19.5c0-3 2.4-5 5.5-5s5.5 2 5.5 5M15.5 11a2.8 2.8 0 1 0 0-5.6M17 14.7c2.2.5 3.5 2.2 3.5 4.8",
  arrow: "M5 12h14M13 6l6 6-6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** An icon; screen readers skip it. @param {IconName} name */
export function icon(name) {
  return s(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: PATHS[name] }),
  );
}

/** Nine cells, one of them lit. */
export function logo() {
  const cells = [];
  for (let cell = 0; cell < 9; cell++) {
    const lit = cell === 4;
    cells.push(
      s("rect", {
        class: lit ? "lit" : cell % 2 ? "faint" : "firm",
        x: 1 + (cell % 3) * 11,
        y: 1 + Math.floor(cell / 3) * 11,
        width: 9,
        height: 9,
        rx: 2.6,
      }),
    );
  }
  return s("svg", { class: "logo", viewBox: "0 0 33 33", "aria-hidden": "true", focusable: "false" }, ...cells);
}
