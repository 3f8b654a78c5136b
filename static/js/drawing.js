// What is new on the table, drawn into this page: all of a board, and on any other page a line about it, so
// that nothing typed is touched. htmx changes only what differs: the phones of a table do it all at once, and
// what a screen reader or a finger is on stays.
import { keepRefusal } from "./refusal.js";
import { board, boardIn, page, tell } from "./table.js";
import { say } from "./words.js";

const NEWS_MILLISECONDS = 9000;
const news = () => document.getElementById("news");
const keepFocus = (focus) => {
  if (!focus.isConnected) document.getElementById("main").focus({ preventScroll: true });
};

const before = new Map();
const morphed = (root, parts) => {
  document.querySelectorAll("form").forEach((form) => before.set(form, form.getAttribute("action")));
  return parts.filter((part) => document.querySelector(part) && root.querySelector(part)).map((part) => {
    const fragment = new DocumentFragment();
    fragment.append(root.querySelector(part));
    return { target: document.querySelector(part), fragment, swapSpec: "outerMorph" };
  });
};
const morph = (root, ...parts) => {
  const tasks = morphed(root, parts);
  if (tasks.length) htmx.swap({ text: "", swap: "none", sourceElement: document.body, tasks });
};

// Nothing is read out of cards before they are turned over: see moments.js.
const untilTurned = (fresh) => {
  const cards = fresh.querySelector("[data-turns]");
  const isSeen = !cards || document.getElementById(cards.id) ||
    matchMedia("(prefers-reduced-motion: reduce)").matches;
  return isSeen ? 0 : Number(cards.dataset.turns);
};

const drawBoard = (fresh, isNew) => {
  keepRefusal(fresh.getElementById("board"), isNew);
  morph(fresh, "#bar", "#board");
  document.title = fresh.querySelector("title").textContent;
  return board().dataset.onward;
};

// What a page's own button would do was done by another phone, or what the page waits for; it comes back if
// that is taken back.
let own = null;
const leadOn = (onward) => {
  // A code that was used must not stay on screen.
  if (document.querySelector(".move")) location.assign(onward.href);
  const next = document.querySelector("#again, form .next:not(.next-second), [data-awaited]");
  if (next?.id !== "onward") own = next;
  next?.replaceWith(onward);
  htmx.process(onward);
  tell("table:led");
};
const leadBack = () => {
  if (!own) return;
  document.getElementById("onward")?.replaceWith(own);
  tell("table:led");
};

const tellNews = (told, isOver) => {
  news()?.remove();
  document.querySelector(".bar-title").append(told);
  htmx.process(told);
  if (!isOver) setTimeout(() => told.remove(), NEWS_MILLISECONDS);
};

// Lines of cards to compare, but for the one that was changed here: that is refused if it is sent, and drawn
// then.
const drawLines = (fresh) => {
  const lines = [...fresh.querySelectorAll(".check-seat")].map(({ id }) => `#${id}:not(.unsent)`);
  morph(fresh, ...lines);
  lines.forEach((line) => document.querySelector(`${line} form`)?.reset());
};

const drawSheet = (fresh, isNew) => {
  morph(fresh, "#phones", "#clock", "#heard");
  drawLines(fresh);
  const told = fresh.querySelector("#news");
  const isOver = "over" in told.dataset;
  const onward = fresh.getElementById("onward");
  if (onward) leadOn(onward);
  else leadBack();
  if (isNew || isOver) tellNews(told, isOver);
};

// How an evening ends is seen on every phone that was there, unless the table view has just shown it: the
// result is fetched, not loaded, for what plays it is here (moments.js).
const goOn = async (onward) => {
  const isEnd = onward.endsWith("/result") && !document.querySelector(".watch, .winner");
  if (isEnd) {
    tell("table:ends");
    await htmx.ajax("GET", onward, { target: "body", push: "true" });
  }
  if (!isEnd || !document.querySelector(".watch, .winner")) location.assign(onward);
};

export const draw = (text, isBoard) => {
  const template = document.createElement("template");
  template.innerHTML = text;
  const fresh = template.content;
  const said = fresh.querySelector("#said");
  const { stamp, mark, silence } = said.dataset;
  // Nobody is taken away while typing: the sheet says that it is over.
  const elsewhere = document.querySelector(".unsent") ? undefined : said.dataset.elsewhere;
  const isNew = mark !== page().dataset.mark;
  const focus = document.activeElement;
  const turned = untilTurned(fresh);
  Object.assign(page().dataset, { stamp, mark, silence });
  tell("table:drawn");
  const onward = elsewhere ?? (isBoard ? drawBoard : drawSheet)(fresh, isNew);
  if (onward) {
    goOn(onward);
    return;
  }
  keepFocus(focus);
  if (isNew) setTimeout(() => say(said.textContent), turned);
};

// The offers over the bag of a sheet, as the sheet shows them; the note that they changed goes once it does.
export const sheetSaid = () => document.querySelector("[data-said]")?.dataset.said;
export const dropNews = () => {
  const over = news()?.dataset.over;
  if (over && over === sheetSaid()) news().remove();
};

// A form that is drawn where another was keeps nothing that was chosen in that one.
document.addEventListener("htmx:after:swap", () => {
  before.forEach((action, form) => {
    if (form.getAttribute("action") !== action) form.reset();
  });
  before.clear();
}, true);

// A new offer, which comes on top, is in sight, also where the list was scrolled to older ones.
const newest = () => document.querySelector(".asks > li")?.id;
let seen = newest();
document.addEventListener("htmx:after:swap", () => {
  if (newest() !== seen) document.querySelector(".asks")?.scrollTo(0, 0);
  seen = newest();
});

// A board that responds to a tap on the board is drawn like an update: everybody else's phone draws it at the
// same moment.
document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  if (ctx.tasks) tasks.push(...ctx.tasks);
  const [main] = tasks;
  if (main?.target !== document.body || !board() || !boardIn(main.fragment)) return;
  // A price that was said makes way for the other buttons.
  ctx.sourceElement.closest(".price")?.remove();
  // The same refusal once more counts as new, and is read out again.
  document.getElementById("refusals")?.remove();
  main.swapSpec.style = "none";
  tasks.push(...morphed(main.fragment, [".page", "#said"]));
});

document.addEventListener("click", ({ target }) => {
  target.closest("#news:not([data-over])")?.remove();
});
