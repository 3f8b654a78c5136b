// The sheet of Just count as it is being filled in: its lines of names, and what is on each player's stand.
import { number } from "./fields.js";

export const form = () => document.getElementById("count");
export const all = (selector, root = form()) => [...root.querySelectorAll(selector)];
export const lines = () => all("[name^='name-']");
export const names = () => lines().filter((input) => input.value.trim());
export const section = (index) => form().querySelector(`[data-player="${index}"]`);
export const stops = (index) => all(".count-row:not([hidden]) input", section(index));
export const here = () => form().querySelector("[data-here]");
export const plate = () => form().querySelector(".plates select:focus");
export const nameOf = (index) => form().elements[`name-${index}`].value.trim();
export const seats = () => names().map((input) => input.name.slice(5));

// A card that counts at the end: what is typed, or else what is known of the one that is chosen.
const extra = (line) => {
  const [card, , gold] = line.children;
  return card.value ? number(gold) || Number(card.selectedOptions[0].dataset.gold ?? 0) : 0;
};

// A mission counts more while one player has it.
export const takers = (card) => all(`[data-mission="${card.dataset.mission}"]:checked`).length;
export const asksOnce = (mission) => all(`[data-once="${mission}"]`);
const printed = (card) => number(asksOnce(card.dataset.mission)[Number(takers(card) > 1)]);

// Before Kings and Queens: some cards add to each card of another good, and a plate is worth what it becomes.
export const total = (index) => {
  const field = (word) => form().elements[`${index}-${word}`];
  const more = ({ addsTo, more }) => (addsTo ? more * number(field(addsTo)) : 0);
  return [
    ...all("[data-value]", section(index)).map((input) =>
      number(input) * (Number(input.dataset.value) + more(input.dataset))
    ),
    ...all(".plates select:enabled", section(index)).map(({ value }) =>
      Number(value && field(value).dataset.value)
    ),
    ...all(".extra-line", section(index)).map(extra),
    ...all("[data-mission]:checked", section(index)).map(printed),
  ].reduce((sum, worth) => sum + worth, 0);
};

export const goodOf = (input) => input.name.slice(input.name.indexOf("-") + 1);
// How many of a good the box holds for this many players; for a promo card the table says it.
export const copies = (input) => {
  const said = form().elements[`promo_copies-${goodOf(input)}`]?.value;
  return Number(said || (seats().length === 3 ? input.dataset.few : input.dataset.copies));
};

export const over = (input) => {
  const word = goodOf(input);
  const used = all(`[name$="-${word}"][data-copies]`).filter((other) => goodOf(other) === word)
    .reduce((sum, other) => sum + number(other), 0);
  return used > copies(input);
};
