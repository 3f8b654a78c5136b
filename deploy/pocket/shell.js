// The page that holds Python. The app's pages come and go in its frame; the address, the history and the
// title are kept here.
const one = (id) => document.getElementById(id);
const BASE = new URL("./", location).href;
const STEPS = 4;
const SHARE_OF_LOADING = 0.7;

const LANGUAGES = [...document.querySelectorAll("template[data-words]")];
const spoken = (tag) => tag.split("-")[0]; // in whatever country
const wanted = navigator.languages.map((name) => LANGUAGES.find(({ lang }) => spoken(lang) === spoken(name)));
let words = {};
const speak = ({ lang, dataset }) => {
  document.documentElement.lang = lang;
  words = JSON.parse(dataset.words);
  ["about", "alone", "notices"].forEach((id) => one(id).textContent = words[id]);
};
speak(wanted.find(Boolean) ?? LANGUAGES[0]);

// ---- what is seen before the first page, and in place of the pages

const become = (state) => Object.assign(document.documentElement.dataset, { state, version: VERSION });
const progress = (part) => one("bar").value = Math.round(part * 100);
const say = (sentence, does = {}) => {
  one("shell").hidden = false;
  one("said").textContent = sentence;
  one("bar").hidden = Object.keys(does).length > 0;
  const buttons = [one("do"), one("rescue")];
  buttons.forEach((button) => button.hidden = true);
  Object.entries(does).forEach(([word, act], at) => {
    buttons[at].hidden = false;
    buttons[at].textContent = words[word];
    buttons[at].onclick = act;
  });
};
const stop = (why, does) => {
  become(why);
  frame?.remove();
  frame = null;
  one("offer").hidden = true;
  say(words[why], does);
};
// A line above the page.
const tell = (why, ...does) => {
  const [sentence, ...buttons] = one("offer").children;
  one("offer").hidden = false;
  sentence.textContent = words[why];
  buttons.forEach((button, at) => {
    button.hidden = !does[at];
    button.textContent = does[at] ? words[does[at][0]] : "";
    button.onclick = () => {
      one("offer").hidden = true;
      does[at][1]();
    };
  });
};

// ---- Python

let worker = null;
let running = null;
let isPersistent = false;
const NOTHING = () => {};

const run = async () => {
  const kept = await caches.match(new URL("worker.js", BASE).href);
  const source = kept ? URL.createObjectURL(await kept.blob()) : "worker.js";
  worker = new Worker(source, { type: "module" });
  const mine = worker;
  let hasBegun = false;
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.step) progress(SHARE_OF_LOADING + (1 - SHARE_OF_LOADING) * data.step / STEPS);
      if (data.step === STEPS) resolve(data.busy);
      if (data.offer) offer(...data.offer);
      hasBegun ||= data.step === STEPS;
      if (!data.failed) return;
      if (hasBegun) lost(data.failed, mine);
      else reject(data.failed);
    };
    worker.onerror = () => reject("stopped");
    worker.postMessage({ start: { base: BASE, files: FILES, cache: CACHE } });
  });
};
// What Python has in mind is not what is stored: it starts anew from that. The page stays, with what was
// typed on it; what was tapped on it counts once.
const lost = (why, old) => {
  old.postMessage({ end: true });
  worker = null;
  if (why === "taken") return stop("taken", { here: take });
  tell(why, null, ["later", NOTHING]);
  running = run();
  running.catch(dead);
};
// It does not even start.
const dead = (why) =>
  stop(["newer", "full", "taken"].includes(why) ? why : "broken", { again, save: rescue });
navigator.serviceWorker?.addEventListener("message", ({ data, ports: [port] }) => {
  if (!running) return;
  port.postMessage("mine");
  running.then(() => worker.postMessage(data, [port]), () => port.postMessage({ status: 0 }));
  if (data.method === "POST" && !isPersistent) {
    navigator.storage?.persist?.().then((is) => isPersistent = is, NOTHING);
  }
});

// ---- the pages in the frame

let frame = null;
const APP = `${BASE}app`;
const shown = (address) => address.slice(APP.length) || "/";
const asked = () => location.hash.startsWith("#/") ? location.hash.slice(1) : "/";

