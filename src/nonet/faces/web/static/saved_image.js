// The saved games of the static page: the image of a sqlite file, in IndexedDB, with a version that changes whenever it
// is written. Where the browser forbids IndexedDB, games last as long as the page.

import { randomId } from "./random_id.js";

/** @typedef {{ version: string, image: Uint8Array | null }} SavedImage */

const NONE = "";

const opened = openFiles().catch(() => null);

/** The database of this page; another page of the same host may have made one of its name, without our store. */
async function openFiles() {
  const found = await openVersion();
  if (found.objectStoreNames.contains("files")) return found;
  found.close();
  return openVersion(found.version + 1);
}

/**
 * @param {number} [version]  by default the one that is there
 * @returns {Promise<IDBDatabase>}
 */
function openVersion(version) {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("nonet", version);
    request.onupgradeneeded = () => request.result.createObjectStore("files");
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error("another page uses the database"));
  });
}

/** Whether games are there at the next visit. */
export const isLasting = opened.then((database) => database !== null);

/**
 * Runs a transaction; the result is there when it is complete.
 * @template Result
 * @param {IDBTransactionMode} mode
 * @param {(files: IDBObjectStore, done: (result: Result) => void) => void} work
 * @param {Result} otherwise  the result where nothing can be stored
 * @returns {Promise<Result>}
 */
async function transaction(mode, work, otherwise) {
  const database = await opened;
  if (!database) return otherwise;
  return new Promise((resolve, reject) => {
    let result = otherwise;
    const running = database.transaction("files", mode);
    running.oncomplete = () => resolve(result);
    running.onabort = () => reject(running.error ?? new Error("the browser's storage failed"));
    work(running.objectStore("files"), (value) => {
      result = value;
    });
  });
}

/** @returns {Promise<string>} */
export function readVersion() {
  return transaction(
    "readonly",
    (files, done) => {
      const request = files.get("version");
      request.onsuccess = () => done(request.result ?? NONE);
    },
    NONE,
  );
}

/** @returns {Promise<SavedImage>} */
export function readImage() {
  return transaction(
    "readonly",
    (files, done) => {
      const version = files.get("version");
      const image = files.get("play.sqlite");
      image.onsuccess = () => done({ version: version.result ?? NONE, image: image.result ?? null });
    },
    { version: NONE, image: null },
  );
}

/**
 * Writes an image that was made from the version `before`. The result is its version, or null if another one has been
 * written meanwhile.
 * @param {Uint8Array} image
 * @param {string} before
 * @param {boolean} damaged  the image before is, and is kept under another name
 * @returns {Promise<string | null>}
 */
export function writeImage(image, before, damaged) {
  return transaction(
    "readwrite",
    (files, /** @type {(version: string | null) => void} */ done) => {
      const found = files.get("version");
      found.onsuccess = () => {
        if ((found.result ?? NONE) !== before) return done(null);
        const version = randomId();
        files.put(version, "version");
        if (damaged) {
          const old = files.get("play.sqlite");
          old.onsuccess = () => files.put(old.result, `play.sqlite.damaged-${new Date().toISOString()}`);
        }
        files.put(image, "play.sqlite");
        done(version);
      };
    },
    before,
  );
}
