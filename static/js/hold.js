// What is only for the own eyes: it opens while a finger rests on it, and closes by itself.
const HOLD_MILLISECONDS = 350;
const REST_MILLISECONDS = 90000;
const secret = () => document.querySelector("[data-secret]");
// What the finger rests on, and what was asked for it.
let held = null;
let asked = null;
let holding = 0;

// A finger that left before the answer came is no hold.
const release = () => {
  clearTimeout(holding);
  held?.classList.remove("held");
  asked?.abort();
  held = asked = null;
};
document.addEventListener("pointerdown", (event) => {
  release();
  const control = event.target.closest("[data-hold]");
  if (!control || !event.isPrimary || event.button) return;
  held = control;
  control.classList.add("held");
  holding = setTimeout(() => control.click(), HOLD_MILLISECONDS);
});
["pointerup", "pointercancel"].forEach((name) => document.addEventListener(name, release));
document.addEventListener("pointermove", ({ clientX, clientY }) => {
  if (held && !held.contains(document.elementFromPoint(clientX, clientY))) release();
});
// A tap alone opens nothing; a keyboard has no tap.
document.addEventListener("click", (event) => {
  if (!event.detail || !event.target.closest("[data-hold]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
// Only what is asked by holding, or from the open secret, says so: no address and no way back does.
document.addEventListener("htmx:config:request", ({ detail: { ctx: { request, sourceElement } } }) => {
  if (sourceElement.closest("[data-hold], [data-secret]")) request.headers.Held = "1";
  if (sourceElement.contains(held)) asked = request;
});
document.addEventListener("htmx:after:swap", () => { held = asked = null; });
// Whatever follows an open secret takes its place in the history.
document.addEventListener("htmx:before:history:update", ({ detail: { history } }) => { if (secret()) history.type = "replace"; });
document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-hold]")) event.preventDefault(); });

let resting = 0;
const close = () => { if (secret()) location.replace(secret().dataset.secret); };
const watch = () => { clearTimeout(resting); if (secret()) resting = setTimeout(close, REST_MILLISECONDS); };
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") close(); });
// A browser keeps a page as it was left.
addEventListener("pagehide", () => secret()?.replaceChildren());
addEventListener("pageshow", ({ persisted }) => { if (persisted) close(); });
["htmx:after:swap", "pointerdown", "keydown"].forEach((name) => document.addEventListener(name, watch));
watch();
