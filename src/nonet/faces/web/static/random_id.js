// Unique names. `crypto.randomUUID` would do, but browsers have it only on HTTPS and on localhost.

/** 16 random hexadecimal digits, as games are named. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
