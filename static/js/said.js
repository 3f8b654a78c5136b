// What a field says at once: an amount among words that are proposed says those words, and a switch is a tap
// that counts.
import { number } from "./fields.js";
import { fill } from "./words.js";

// Whoever keeps what is typed has noted it before.
addEventListener("input", ({ target }) => {
  const { one, many } = target.dataset;
  if (target.type === "checkbox" && target.form?.matches("[data-saves]")) target.form.requestSubmit();
  if (!many) return;
  const gold = number(target);
  document.getElementById(target.closest("[data-for]").dataset.for).value = gold
    ? fill(gold === 1 ? one : many, { number: gold })
    : "";
});
// What was tapped or typed before this was loaded counts, too.
const isChanged = (one) =>
  one.type === "checkbox" ? one.checked !== one.defaultChecked : one.value !== one.defaultValue;
[...document.querySelectorAll("[data-saves] [type=checkbox], input[data-many]")].find(isChanged)
  ?.dispatchEvent(new Event("input", { bubbles: true }));
