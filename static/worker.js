// The service worker, for when the table's machine cannot be reached: it caches the files that pages are
// drawn with, and one page that says so. It caches no other page, so nothing of a game is ever left on a
// phone. The server puts VERSION and FILES in front; each release has another VERSION. A new worker waits
// until the last page of the old one is closed, so that no open form changes version in mid-evening.
const OFFLINE = `${new URL("offline", location).pathname}${location.search}`;
const PREFIX = "counting-house ";
const NAME = `${PREFIX}${VERSION}${location.search}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([...FILES, OFFLINE])));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== NAME;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

const kept = async (address) => (await caches.open(NAME)).match(address);

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(fetch(request).catch(async (fault) => (await kept(OFFLINE)) ?? Promise.reject(fault)));
  } else if (FILES.includes(pathname)) {
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
  }
});
