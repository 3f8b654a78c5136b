// What cannot be booked yet is asked for where it is chosen: nothing is sent, so nothing moves, and no such
// tap waits for a connection. On a bag's sheet the title above the tiles asks, and the decision that was
// tapped stays marked. Whoever loads it twice asks once.
import { shake } from "./shake.js";
import { say } from "./words.js";

const GROUPS = ".tiles-goods, .tiles-numbers";

const isEmpty = (form) => form.matches("[data-packs]") && form.elements.number.value === "0";
const missing = (form) =>
  isEmpty(form)
    ? [form.querySelector(GROUPS)]
    : [...form.querySelectorAll(GROUPS)].filter((group) =>
      group.querySelector("[name=good], [name=number], [name=declared]") && !group.querySelector(":checked")
    );
const what = (button) => button.className.split(" ")[1];
const ask = () => {
  const form = document.querySelector("#bag[data-asked]");
  const title = form?.querySelector(".group-title:has(+ [data-ask])");
  if (!title) return;
  const [first] = missing(form);
  title.dataset.said ??= title.innerHTML;
  title.innerHTML = first?.dataset.ask ?? title.dataset.said;
  title.style.color = first ? "var(--wax-text)" : "";
  form.querySelectorAll(".verdict").forEach((verdict) => {
    verdict.ariaPressed = what(verdict) === form.dataset.asked ? "true" : null;
  });
};

document.addEventListener("click", (event) => {
  const verdict = event.target.closest(".verdict, [data-declare], #bag .next");
  const groups = verdict && !event.defaultPrevented ? missing(verdict.form) : [];
  if (!groups.length) return;
  event.preventDefault();
  event.stopPropagation();
  const [first] = groups;
  verdict.form.dataset.asked = what(verdict);
  ask();
  const fold = first.closest("details");
  if (fold) fold.open = true;
  if (scrollY) first.scrollIntoView({ block: "center" });
  first.querySelector("input:not(.pick-number), button").focus({ preventScroll: true });
  shake(...groups);
  say(first.dataset.ask ?? verdict.querySelector("small").textContent);
}, true);
["change", "htmx:after:swap"].forEach((kind) => document.addEventListener(kind, ask));
