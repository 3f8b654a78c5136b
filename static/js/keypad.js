// Digits and steps that write into number fields. The fields are the state; each change fires a change event.
import { changed, number } from "./fields.js";

const digit = (input, figure) => {
  // The first digit replaces what was there.
  const value = ("handled" in input.dataset && input.value !== "0" ? input.value : "") + figure;
  if (value.length <= input.maxLength) input.value = value;
};
const step = (input, by) => {
  const most = Number(input.dataset.most) || 9999;
  const value = Math.min(most, Math.max(0, number(input) + by));
  input.value = value || "";
};

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-digit], [data-erase], [data-add], [data-take]");
  if (!button) return;
  const pad = button.closest("[data-for]");
  const input = pad
    ? document.getElementById(pad.dataset.for)
    : button.closest(".stepper")?.querySelector("input");
  if (!input) return;
  if ("add" in button.dataset) step(input, 1);
  else if ("take" in button.dataset) step(input, -1);
  else if ("erase" in button.dataset) input.value = input.value.slice(0, -1);
  else digit(input, button.dataset.digit);
  input.dataset.handled = "";
  changed(input);
});

// The keypad is under the thumb: the phone's own keyboard stays away from fields that have one.
const DIGITS = [..."1234567890"].map((figure) =>
  `<button type="button" data-digit="${figure}">${figure}</button>`
).join("");
const ready = () => {
  document.querySelectorAll("input[data-keypad]").forEach((input) => {
    input.inputMode = "none";
  });
  document.querySelectorAll(".keypad:not(:has([data-digit]))").forEach((pad) =>
    pad.insertAdjacentHTML("afterbegin", DIGITS)
  );
};
document.addEventListener("htmx:after:swap", ready);
ready();
