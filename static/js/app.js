// What every page needs: the sign that scripts run, and tokens kept out of addresses.
import { script } from "./fetched.js";
import { isToken, TYPED } from "./fields.js";

document.documentElement.classList.add("js");
// Links and forms are fetched instead of loaded; set here because an attribute with a colon is not valid
// HTML, and on the root because going Back brings a new body.
document.documentElement.setAttribute("hx-boost:inherited", "true");
// One answer at a time: whatever else is tapped meanwhile sends nothing. Its late response would pull back a
// user who had moved on.
document.documentElement.setAttribute("hx-sync:inherited", "html:drop");
// If this script loads late, htmx has already processed the page and found nothing to fetch.
globalThis.htmx?.process(document.body);

let submitter = null;
const lighten = (fields) => {
  [...fields].filter(([name, value]) => isToken(name) || value === "").forEach(([name]) =>
    fields.delete(name)
  );
};

// A form that is redrawn by GET carries its fields in the address; its tokens and empty fields have no
// business there.
document.addEventListener("submit", (event) => {
  submitter = event.submitter;
}, true);
document.addEventListener("formdata", (event) => {
  const method = submitter?.getAttribute("formmethod") ?? event.target.method;
  if (method.toLowerCase() === "get") lighten(event.formData);
});
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.request.method === "GET" && ctx.request.body) lighten(ctx.request.body);
});

// What was tapped stays pressed until its answer is drawn: on a slow phone nothing else says it was heard.
const press = (isPressed) => ({ detail: { ctx: { request, sourceElement } } }) => {
  const control = request.submitter ?? sourceElement;
  if (control.matches?.("a, button")) control.classList.toggle("waiting", isPressed);
};
document.addEventListener("htmx:before:request", press(true));
document.addEventListener("htmx:finally:request", press(false));

// A refusal is read out and seen: it gets the focus, once.
let shown = null;
const showRefusals = () => {
  const refusals = document.getElementById("refusals");
  if (refusals && refusals !== shown) {
    refusals.focus();
    script("./refused.js").then(({ show }) => show());
  }
  shown = refusals;
};
document.addEventListener("htmx:after:swap", showRefusals);
showRefusals();

// The quick count and the form of a new table are not part of a table, but half of all scripts: other pages
// do without them, so leaving a table loads them, and entering a running table loads what keeps it up to
// date.
const AFTER_PAINT_MILLISECONDS = 1000;
// What a page does not need in order to be seen must not delay its being seen.
const oncePainted = (load) => {
  if (!PerformanceObserver.supportedEntryTypes.includes("paint")) return load();
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    load();
  }).observe({ type: "paint", buffered: true });
};
const outside = () => {
  if (!document.querySelector("[data-playing]")) script("./outside.js");
  if (document.getElementById("new")) script("./seats.js");
  // A result is complete without it: what may follow arrives a moment later.
  if (document.querySelector("[data-stamp]")) {
    const isOver = document.querySelector(".winner");
    oncePainted(() => setTimeout(() => script("./live.js"), isOver ? 3000 : 0));
  }
  if (document.querySelector("[data-picker], [data-put]")) script("./picker.js");
  if (document.querySelector("[data-packs]")) script("./picker.js").then(() => script("./pack.js"));
  if (document.querySelector("[data-put-right], [data-left]")) script("./ending.js");
  if (document.querySelector("[data-hand]")) script("./hand.js");
  if (document.querySelector(".told")) script("./told.js");
  if (document.querySelector("[data-many], [data-saves]")) script("./said.js");
  if (document.querySelector(TYPED)) script("./typed.js");
  if (document.querySelector(".stage")) oncePainted(() => script("./stage.js"));
  if (document.querySelector("[type=radio]:is([name$=receiver], [name$=giver])")) script("./sides.js");
  if (document.querySelector("[data-playing]")) {
    // What moves cards hears of a tap before what shows that they turn.
    const moments = () => script("./picker.js").then(() => script("./moments.js"));
    // Styles hide on whom the lot falls until it is shown.
    if (document.querySelector("[data-lots]")) oncePainted(moments);
    else setTimeout(moments, AFTER_PAINT_MILLISECONDS);
  }
};
document.addEventListener("htmx:after:swap", outside);
outside();

// The target of the address's fragment gets the focus, or the amount in it, which can be typed at once.
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const target = document.getElementById(ctx?.request?.anchor);
  (target?.querySelector("[data-keypad]") ?? target)?.focus();
});

// What unfolds above a dock is scrolled clear of it. The script that hands an evening on may still be on its
// way when its button is tapped.
document.addEventListener("click", ({ target }) => {
  const fold = target.closest("main summary")?.parentNode;
  if (fold) setTimeout(() => fold.scrollIntoView({ block: "nearest" }));
  if (target.closest("[data-hand]")) script("./hand.js").then(({ hand }) => hand(target));
});

// A way back to what is over brings the board, whose address is another one.
document.addEventListener("htmx:after:swap", () => {
  const table = location.pathname.match(/^(.*\/g\/[^/]+)\/./)?.[1];
  if (table && document.querySelector("#board[data-live]")) history.replaceState(history.state, "", table);
});
