// Nobody gives to themselves: whoever is chosen on one side and was on the other leaves that one to who was
// chosen here; where nobody was, nobody is: no gold goes to or from whom no finger named. Where only one
// player can give, that one does not receive.
const SIDES = { giver: "receiver", receiver: "giver" };
// What was chosen last, by the group of its tiles; before that it is as it was drawn.
const chosen = new WeakMap();
const group = (tile) => tile.closest("fieldset");
const tile = (form, name, value) => form.querySelector(`[type=radio][name="${name}"][value="${value}"]`);
const choose = (one) => {
  one.checked = true;
  chosen.set(group(one), one.value);
};

// Before anything else hears of it: what is asked of the table's machine has two sides.
document.addEventListener("change", (event) => {
  const { target } = event;
  const { form, name, value } = target;
  const [, deal, side] = name?.match(/^(.*?)(giver|receiver)$/) ?? [];
  if (!side) return;
  const there = deal + SIDES[side];
  const before = chosen.get(group(target)) ?? group(target).querySelector("[checked]")?.value;
  choose(target);
  const other = form.elements[there];
  if (other?.value !== value) return;
  const mended = tile(form, there, before) ?? (side === "receiver" && tile(form, name, before));
  if (mended) choose(mended);
  else if (tile(form, there, value)) tile(form, there, value).checked = false;
}, true);
