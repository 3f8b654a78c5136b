// A tap without a response says so. The form stays as it was, with its own id: tapping again cannot count
// twice. The message goes once anything is heard, or with the next tap.
import { still } from "./still.js";
import { say } from "./words.js";

const unreached = () => document.getElementById("unreached");
const hide = (isHidden) => {
  if (unreached().hidden === isHidden) return;
  still(() => {
    unreached().hidden = isHidden;
    // Below what waits to be sent, however the page is scrolled.
    const waits = document.querySelector(".line:has(#outbox)");
    unreached().style.insetBlockStart = `${waits?.offsetHeight ?? 0}px`;
  });
};
document.addEventListener("htmx:error", ({ detail }) => {
  if (detail.ctx) hide(false);
});
const heard = () => hide(true);
["htmx:before:swap", "table:reached", "click", "online"].forEach((kind) =>
  addEventListener(kind, heard, true)
);

// No form is submitted natively: without a connection the browser's own error page would replace it.
addEventListener("submit", (event) => {
  const { target, submitter, defaultPrevented } = event;
  if (defaultPrevented || target.dataset.htmxPowered) return;
  globalThis.htmx?.process(target);
  if (!target.dataset.htmxPowered) return;
  event.preventDefault();
  setTimeout(() => target.requestSubmit(submitter));
});

// What was booked is read out by screen readers.
document.addEventListener("htmx:after:swap", ({ detail }) => {
  const words = detail.ctx?.target === document.body && document.getElementById("said")?.textContent;
  if (words) say(words);
});
