// What cannot be booked yet is asked for where it is chosen: nothing is sent, so nothing moves, and no such
// tap waits for a connection. Whoever loads it twice asks once.
import { say } from "./words.js";

const SHAKE = { translate: ["0", "-6px", "6px", "-3px", "0"] };
const SHAKE_MILLISECONDS = 300;
const GROUPS = ".tiles-goods, .tiles-numbers";

const isEmpty = (form) => form.matches("[data-packs]") && form.elements.number.value === "0";
const missing = (form) =>
  isEmpty(form)
    ? [form.querySelector(GROUPS)]
    : [...form.querySelectorAll(GROUPS)].filter((group) =>
      group.querySelector("[name=good], [name=number], [name=declared]") && !group.querySelector(":checked")
    );
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

document.addEventListener("click", (event) => {
  const verdict = event.target.closest(".verdict, [data-declare]");
  const groups = verdict && !event.defaultPrevented ? missing(verdict.form) : [];
  if (!groups.length) return;
  event.preventDefault();
  event.stopPropagation();
  const [first] = groups;
  if (scrollY) first.scrollIntoView({ block: "center" });
  first.querySelector("input:not(.pick-number), button").focus({ preventScroll: true });
  if (!isStill()) groups.forEach((group) => group.animate(SHAKE, SHAKE_MILLISECONDS));
  say(verdict.querySelector("small").textContent);
}, true);
