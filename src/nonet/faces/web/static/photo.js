// A picture from a camera, a file, the clipboard or a drop, made small enough to send.

import { api } from "./api.js";
import { cellInPicture } from "./photo_grid.js";

/**
 * @import { PhotoReading } from "../api_types.d.ts"
 * @import { KeptPhoto } from "./doubts.js"
 */

const LONGEST = 2000; // pixels along the long side: about 200 for a cell, if the grid fills the picture
const QUALITY = 0.9; // of the JPEG that is sent
const DETAIL = 208; // pixels of the picture of a doubtful cell
const AROUND = 2.2; // cells that it is wide

/** Whether something that is dragged over the page is a file. @param {DragEvent} event */
export function dragsFile({ dataTransfer }) {
  return dataTransfer?.types.includes("Files") ?? false;
}

/** Reads the Sudoku in a picture. Throws what the API throws. @param {File} file */
export async function readPhoto(file) {
  const picture = await drawn(file);
  const small =
    picture && (await new Promise((/** @type {BlobCallback} */ done) => picture.toBlob(done, "image/jpeg", QUALITY)));
  const reading = await api.read(small ?? new Blob([file], { type: file.type || "image/jpeg" }));
  return { puzzle: reading.puzzle, photo: kept(reading, small ? picture : null) };
}

/**
 * @param {PhotoReading} reading
 * @param {HTMLCanvasElement | null} picture  null: this browser cannot show it
 * @returns {KeptPhoto}
 */
function kept({ puzzle, doubts, settled, corners, others }, picture) {
  const details = doubts.map((doubt) => ({
    ...doubt,
    ...(picture && { detail: detailOf(picture, cellInPicture(corners, doubt.cell)) }),
  }));
  return { clues: puzzle.clues, doubtful: doubts.length, doubts: details, settled, others };
}

/**
 * A cell in the photograph, and a little of what is around it, as a data URL.
 * @param {HTMLCanvasElement} picture
 * @param {ReturnType<typeof cellInPicture>} place
 */
function detailOf(picture, { middle: [x, y], width }) {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = DETAIL;
  const part = width * AROUND;
  canvas
    .getContext("2d", { alpha: false })
    ?.drawImage(picture, x - part / 2, y - part / 2, part, part, 0, 0, DETAIL, DETAIL);
  return canvas.toDataURL("image/jpeg", QUALITY);
}

/**
 * The picture the right way up on a canvas of moderate size. null: the browser does not know this kind of file, but
 * the server may.
 * @param {File} file
 */
async function drawn(file) {
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext("2d", { alpha: false })?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    return canvas;
  } catch {
    return null;
  }
}
