// What cannot be booked yet is asked for where it is chosen: nothing is sent, so nothing moves, and no such
// tap waits for a connection. On a bag's sheet a word on the edge of the tiles asks, and the decision that
// was tapped stays marked; of a lie, the line under the cards asks. Whoever loads it twice asks once.
import { number } from "./fields.js";
import { shake } from "./shake.js";
import { say } from "./words.js";

const GROUPS = ".tiles-goods, .tiles-numbers";

const FIELD = "input:not(.pick-number), button:enabled";

// A lie whose cards are the declared ones is not told yet.
const untold = (form) =>
  [...form.querySelectorAll("[data-slots][data-ask]")].filter((slots) => {
    const { good, number: many } = slots.closest("[data-picker]").dataset;
    return [...slots.parentElement.querySelectorAll(".pick-number:not(.gifts *)")]
      .every((input) => number(input) === (input.name === `in-${good}` ? Number(many) : 0));
  });
const isEmpty = (form) => form.matches("[data-packs]") && form.elements.number.value === "0";
const missing = (form) =>
  isEmpty(form) ? [form.querySelector(GROUPS)] : [
    ...[...form.querySelectorAll(GROUPS)].filter((group) =>
      group.querySelector("[name=good], [name=number], [name=declared]") && !group.querySelector(":checked")
    ),
    ...untold(form),
  ];
const what = (button) => button.className.split(" ")[1];
const ask = () => {
  const form = document.querySelector("#bag[data-asked]");
  if (!form) return;
  const [first] = missing(form);
  form.querySelectorAll("[data-ask]").forEach((asked) => {
    asked.classList.toggle("asks", asked === first);
    const hint = asked.parentElement.querySelector("[data-hint]");
    if (!hint) return;
    hint.dataset.said ??= hint.textContent;
    hint.textContent = asked === first ? asked.dataset.ask : hint.dataset.said;
    hint.style.color = asked === first ? "var(--wax-text)" : "";
  });
  form.querySelectorAll(".verdict").forEach((verdict) => {
    verdict.ariaPressed = what(verdict) === form.dataset.asked ? "true" : null;
  });
};

document.addEventListener("click", (event) => {
  const verdict = event.target.closest("button:is(.verdict, [data-declare], #bag .next)");
  const groups = verdict && !event.defaultPrevented ? missing(verdict.form) : [];
  if (!groups.length) return;
  event.preventDefault();
  event.stopPropagation();
  const [first] = groups;
  verdict.form.dataset.asked = what(verdict);
  ask();
  const fold = first.closest("details") ?? first.closest(".declared-line")?.querySelector("details");
  if (fold) fold.open = true;
  if (scrollY) first.scrollIntoView({ block: "center" });
  const field = first.querySelector(FIELD) ?? first.closest("fieldset").querySelector(FIELD);
  field.focus({ preventScroll: true });
  shake(...groups);
  say(first.dataset.ask ?? verdict.querySelector("small").textContent);
}, true);
["change", "htmx:after:swap"].forEach((kind) => document.addEventListener(kind, ask));
