// Every phone shows what the table's machine knows: a stream says that something moved, and it is fetched at once. Only the board with
// its bar and the list of phones are drawn anew; on any other page a line in the bar tells of it, so that nothing typed is touched.
import { line, table, tell } from "./table.js";
import { say } from "./words.js";

const page = () => document.querySelector("[data-stamp]");
const boardIn = (root) => root.querySelector("#board[data-live]");
const board = () => boardIn(document);
const phones = () => document.getElementById("phones");

// The table that the stream is about, the stamp it told last and when it last said anything; since when there is no room for one.
let stream = null;
let home = "";
let latest = 0;
let heard = 0;
let alone = 0;
// When the machine last answered, and how often it did not since.
let seen = Date.now();
let tries = 0;
let timer = 0;
let asking = false;
let again = false;
// The page on which a tap waits for its answer.
let sending = null;
let left = 0;
let state = "live";

const words = () => line().dataset[state].replace("{time}", () =>
  new Date(seen).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short", hourCycle: "h23" }));

const show = (next = state) => {
  if (!line()) return;
  const isNews = (next === "lost") !== (state === "lost");
  state = next;
  if (!document.getElementById("live")) {
    line().insertAdjacentHTML("afterbegin", '<p id="live"><span role="img"></span><button class="button" type="button"></button></p>');
    document.querySelector("#live span").ariaLabel = line().dataset.live;
    line().hidden = false;
  }
  const chip = document.getElementById("live");
  const now = words();
  // The same words once more would cost every phone of the table a picture, just when all of them want the board.
  if (chip.lastChild.textContent !== now) { chip.dataset.state = state; chip.lastChild.textContent = now; }
  if (isNews) { tell("table:drawn"); say(words()); }
};

const reached = () => {
  seen = Date.now();
  tries = 0;
  show("live");
  tell("table:reached");
};

const close = () => { stream?.close(); stream = null; };

const connect = () => {
  close();
  home = table();
  heard = Date.now();
  const mine = stream = new EventSource(`${home}/stream?since=${page().dataset.stamp}`);
  const hear = ({ data }) => {
    heard = Date.now();
    alone = 0;
    reached();
    if (!data) return;
    latest = Number(data);
    if (page() && data !== page().dataset.stamp) refresh();
  };
  mine.onopen = hear;
  ["moved", "beat"].forEach((kind) => mine.addEventListener(kind, hear));
  mine.addEventListener("bye", () => { alone = Date.now(); close(); plan(); });
  mine.onerror = () => {
    if (stream !== mine) return;
    alone = mine.readyState === 2 ? Date.now() : 0;
    close();
    refresh();
  };
};

const plan = () => {
  clearTimeout(timer);
  const wait = tries ? Math.min(10000, 500 * 2 ** tries) * (0.7 + 0.3 * Math.random()) : stream ? 20000 : 3000;
  timer = setTimeout(tick, wait);
};

const tick = () => {
  if (!page() || document.hidden) return;
  if (stream ? Date.now() - heard > 35000 : Date.now() - alone > 60000) connect();
  refresh();
};

// Only what is other than before is drawn: the phones of a table do it all at once, and what a reader or a finger is on stays.
const kept = ["open", "data-htmx-powered"];
const kind = (node) => [node.nodeName, node.id, node.classList?.[0]].join();
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
const counterpart = (node, from) => {
  let old = from;
  while (old && isElement(node) && kind(old) !== kind(node)) old = old.nextSibling;
  return old && kind(old) === kind(node) ? old : null;
};

const renew = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (!isElement(old)) { old.data = fresh.data; return; }
  [...old.attributes].filter(({ name }) => !fresh.hasAttribute(name) && !kept.includes(name)).forEach(({ name }) => old.removeAttribute(name));
  [...fresh.attributes].forEach(({ name, value }) => { if (old.getAttribute(name) !== value) old.setAttribute(name, value); });
  let at = old.firstChild;
  const dropUntil = (end) => {
    while (at !== end) { const gone = at; at = at.nextSibling; gone.remove(); }
  };
  for (const node of [...fresh.childNodes]) {
    const same = counterpart(node, at);
    if (same) { dropUntil(same); at = same.nextSibling; renew(same, node); continue; }
    old.insertBefore(node, at);
    if (isElement(node)) htmx.process(node);
  }
  dropUntil(null);
};

// What was refused here stays on the board that goes on under it, so that it can be read; it passes with the first entry after that.
const READ_MILLISECONDS = 9000;
let refusal = null;
let refusedAt = 0;
const noteRefusal = () => {
  const now = document.getElementById("refusals");
  if (now !== refusal) refusedAt = Date.now();
  refusal = now;
};
const keepRefusal = (fresh, isNew) => {
  const isRead = isNew && Date.now() - refusedAt > READ_MILLISECONDS;
  if (refusal?.isConnected && !isRead) fresh.prepend(refusal.cloneNode(true));
};

const keepFocus = (focus) => { if (!focus.isConnected) document.getElementById("main").focus({ preventScroll: true }); };

