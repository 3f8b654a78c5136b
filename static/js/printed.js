// A mission's two numbers: chosen, it asks for the first that is missing; a number of as many figures as fit
// goes on to the next.
const numbers = (word) => [...document.querySelectorAll(`.of-${word} input`)];

document.addEventListener("change", ({ target }) => {
  if (target.name === "what") numbers(target.value).find(({ value }) => !value)?.focus();
});
document.addEventListener("input", ({ target }) => {
  const all = [...(target.closest(".printed-numbers")?.querySelectorAll("input") ?? [])];
  if (target.value.length === target.maxLength) all[all.indexOf(target) + 1]?.focus();
});
