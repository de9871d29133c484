// What the page keeps in the browser: values as JSON, by keys. What cannot be stored, because the storage is full or the
// browser refuses it, is held in memory for this visit.

const SPARE = ["nonet.ready.", "nonet.known."]; // the server has them, too: they make room for the rest, in this order
const NEEDED = "nonet.ready.played."; // except these

/** @type {Map<string, string>} what is not stored, or not as it is now */
const memory = new Map();

/**
 * The value of a key; null if there is none, or if it cannot be read.
 * @param {string} key
 * @returns {any}
 */
export function read(key) {
  try {
    return JSON.parse(memory.get(key) ?? stored((storage) => storage.getItem(key), null) ?? "null");
  } catch {
    return null;
  }
}

/**
 * Whether the value is stored, and not only held for this visit.
 * @param {string} key
 * @param {unknown} value
 */
export function write(key, value) {
  const text = JSON.stringify(value);
  const store = () =>
    stored((storage) => {
      storage.setItem(key, text);
      return true;
    }, false);
  const storeWithout = (/** @type {string} */ spare) => {
    const other = stored((storage) => storage.getItem(spare), null);
    remove(spare);
    if (other !== null) memory.set(spare, other);
    return store();
  };
  const isStored = store() || (!isSpare(key) && spareKeys().some(storeWithout));
  if (isStored) memory.delete(key);
  else memory.set(key, text);
  return isStored;
}

/** @param {string} key */
export function remove(key) {
  memory.delete(key);
  stored((storage) => storage.removeItem(key), undefined);
}

/** The keys that begin so. @param {string} prefix */
export function keys(prefix) {
  return [...new Set([...storedKeys(), ...memory.keys()])].filter((key) => key.startsWith(prefix));
}

/** Whether all that is kept under keys that begin so will be there at the next visit. @param {string} prefix */
export function isLasting(prefix) {
  return ![...memory.keys()].some((key) => key.startsWith(prefix));
}

/**
 * @template Result
 * @param {(storage: Storage) => Result} work
 * @param {Result} otherwise  the result where the browser refuses
 */
function stored(work, otherwise) {
  try {
    return work(localStorage);
  } catch {
    return otherwise;
  }
}

function storedKeys() {
  return stored((storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? ""), []);
}

/** @param {string} key */
function isSpare(key) {
  return SPARE.some((prefix) => key.startsWith(prefix)) && !key.startsWith(NEEDED);
}

/** What is stored and can be done without, the largest first. */
function spareKeys() {
  const size = (/** @type {string} */ key) => stored((storage) => storage.getItem(key)?.length ?? 0, 0);
  const all = storedKeys()
    .filter(isSpare)
    .toSorted((one, other) => size(other) - size(one));
  return SPARE.flatMap((prefix) => all.filter((key) => key.startsWith(prefix)));
}
