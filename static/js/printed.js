// A mission's two numbers: tapped, it asks for the first that is missing; a number of as many figures as
// any has goes on to the next. Arrows pass over missions on their way to another one.
const numbers = (word) => [...document.querySelectorAll(`.of-${word} input`)];

let isFinger = false;
["pointerdown", "keydown"].forEach((kind) =>
  addEventListener(kind, () => {
    isFinger = kind === "pointerdown";
  }, true)
);
document.addEventListener("change", ({ target }) => {
  if (isFinger && target.name === "what") numbers(target.value).find(({ value }) => !value)?.focus();
});
document.addEventListener("input", ({ target }) => {
  const all = [...(target.closest(".printed-numbers")?.querySelectorAll("input") ?? [])];
  if (target.value.length === Number(target.dataset.digits)) all[all.indexOf(target) + 1]?.focus();
});
