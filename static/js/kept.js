// A half-filled form is kept in the page's address: a reload, or waking the phone, brings it back. Its fields
// are all its state. A sheet that names its purpose (data-kept) is also kept on this phone, and comes back
// after it was left, until it is booked or its purpose changes; any other only where it is left in haste.
import { isToken } from "./fields.js";

const place = (form) => `counting-house${form.dataset.here}`;
let waiting = null;
let soon = 0;
// The sheet whose address is older than what is kept of it; a page that is left in haste tells the next one.
const AHEAD = "counting-house-ahead";
const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload";
let ahead = "";
try {
  ahead = (isReload && sessionStorage.getItem(AHEAD)) || "";
  sessionStorage.removeItem(AHEAD);
} catch { /* a private window keeps nothing */ }

const purpose = (form) => form.dataset.kept ?? "";
const keepHere = (form, isInHaste = true) => {
  const filled = [...new FormData(form)].filter(([name, value]) => value !== "" && !isToken(name));
  const query = new URLSearchParams(filled);
  try {
    if (isInHaste || purpose(form)) sessionStorage.setItem(place(form), `${purpose(form)}?${query}`);
  } catch { /* a private window keeps nothing */ }
  return query;
};
const keep = (form) => {
  history.replaceState(history.state, "", `${form.dataset.here}?${keepHere(form, false)}`);
};
const stop = () => {
  clearTimeout(soon);
  waiting = null;
  removeEventListener("beforeunload", leave);
};
// An address that changes while its page is left is the old one after a reload, which may take a while.
const leave = () => {
  if (!waiting?.isConnected) return;
  keepHere(waiting);
  try {
    sessionStorage.setItem(AHEAD, place(waiting));
  } catch { /* see above */ }
  stop();
};
const keepNow = () => {
  if (waiting?.isConnected) keep(waiting);
  stop();
};

// A moment later: by then other scripts have written their fields too, and browsers limit how often an
// address changes. A link that leaves the form does not wait.
const later = ({ target }) => {
  const form = target.closest?.("form[data-here]");
  if (!form || target.closest("a")) {
    keepNow();
    // The bag's own way out gives it up.
    const out = target.closest?.("a[data-here]");
    if (out) sessionStorage.removeItem(place(out));
    return;
  }
  stop();
  waiting = form;
  soon = setTimeout(keepNow, 150);
  addEventListener("beforeunload", leave);
};
["change", "input", "click"].forEach((kind) => document.addEventListener(kind, later));
// Right after a Back the address is another page's, though the form is still there. One with a hash was only
// a link within the page, as from a refusal to its field.
addEventListener("popstate", () => {
  if (location.hash) return;
  if (waiting?.isConnected) {
    keepHere(waiting);
    ahead = place(waiting);
  }
  stop();
});

addEventListener("pagehide", leave);

// A filled sheet has many fields in its address, a link to one at most one. A link that says who pays asks
// for that payment, not for another one that was begun.
const bringBack = () => {
  const form = document.querySelector("form[data-here]");
  if (!form) return;
  const isOlder = place(form) === ahead;
  if (isOlder) ahead = "";
  else if (!purpose(form)) return;
  const asked = new URLSearchParams(isOlder ? "" : location.search);
  if ([...asked].length > 1) {
    keep(form);
    return;
  }
  try {
    const [was, fields] = sessionStorage.getItem(place(form)).split("?");
    const query = new URLSearchParams(fields);
    const giver = asked.get("giver");
    if (giver && giver !== query.get("giver")) return;
    sessionStorage.removeItem(place(form));
    if (was !== purpose(form)) return;
    asked.forEach((value, name) => query.set(name, value));
    history.replaceState(history.state, "", `${location.pathname}?${query}`);
    // The request that brought the sheet is under way until all have heard of it.
    setTimeout(() => htmx.ajax("GET", location.href, "body"));
  } catch { /* nothing kept */ }
};
document.addEventListener("htmx:before:request", ({ detail: { ctx: { request, sourceElement } } }) => {
  if (request.method !== "POST" || !sourceElement.matches("[data-kept]")) return;
  stop();
  sessionStorage.removeItem(place(sourceElement));
});
// What a sheet asks next is no step of its own: Back leads to what was before the sheet.
document.addEventListener("htmx:before:history:update", ({ detail: { history: step, sourceElement } }) => {
  if (step.path.split(/[?#]/)[0] === sourceElement.dataset?.here) step.type = "replace";
});
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx?.target === document.body) bringBack();
});
bringBack();