globalThis.shell = {
  goes: (address, state, isNew) => {
    const page = shown(address);
    const entry = [{ page, state }, "", `#${page}`];
    if (isNew) history.pushState(...entry);
    else history.replaceState(...entry);
  },
  shows: ({ title, documentElement: { lang, dataset } }) => {
    if (document.title !== title) document.title = title;
    if (dataset.scheme) document.documentElement.dataset.scheme = dataset.scheme;
    else delete document.documentElement.dataset.scheme;
    const known = LANGUAGES.find((one) => one.lang === lang);
    if (known && document.documentElement.lang !== lang) speak(known);
  },
  save: async (address, game) => {
    // Of the two pages, this one may be from before there was a service worker.
    const { fetch: ask } = frame.contentWindow;
    const answer = await ask(address);
    if (!answer.ok) return;
    const name = answer.headers.get("content-disposition").match(/filename="?([^"]+)/)[1];
    if (await hand(name, await answer.blob()) && game) {
      await ask(`${APP}/copies/${game}`, { method: "POST" });
    }
  },
};
addEventListener("popstate", ({ state }) => {
  if (!frame) return;
  const { history: own, PopStateEvent: Popped } = frame.contentWindow;
  const page = state?.page ?? asked();
  Object.getPrototypeOf(own).replaceState.call(own, state?.state ?? { htmx: true }, "", APP + page);
  frame.contentWindow.dispatchEvent(new Popped("popstate", { state: own.state }));
});

const show = () => {
  frame = document.createElement("iframe");
  frame.title = "Counting House";
  frame.src = APP + asked();
  frame.addEventListener("load", () => {
    one("shell").hidden = true;
    become("ready");
  }, { once: true });
  document.body.append(frame);
};

// ---- copies

// Whether the phone has the file now: by its own sheet where it has one for files, else as a download.
const hand = (name, blob) => {
  const file = new File([blob], name, { type: blob.type });
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
    return navigator.share({ files: [file] }).then(
      () => true,
      ({ name: fault }) => fault !== "AbortError" && load(file),
    );
  }
  return load(file);
};
const load = (file) => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  return true;
};
const rescue = () => {
  const { port1, port2 } = new MessageChannel();
  worker.postMessage({ rescue: true }, [port2]);
  port1.onmessage = ({ data }) => hand("counting-house.db", new Blob([data]));
};
let declined = "";
const offer = (game, why) => {
  if (!game) return;
  if (declined === game + why || (why === "round" && isPersistent)) return;
  const save = () => shell.save(`${APP}/copies/${game}.json`, game);
  tell(why, ["save", save], ["later", () => declined = game + why]);
};

// ---- the start

const loaded = async () => {
  const all = Object.values(FILES).reduce((sum, [, size]) => sum + size, 0);
  const sizes = (bytes) => (bytes / 1e6).toFixed(1);
  let done = 0;
  const heard = (bytes) => {
    done += bytes;
    progress(SHARE_OF_LOADING * done / all);
    const said = words.loading.replace("{done}", sizes(done)).replace("{all}", sizes(all));
    if (one("said").textContent !== said) one("said").textContent = said;
  };
  if (!await caches.has(CACHE)) await keepAll(heard);
  await navigator.serviceWorker.register("sw.js");
  return navigator.serviceWorker.ready;
};
// What waited for the end of an evening begins before the next.
const renew = ({ waiting }, busy) => {
  if (!waiting || busy > Date.now()) return;
  const opening = navigator.serviceWorker;
  opening.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage("now");
};

const again = () => location.reload();
const take = () => start({ steal: true });
const start = async (how = { ifAvailable: true }) => {
  become("loading");
  say("");
  if (!navigator.serviceWorker || !globalThis.caches || !globalThis.indexedDB) return stop("unable");
  let registration;
  try {
    registration = await loaded();
  } catch (fault) {
    console.warn(String(fault));
    return stop("unloaded", { again });
  }
  const holds = new Promise((resolve) => {
    const held = (lock) => {
      resolve(Boolean(lock));
      return lock && new Promise(NOTHING);
    };
    if (!navigator.locks) return resolve(true);
    // Another tab took it over.
    navigator.locks.request("counting-house", how, held).catch(() => {
      running = null;
      if (worker) lost("taken", worker);
    });
  });
  if (!await holds) return stop("elsewhere", { here: take });
  become("starting");
  say(words.starting);
  running = run();
  try {
    renew(registration, await running);
  } catch (why) {
    return dead(why);
  }
  isPersistent = await navigator.storage?.persisted?.() ?? false;
  show();
};
start();
