// Whether to offer the tour of the page.

import * as storage from "./storage.js";

const MEMORY = "nonet.toured"; // the key in the browser's storage

/** Whether the tour was taken, or is not wanted. */
export function toured() {
  return storage.read(MEMORY) !== null;
}

/** Does not offer the tour any more. */
export function skipTour() {
  storage.write(MEMORY, 1);
}
