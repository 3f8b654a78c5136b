// Whose shield is tapped while another's gift is typed joins in on a line of their own.
//
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

const isGiven = (giver) =>
  [...giver.closest(".deal").querySelectorAll("input:not([type])")].some(({ value }) => /[^ 0]/.test(value));
const joinIn = ({ form, value }, more) => {
  const theirs = form.querySelector(`[name^=deal-][name$=-giver][value="${value}"]:checked`);
  more.value = value;
  if (theirs) theirs.focus();
  else form.requestSubmit(more);
};

// Before anything else hears of it: what is asked of the table's machine has two sides.
document.addEventListener("change", (event) => {
  const { target } = event;
  const { form, name, value } = target;
  const [, deal, side] = name?.match(/^(.*?)(giver|receiver)$/) ?? [];
  if (!side) return;
  const there = deal + SIDES[side];
  const before = chosen.get(group(target)) ?? group(target).querySelector("[checked]")?.value;
  const more = side === "giver" && form.querySelector("button[name=add]");
  if (more && isGiven(target)) {
    event.stopPropagation();
    choose(tile(form, name, before));
    joinIn(target, more);
    return;
  }
  choose(target);
  const other = form.elements[there];
  if (other?.value !== value) return;
  const mended = tile(form, there, before) ?? (side === "receiver" && tile(form, name, before));
  if (mended) choose(mended);
  else if (tile(form, there, value)) tile(form, there, value).checked = false;
}, true);