const draw = async (text, stamp, isBoard) => {
  const fresh = document.createElement("template");
  fresh.innerHTML = text;
  const said = fresh.content.querySelector("#said");
  const { entry } = said.dataset;
  const isNew = entry !== page().dataset.entry;
  const focus = document.activeElement;
  Object.assign(page().dataset, { stamp, entry });
  tell("table:drawn");
  if (isBoard) keepRefusal(fresh.content.getElementById("board"), isNew);
  const live = isBoard ? ["bar", "board"] : ["phones", "clock"];
  live.map((id) => document.getElementById(id)).forEach((old) => old && renew(old, fresh.content.getElementById(old.id)));
  if (isBoard) {
    document.title = fresh.content.querySelector("title").textContent;
    htmx.trigger(document, "htmx:after:swap");
    const { onward } = board().dataset;
    if (onward) { location.assign(onward); return; }
  } else {
    const news = fresh.content.querySelector("#news");
    const isOver = "over" in news.dataset;
    const onward = fresh.content.getElementById("onward");
    if (onward) {
      // A code that was used must not be shown on.
      if (document.querySelector(".move")) location.assign(onward.href);
      document.querySelector("form .next")?.replaceWith(onward);
      htmx.process(onward);
    }
    if (isNew || isOver) {
      document.getElementById("news")?.remove();
      document.querySelector(".bar-title").append(news);
      htmx.process(news);
      if (!isOver) setTimeout(() => news.remove(), 9000);
    }
  }
  keepFocus(focus);
  if (isNew) say(said.textContent);
};

// What is offered over the bag of a sheet, as the sheet shows it; the news that it is other goes once it does.
const sheetSaid = () => document.querySelector("[data-said]")?.dataset.said;
const dropNews = () => {
  const news = document.getElementById("news");
  if (news?.dataset.over === sheetSaid()) news?.remove();
};

// This phone has no place at the table any more.
const gone = (isBoard) => {
  page().removeAttribute("data-stamp");
  line().remove();
  close();
  home = "";
  if (isBoard) location.reload();
};

// All of the board, even if nothing moved: on the return to a page, whose clock may have stood still.
const refresh = async (isWhole = false) => {
  const from = page();
  if (!from || document.hidden) return;
  if (asking || sending === from) { again = true; return; }
  asking = true;
  again = false;
  clearTimeout(timer);
  const late = setTimeout(show, 500, "late");
  const { stamp } = from.dataset;
  const on = board();
  const query = new URLSearchParams(on ? location.search : "");
  query.set("on", on ? "board" : phones() ? "phones" : "sheet");
  query.set("entry", from.dataset.entry);
  query.set("said", sheetSaid() ?? "");
  query.set("at", location.pathname.slice(table().length + 1));
  if (!on || !isWhole) query.set("since", stamp);
  try {
    const answer = await fetch(`${table()}/live?${query}`, { signal: AbortSignal.timeout?.(8000) });
    if (answer.status >= 500) throw answer;
    const text = await answer.text();
    clearTimeout(late);
    if (page() !== from || from.dataset.stamp !== stamp || sending === from || board() !== on) again = true;
    else if (answer.status === 200) await draw(text, answer.headers.get("Stamp"), on);
    else if (!answer.ok) gone(on || document.querySelector(".move"));
    reached();
  } catch {
    clearTimeout(late);
    tries += 1;
    alone = 0;
    show(tries > 1 ? "lost" : "late");
  }
  asking = false;
  if (again && !tries && sending !== page()) refresh(); else plan();
};

// A phone that slept may still call its stream open: it is opened anew whatever it says, and the state fetched.
const wake = () => { if (page() && !document.hidden) { connect(); refresh(true); } };
const sleep = () => { close(); clearTimeout(timer); };

document.addEventListener("visibilitychange", () => { if (document.hidden) sleep(); else wake(); });
addEventListener("pagehide", sleep);
addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
addEventListener("online", wake);
addEventListener("offline", () => refresh());
addEventListener("blur", () => { left = Date.now(); });
addEventListener("focus", () => { if (left && Date.now() - left > 3000) wake(); left = 0; });
document.addEventListener("click", ({ target }) => {
  if (target.closest("#live")) { tries = 0; show("late"); wake(); }
  else target.closest("#news:not([data-over])")?.remove();
});

// A tap waits for its own answer: nothing is drawn under it.
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => { if (ctx.request.method === "POST") sending = page(); });
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.request.method !== "POST") return;
  sending = null;
  if (latest > Number(page()?.dataset.stamp)) refresh(); else plan();
});
document.addEventListener("table:booked", () => refresh());
document.addEventListener("timer:over", () => refresh(true));

// A board that answers a tap on the board is drawn as an update is: everybody else's phone draws it in the same moment.
document.addEventListener("htmx:before:swap", ({ detail: { tasks: [main] } }) => {
  if (main?.target !== document.body || !board() || !boardIn(main.fragment)) return;
  // The same refusal once more is a new one, and read out again.
  document.getElementById("refusals")?.remove();
  const focus = document.activeElement;
  [".page", "#said"].forEach((part) => renew(document.querySelector(part), main.fragment.querySelector(part)));
  main.swapSpec.style = "none";
  keepFocus(focus);
});

// My turn, or an offer to me: the phone says so once, and nothing when one is done with. A phone that nobody has tapped yet may not, and
// complains about it.
const turn = () => document.querySelector("[data-turn]")?.dataset.turn;
let mine = turn();
const settle = () => {
  noteRefusal();
  const now = turn();
  const isNew = now && now.split(" ").some((word) => !mine?.split(" ").includes(word));
  if (isNew && navigator.userActivation?.hasBeenActive !== false) tell("ring");
  mine = now ?? mine;
  if (!page()) { sleep(); home = ""; return; }
  dropNews();
  show();
  if (home !== table()) connect();
  if (latest > Number(page().dataset.stamp)) refresh();
};
document.addEventListener("htmx:after:swap", settle);
if (page()) { settle(); plan(); }
