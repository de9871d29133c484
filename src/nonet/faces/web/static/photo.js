// A picture from a camera, a file, the clipboard or a drop, made small enough to send.

import { api } from "./api.js";

/**
 * @import { PhotoReading } from "../api_types.d.ts"
 * @typedef {{ reading: PhotoReading, picture: HTMLCanvasElement | null }} Photo
 *   picture: what was read; null if this browser cannot show it
 */

const LONGEST = 2000; // pixels along the long side: about 200 for a cell, if the grid fills the picture
const QUALITY = 0.9; // of the JPEG that is sent

/**
 * The first picture among what was pasted or dropped.
 * @param {DataTransfer | null} transfer
 */
export function pictureIn(transfer) {
  return [...(transfer?.files ?? [])].find((file) => file.type.startsWith("image/")) ?? null;
}

/**
 * Whether something that is dragged over the page is a file.
 * @param {DragEvent} event
 */
export function dragsFile({ dataTransfer }) {
  return dataTransfer?.types.includes("Files") ?? false;
}

/**
 * Reads the Sudoku in a picture. Throws what the API throws.
 * @param {File} file
 * @returns {Promise<Photo>}
 */
export async function readPhoto(file) {
  const picture = await drawn(file);
  const small =
    picture && (await new Promise((/** @type {BlobCallback} */ done) => picture.toBlob(done, "image/jpeg", QUALITY)));
  const reading = await api.read(small ?? new Blob([file], { type: file.type || "image/jpeg" }));
  return { reading, picture: small ? picture : null };
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
