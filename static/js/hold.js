// What is only for the own eyes: it opens by holding a finger on it, and closes by itself.
const HOLD_MILLISECONDS = 350;
const REST_MILLISECONDS = 90000;
let holding = 0;

const release = () => { clearTimeout(holding); holding = 0; document.querySelector("[data-hold].held")?.classList.remove("held"); };
document.addEventListener("pointerdown", (event) => {
  const link = event.target.closest("[data-hold]");
  if (!link) return;
  link.classList.add("held");
  holding = setTimeout(() => { release(); link.dataset.held = "1"; link.click(); }, HOLD_MILLISECONDS);
});
["pointerup", "pointercancel", "pointerleave"].forEach((name) => document.addEventListener(name, release));
// A tap alone opens nothing; a keyboard has no tap.
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-hold]");
  if (!link) return;
  if (link.dataset.held || event.detail === 0) { delete link.dataset.held; return; }
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("contextmenu", (event) => { if (event.target.closest("[data-hold]")) event.preventDefault(); });

let resting = 0;
const close = () => {
  const secret = document.querySelector("[data-secret]");
  if (secret) location.replace(secret.dataset.secret);
};
const watch = () => { clearTimeout(resting); if (document.querySelector("[data-secret]")) resting = setTimeout(close, REST_MILLISECONDS); };
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") close(); });
["htmx:after:swap", "pointerdown", "keydown"].forEach((name) => document.addEventListener(name, watch));
watch();
