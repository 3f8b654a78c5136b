// Digits and steps that write into number fields. The fields are the state; each change fires a change event.
import { changed, number } from "./fields.js";

const KEYS = "[data-digit], [data-erase], [data-add], [data-take], [data-plus], [data-fewer], [data-say]";

// The fields that were written into, until something is booked; a field may be drawn again meanwhile.
const handled = new Set();
// The card that was put in last is the one that the eraser takes out, as it takes out the last digit.
let latest = "";
const place = (input) => `${location.pathname} ${input.name}`;

const most = (input) => Number(input.dataset.most) || 9999;

const digit = (input, figure) => {
  // The first digit replaces what was proposed.
  const value = (handled.has(place(input)) && input.value !== "0" ? input.value : "") + figure;
  if (value.length <= input.maxLength && value <= most(input)) input.value = value;
};
const step = (input, by) => {
  input.value = Math.min(most(input), Math.max(input.dataset.least ?? 0, number(input) + by)) || "";
};

// The same words again: nothing is promised.
const say = (input, words) => {
  input.value = input.value === words ? "" : words;
};

document.addEventListener("click", (event) => {
  const button = event.target.closest(KEYS);
  if (!button) return;
  if ("fewer" in button.dataset) {
    const given = [...button.parentNode.querySelectorAll("input")].filter(number);
    const input = given.find(({ name }) => name === latest) ?? given.at(-1);
    step(input, -1);
    changed(input);
    return;
  }
  const pad = button.closest("[data-for]");
  const input = pad
    ? document.getElementById(pad.dataset.for)
    : button.control ?? button.closest(".stepper")?.querySelector("input");
  if (!input) return;
  // A card's label would focus its number, and bring up the phone's own keyboard.
  if (event.target !== input) event.preventDefault();
  if ("add" in button.dataset) step(input, 1);
  else if ("take" in button.dataset) step(input, -1);
  else if ("plus" in button.dataset) step(input, Number(button.dataset.plus));
  else if ("say" in button.dataset) {
    say(input, button.dataset.say);
    pad.querySelectorAll("[data-many]").forEach((amount) => {
      amount.value = "";
    });
  } else if ("erase" in button.dataset) input.value = input.value.slice(0, -1);
  else digit(input, button.dataset.digit);
  handled.add(place(input));
  latest = input.name;
  changed(input);
});
document.addEventListener("htmx:before:request", ({ detail: { ctx: { request } } }) => {
  if (request.method === "POST") handled.clear();
});
// Another giver is about to say another amount, and what was folded another one: its first digit is not one
// more of the last one's.
document.addEventListener("click", ({ target }) => {
  if (target.closest("[name=unfold], [name=add], [name=remove]")) handled.clear();
}, true);
document.addEventListener("change", ({ target }) => {
  const gold = document.getElementById(target.name?.replace(/-giver$/, "-gold"));
  if (gold && gold !== target) handled.delete(place(gold));
});

// The keypad is under the thumb: the phone's own keyboard stays away from fields that have one.
const key = (kind, figure, sign = "") =>
  `<button type="button" data-${kind}="${figure}">${sign}${figure}</button>`;
const digits = (figures) => [...figures].map((figure) => key("digit", figure)).join("");
const plus = (step) => key("plus", step, "+");
const KEYPAD = digits("12345") + plus(1) + plus(2) + digits("67890") + plus(5);
const ready = () => {
  document.querySelectorAll("input[data-keypad]").forEach((input) => {
    input.inputMode = "none";
  });
  document.querySelectorAll(".keypad:not(:has([data-digit]))").forEach((pad) =>
    pad.insertAdjacentHTML("afterbegin", KEYPAD)
  );
};
// Before the page is laid out for the first time.
["htmx:before:settle", "htmx:after:swap"].forEach((kind) => document.addEventListener(kind, ready));
ready();
