// The page that holds Python. The app's pages come and go in its frame; the address, the history and the
// title are kept here.
const one = (id) => document.getElementById(id);
const page = document.documentElement;
const BASE = new URL("./", location).href;
const APP = `${BASE}app`;
const STEPS = 4;
const SHARE_OF_LOADING = 0.7;
const NOTHING = () => {};

const LANGUAGES = [...document.querySelectorAll("template[data-words]")];
let words = {};
const speak = ({ lang, dataset }) => {
  page.lang = lang;
  words = JSON.parse(dataset.words);
  document.querySelectorAll("[data-word]").forEach((said) => said.textContent = words[said.dataset.word]);
};
// A catalogue for a country, such as pt_BR, serves all who speak the language.
const speaks = (name) => LANGUAGES.find(({ lang }) => name.slice(0, 2) === lang.slice(0, 2));
speak(navigator.languages.map(speaks).find(Boolean) ?? LANGUAGES[0]);

// ---- what is seen before the first page and in place of the pages, or in a line above them

const become = (state) => Object.assign(page.dataset, { state, version: VERSION });
const progress = (part) => one("bar").value = Math.round(part * 100);
const put = (place, sentence, ...does) => {
  place.hidden = false;
  place.querySelector("[role=status]").textContent = sentence;
  place.querySelectorAll("button").forEach((button, at) => {
    const [word, act] = does[at] ?? [];
    button.hidden = !word;
    button.textContent = words[word] ?? "";
    button.onclick = act;
  });
};
const say = (sentence, ...does) => {
  one("bar").hidden = does.length > 0;
  put(one("shell"), sentence, ...does);
};
const tell = (why, ...does) => put(one("offer"), words[why], ...does);
one("offer").addEventListener("click", ({ target }) => one("offer").hidden ||= target.matches("button"));
const stop = (why, ...does) => {
  become(why);
  frame?.remove();
  frame = null;
  one("offer").hidden = true;
  say(words[why], ...does);
};

// ---- Python

let worker = null;
let running = null;
let isPersistent = false;

const run = async () => {
  const kept = await caches.match(`${BASE}worker.js`);
  const source = kept ? URL.createObjectURL(await kept.blob()) : "worker.js";
  const mine = worker = new Worker(source, { type: "module" });
  let hasBegun = false;
  return new Promise((resolve, reject) => {
    mine.onmessage = ({ data }) => {
      if (data.step) progress(SHARE_OF_LOADING + (1 - SHARE_OF_LOADING) * data.step / STEPS);
      if (data.step === STEPS) {
        hasBegun = true;
        resolve(data.busy);
      }
      if (data.offer) offer(...data.offer);
      if (data.failed && hasBegun) lost(data.failed, mine);
      else if (data.failed) reject(data.failed);
    };
    mine.onerror = () => reject("stopped");
    mine.postMessage({ start: { base: BASE, files: FILES, cache: CACHE } });
  });
};
// What Python has in mind is not what is stored: it starts anew from that. The page stays, with what was
// typed on it; what was tapped on it counts once.
const lost = (why, old) => {
  old.postMessage({ end: true });
  if (why === "taken") {
    running = null;
    return stop("taken", ["here", take]);
  }
  tell(why, ["later", NOTHING]);
  running = run();
  running.catch(dead);
};
// It does not even start.
const dead = (why) =>
  stop(["newer", "full", "taken"].includes(why) ? why : "broken", ["again", again], ["save", rescue]);
navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (!running) return port.postMessage(null);
  running.then(() => worker.postMessage(data, [port]), () => port.postMessage({ status: 0 }));
  if (data.method === "POST" && !isPersistent) {
    navigator.storage?.persist?.().then((is) => isPersistent = is, NOTHING);
  }
});

// ---- the pages in the frame

