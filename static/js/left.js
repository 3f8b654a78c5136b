// Face-down cards that are not told are not booked either: the button says so, and looks asleep
// while none is.
import { number } from "./fields.js";
import { fill } from "./words.js";

const say = () => {
  document.querySelectorAll("[data-left]").forEach((words) => {
    const { face_down: down, left: most } = words.closest("form").elements;
    const left = number(down);
    words.closest("button").classList.toggle("out", down.value === most.value);
    words.dataset.all ??= words.textContent;
    const { all, last, left: many } = words.dataset;
    words.textContent = left ? fill((left === 1 && last) || many, { left }) : all;
  });
};
["change", "htmx:after:swap"].forEach((kind) => document.addEventListener(kind, say));
say();
