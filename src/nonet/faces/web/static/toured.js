// Whether to offer the tour of the page.

const MEMORY = "nonet.toured"; // the key in the browser's storage

/** Whether the tour was taken, or is not wanted. */
export function toured() {
  return localStorage.getItem(MEMORY) !== null;
}

/** Does not offer the tour any more. */
export function skipTour() {
  localStorage.setItem(MEMORY, "1");
}