let frame = null;
const asked = () => location.hash.startsWith("#/") ? location.hash.slice(1) : "/";
globalThis.shell = {
  goes: (address, state, how) => {
    const there = address.slice(APP.length) || "/";
    history[how]({ there, state }, "", `#${there}`);
  },
  shows: ({ title, documentElement: { lang, dataset } }) => {
    if (document.title !== title) document.title = title;
    if (dataset.scheme) page.dataset.scheme = dataset.scheme;
    else delete page.dataset.scheme;
    const spoken = speaks(lang);
    if (spoken && spoken.lang !== page.lang) speak(spoken);
  },
  save: async (address) => {
    // Of the two pages, this one may be from before there was a service worker.
    const answer = await frame.contentWindow.fetch(address);
    if (!answer.ok) return;
    const name = answer.headers.get("content-disposition").match(/filename="?([^"]+)/)[1];
    if (await hand(name, await answer.blob())) worker.postMessage({ saved: address });
  },
};
addEventListener("popstate", ({ state }) => {
  if (!frame) return;
  const { history: own, PopStateEvent: Popped } = frame.contentWindow;
  const there = APP + (state?.there ?? asked());
  Object.getPrototypeOf(own).replaceState.call(own, state?.state ?? { htmx: true }, "", there);
  frame.contentWindow.dispatchEvent(new Popped("popstate", { state: own.state }));
});
const show = () => {
  frame = document.createElement("iframe");
  frame.title = "Counting House";
  frame.src = APP + asked();
  frame.onload = () => {
    one("shell").hidden = true;
    become("ready");
  };
  document.body.append(frame);
};

// ---- copies

// Whether the phone has the file now: by its own sheet where it has one for files, else as a download.
const hand = async (name, blob) => {
  const files = [new File([blob], name, { type: blob.type })];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
    const shared = await navigator.share({ files }).catch((fault) => fault);
    if (!shared || shared.name === "AbortError") return !shared;
  }
  const link = document.createElement("a");
  Object.assign(link, { href: URL.createObjectURL(blob), download: name });
  link.click();
  return true;
};
const rescue = () => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => hand("counting-house.db", new Blob([data]));
  worker.postMessage({ rescue: true }, [port2]);
};
let declined = "";
const offer = (address, why) => {
  if (!address || declined === address + why || (why === "round" && isPersistent)) return;
  tell(why, ["save", () => shell.save(address)], ["later", () => declined = address + why]);
};

// ---- the start

const loaded = async () => {
  const all = Object.values(FILES).reduce((sum, [, size]) => sum + size, 0);
  const sizes = (bytes) => (bytes / 1e6).toFixed(1);
  let done = 0;
  await keepAll((bytes) => {
    done += bytes;
    progress(SHARE_OF_LOADING * done / all);
    one("said").textContent = words.loading.replace("{done}", sizes(done)).replace("{all}", sizes(all));
  });
  const workers = navigator.serviceWorker;
  if (!await workers.getRegistration()) await workers.register(`sw-${VERSION}.js`);
  return workers.ready;
};
// While no evening goes on, a new release is loaded; and one that waits begins.
const renew = async ({ waiting }) => {
  const workers = navigator.serviceWorker;
  if (waiting) {
    workers.addEventListener("controllerchange", () => location.reload(), { once: true });
    return waiting.postMessage("now");
  }
  const newest = await fetch("release.txt", { cache: "no-store" });
  const version = newest.ok && (await newest.text()).trim();
  if (version && version !== VERSION) await workers.register(`sw-${version}.js`);
};
// Whether this tab is the one that has Python; it learns it when another takes over.
const held = (how) =>
  new Promise((resolve) => {
    if (!navigator.locks) return resolve(true);
    navigator.locks.request("counting-house", how, (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(NOTHING);
    }).catch(() => lost("taken", worker));
  });

const again = () => location.reload();
const take = () => start({ steal: true });
const start = async (how = { ifAvailable: true }) => {
  become("loading");
  say("");
  if (!navigator.serviceWorker || !globalThis.caches || !globalThis.indexedDB) return stop("unable");
  const registration = await loaded().catch((fault) => console.warn(String(fault)));
  if (!registration) return stop("unloaded", ["again", again]);
  if (!await held(how)) return stop("elsewhere", ["here", take]);
  become("starting");
  say(words.starting);
  running = run();
  try {
    if (!await running) renew(registration).catch(NOTHING);
  } catch (why) {
    return dead(why);
  }
  isPersistent = await navigator.storage?.persisted?.() ?? false;
  show();
};
start();
