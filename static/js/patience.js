// One answer is out at a time: another tap meanwhile sends nothing, and is answered with a word. What raises
// a bid counts with every tap: it follows once the answer is there.
import { putAway, show } from "./words.js";

// The bid that is out: whatever else comes and goes meanwhile, only its own answer lets the next one out.
let out = null;
let raises = [];
const later = ({ dataset: { lost }, elements: { merchant } }, { name, value }) => {
  const form = `.bid:has([name=merchant][value="${merchant.value}"])`;
  raises.push({ lost, button: `${form} [name=${name}][value="${value}"]` });
};
const follow = () => {
  const [next, ...others] = raises;
  if (!next || out) return;
  const button = document.querySelector(next.button);
  raises = button ? others : [];
  if (button) button.form.requestSubmit(button);
  else show(next.lost);
};

document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (out && sourceElement.matches(".bid")) {
    event.preventDefault();
    later(sourceElement, request.submitter);
    return;
  }
  const control = document.querySelector(".waiting");
  if (!control || control === (request.submitter ?? sourceElement)) return;
  if (sourceElement.hasAttribute("data-hx-sync")) return;
  show(document.getElementById("said").dataset.moment);
});
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (ctx.sourceElement.matches(".bid")) out = ctx;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx === out) out = null;
  putAway();
  // The next one is let out once this one is all over.
  setTimeout(follow);
});
