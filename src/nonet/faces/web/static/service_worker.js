// Keeps the files of the page in the browser, so that it starts without a network. The API is never kept: while the server
// does not answer, the page itself knows what it can do (local_answers.js).
//
// The page of a server always comes from the server, if it answers. The static page comes from what is kept, which is
// quick, and stays the same until a new version is complete; the page changes to it when no game is open.

/**
 * @typedef {object} Build
 * @property {string} version  changes with every file
 * @property {string[]} files  relative to this script
 * @property {boolean} networkFirst
 */

/** @type {Build} written by nonet.faces.web.assets */
const BUILD = { version: "", files: ["./"], networkFirst: true };

const PREFIX = "nonet-";
const CACHE = PREFIX + BUILD.version;
const scope = /** @type {any} */ (self);
const ROOT = new URL("./", scope.location.href).href;
const KEPT = new Set(BUILD.files.map((name) => new URL(name, ROOT).href));

scope.addEventListener("install", (/** @type {any} */ event) => {
  const requests = [...KEPT].map((address) => new Request(address, { cache: "no-cache" })); // 304 if it is the same
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
  if (BUILD.networkFirst) scope.skipWaiting();
});

scope.addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(dropOldVersions().then(() => scope.clients.claim()));
});

scope.addEventListener("message", (/** @type {MessageEvent} */ event) => {
  if (event.data === "activate") scope.skipWaiting();
});

scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  if (request.method !== "GET" || !KEPT.has(request.url.split("#")[0])) return;
  event.respondWith(BUILD.networkFirst ? fetch(request).catch(() => kept(request)) : kept(request));
});

/** The file that was kept; from the network if the browser has thrown it away. @param {Request} request */
async function kept(request) {
  return (await caches.match(request.url, { cacheName: CACHE })) ?? fetch(request);
}

async function dropOldVersions() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}
