// The service worker: serves the shell from what the phone keeps, and hands what the app's pages ask for to
// the page that has Python. It keeps nothing in mind, for it is ended when nobody asks.
importScripts("files.js");

const BASE = new URL("./", location).pathname;
const APP = `${BASE}app`;

// While an evening goes on no new release is even loaded: the next start after it asks again.
const isBusy = () =>
  new Promise((resolve) => {
    const opening = indexedDB.open("counting-house", 1);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const asked = opening.result.transaction("kept").objectStore("kept").get("busy");
      asked.onsuccess = () => resolve(asked.result > Date.now());
      asked.onerror = () => resolve(false);
      asked.transaction.oncomplete = () => opening.result.close();
    };
  });

addEventListener("install", (event) => {
  const install = async () => {
    if (registration.active && await isBusy()) throw new Error("an evening goes on");
    const cache = await keepAll(() => {});
    await cache.addAll(SMALL.map((name) => new Request(name, { cache: "reload" })));
  };
  event.waitUntil(install());
});
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});
addEventListener("message", ({ data }) => {
  if (data === "now") skipWaiting();
});

const shells = async () => {
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  return all.filter(({ url }) => [BASE, `${BASE}index.html`].includes(new URL(url).pathname));
};
// A page that has no Python never says anything.
const PATIENCE = 3_000;
const ask = (shell, asked) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(resolve, PATIENCE, null);
    port1.onmessage = ({ data }) => {
      clearTimeout(late);
      if (data !== "mine") resolve(data);
    };
    shell.postMessage(asked, [port2]);
  });

// What ties a page of the app to the shell's comes before its own scripts.
const framed = (page) =>
  new TextDecoder().decode(page).replace("<head>", `<head><script src="${BASE}frame.js"></script>`);

const answered = async ({ request }) => {
  const { method, mode } = request;
  const body = ["GET", "HEAD"].includes(method) ? null : await request.arrayBuffer();
  const headers = [...request.headers];
  const asked = { method, url: request.url.split("#")[0], headers, body, isPage: mode === "navigate" };
  const once = async () => {
    const asks = (await shells()).map((shell) => ask(shell, asked));
    const found = (say) => asks.forEach((one) => one.then((said) => said && say(said)));
    return Promise.race([new Promise(found), Promise.all(asks).then((all) => all.find(Boolean))]);
  };
  let said = await once();
  // Python was started anew meanwhile: a look is asked for again, an action by the page, which says so.
  for (let tries = 0; method === "GET" && said?.status === 0 && tries < 3; tries += 1) said = await once();
  if (!said?.status) return Response.error();
  const { status, headers: sent, body: content } = said;
  if (status === 204 || (status > 300 && status < 400)) return new Response(null, { status, headers: sent });
  return new Response(mode === "navigate" ? framed(content) : content, { status, headers: sent });
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, hash } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(BASE)) return;
  if (pathname === APP || pathname.startsWith(`${APP}/`)) {
    const isWhole = request.mode === "navigate" && request.destination === "document";
    const there = `${BASE}#${pathname.slice(APP.length) || "/"}${search}${hash}`;
    event.respondWith(isWhole ? Response.redirect(there) : answered(event));
  } else if (request.method === "GET") {
    const kept = async () => (await caches.open(CACHE)).match(request, { ignoreSearch: true });
    event.respondWith(kept().then((found) => found ?? fetch(request)));
  }
});
