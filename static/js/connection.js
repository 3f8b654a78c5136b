// A tap that got no answer says so. The form stays as it was, with its own id: tapping again cannot count
// twice. It goes once anything was heard, or with the next tap.
import { say } from "./words.js";

const unreached = () => document.getElementById("unreached");
document.addEventListener("htmx:error", ({ detail }) => {
  if (detail.ctx) unreached().hidden = false;
});
const heard = () => {
  if (!unreached().hidden) unreached().hidden = true;
};
["htmx:before:swap", "table:reached", "click", "online"].forEach((kind) =>
  addEventListener(kind, heard, true)
);

// No form leaves the page by itself: without a connection the browser's own error would take its place.
addEventListener("submit", (event) => {
  const { target, submitter, defaultPrevented } = event;
  if (defaultPrevented || target.dataset.htmxPowered) return;
  globalThis.htmx?.process(target);
  if (!target.dataset.htmxPowered) return;
  event.preventDefault();
  setTimeout(() => target.requestSubmit(submitter));
});

// What was booked is read out.
document.addEventListener("htmx:after:swap", ({ detail }) => {
  const words = detail.ctx?.target === document.body && document.getElementById("said")?.textContent;
  if (words) say(words);
});
