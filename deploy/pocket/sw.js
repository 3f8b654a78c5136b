// The service worker: serves the shell from what the phone keeps, and hands what the app's pages ask for to
// the page that has Python. It keeps nothing in mind, for it is ended when nobody asks.
const BASE = new URL("./", location).pathname;
const APP = `${BASE}app`;

addEventListener("install", (event) => {
  const small = SMALL.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(keepAll().then((cache) => cache.addAll(small)));
});
addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(PREFIX) && name !== CACHE;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});
addEventListener("message", ({ data }) => data === "now" && skipWaiting());

// Of all pages that hold Python one has it; the others say so.
const ask = async (asked) => {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const shells = pages.filter(({ url }) => [BASE, `${BASE}index.html`].includes(new URL(url).pathname));
  const answers = shells.map((shell) =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => data ? resolve(data) : reject();
      shell.postMessage(asked, [port2]);
    })
  );
  return Promise.any(answers).catch(() => ({ status: 0 }));
};

const answered = async ({ method, mode, url, headers }, body) => {
  const asked = { method, url: url.split("#")[0], headers: [...headers], body, isPage: mode === "navigate" };
  let said = await ask(asked);
  // Python was started anew meanwhile: a look is asked for again, an action by the page, which says so.
  for (let tries = 0; method === "GET" && !said.status && tries < 3; tries += 1) said = await ask(asked);
  const { status, headers: sent, body: content } = said;
  if (!status) return Response.error();
  if (status === 204 || (status > 300 && status < 400)) return new Response(null, { status, headers: sent });
  if (mode !== "navigate") return new Response(content, { status, headers: sent });
  // What ties a page of the app to the shell's comes before its own scripts.
  const tied = `<head><script src="${BASE}frame.js"></script>`;
  return new Response(new TextDecoder().decode(content).replace("<head>", tied), { status, headers: sent });
};

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname, search, hash } = new URL(request.url);
  if (origin !== location.origin || !pathname.startsWith(BASE)) return;
  if (pathname === APP || pathname.startsWith(`${APP}/`)) {
    const isWhole = request.mode === "navigate" && request.destination === "document";
    const there = `${BASE}#${pathname.slice(APP.length) || "/"}${search}${hash}`;
    const answer = async () => answered(request, await request.arrayBuffer());
    event.respondWith(isWhole ? Response.redirect(there) : answer());
  } else if (request.method === "GET") {
    const kept = async () => (await caches.open(CACHE)).match(request, { ignoreSearch: true });
    const nothing = () => new Response(null, { status: 204 }); // there need not be any host
    event.respondWith(kept().then((found) => found ?? fetch(request).catch(nothing)));
  }
});
