// One answer is out at a time: another tap meanwhile sends nothing, and is answered with a word. What raises
// a bid or counts ambushes on their page counts with every tap: it follows once the answer is there.
import { putAway, show } from "./words.js";

const { moment, moved } = document.getElementById("said").dataset;
const counts = ({ request, sourceElement }) =>
  sourceElement.matches(".bid") || (request.submitter?.name === "more" && sourceElement.matches(".lying"));

// The tap that is out: whatever else comes and goes meanwhile, only its own answer lets the next one out.
let out = null;
let taps = [];
const later = ({ dataset: { lost }, elements: { merchant } }, { name, value, ariaLabel }) => {
  const bid = merchant ? `.bid:has([name=merchant][value="${merchant.value}"]) ` : "";
  const label = bid ? "" : `[aria-label="${CSS.escape(ariaLabel)}"]`;
  taps.push({ lost: lost ?? moved, button: `${bid}[name=${name}][value="${value}"]${label}` });
};
const follow = () => {
  const [next, ...others] = taps;
  if (!next || out) return;
  const button = document.querySelector(`${next.button}:enabled`);
  taps = button ? others : [];
  if (button) button.form.requestSubmit(button);
  else show(next.lost);
};

document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (out && counts(event.detail.ctx)) {
    event.preventDefault();
    later(sourceElement, request.submitter);
    return;
  }
  const control = document.querySelector(".waiting");
  if (!control || control === (request.submitter ?? sourceElement)) return;
  if (sourceElement.hasAttribute("data-hx-sync")) return;
  show(moment);
});
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (counts(ctx)) out = ctx;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === out) out = null;
  putAway();
  // The next one is let out once this one is all over.
  setTimeout(follow);
});
