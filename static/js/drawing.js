// What is new on the table, drawn into this page: all of a board, and on another page a line that tells of it, so that nothing typed is
// touched.
import { keepRefusal } from "./refusal.js";
import { renew } from "./renew.js";
import { board, boardIn, page, tell } from "./table.js";
import { say } from "./words.js";

const NEWS_MILLISECONDS = 9000;
const news = () => document.getElementById("news");
const renewAll = (ids, fresh) => ids.map((id) => document.getElementById(id)).forEach((old) => old && renew(old, fresh.getElementById(old.id)));
const keepFocus = (focus) => { if (!focus.isConnected) document.getElementById("main").focus({ preventScroll: true }); };

const drawBoard = (fresh, isNew) => {
  keepRefusal(fresh.getElementById("board"), isNew);
  renewAll(["bar", "board"], fresh);
  document.title = fresh.querySelector("title").textContent;
  htmx.trigger(document, "htmx:after:swap");
  return board().dataset.onward;
};

const leadOn = (onward) => {
  // A code that was used must not be shown on.
  if (document.querySelector(".move")) location.assign(onward.href);
  document.querySelector("form .next")?.replaceWith(onward);
  htmx.process(onward);
};

const tellNews = (told, isOver) => {
  news()?.remove();
  document.querySelector(".bar-title").append(told);
  htmx.process(told);
  if (!isOver) setTimeout(() => told.remove(), NEWS_MILLISECONDS);
};

const drawSheet = (fresh, isNew) => {
  renewAll(["phones", "clock"], fresh);
  const told = fresh.querySelector("#news");
  const isOver = "over" in told.dataset;
  const onward = fresh.getElementById("onward");
  if (onward) leadOn(onward);
  if (isNew || isOver) tellNews(told, isOver);
};

export const draw = (text, stamp, isBoard) => {
  const template = document.createElement("template");
  template.innerHTML = text;
  const fresh = template.content;
  const said = fresh.querySelector("#said");
  const { entry } = said.dataset;
  const isNew = entry !== page().dataset.entry;
  const focus = document.activeElement;
  Object.assign(page().dataset, { stamp, entry });
  tell("table:drawn");
  const onward = (isBoard ? drawBoard : drawSheet)(fresh, isNew);
  if (onward) { location.assign(onward); return; }
  keepFocus(focus);
  if (isNew) say(said.textContent);
};

// What is offered over the bag of a sheet, as the sheet shows it; the news that it is other goes once it does.
export const sheetSaid = () => document.querySelector("[data-said]")?.dataset.said;
export const dropNews = () => { if (news()?.dataset.over === sheetSaid()) news()?.remove(); };

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

document.addEventListener("click", ({ target }) => { target.closest("#news:not([data-over])")?.remove(); });
