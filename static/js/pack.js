// A bag that is being packed: the number after a card says how many of it, the cards propose what to declare.
import { changed, number } from "./fields.js";
import "./missing.js";
import { shake } from "./shake.js";
import { fill, say } from "./words.js";

const MOST_CARDS = 5;
const FULL_MILLISECONDS = 3000;

const form = () => document.querySelector("[data-packs]");
const fields = () => [...form().querySelectorAll(".pick-number")];
const sum = (inputs) => inputs.reduce((all, input) => all + number(input), 0);
const chosen = () => form().querySelector("[name=declared]:checked");

const heard = () => document.getElementById("heard").textContent;

// The card that was tapped last, the number that was tapped before its card, and whether the bag began with a
// number: then each number is said before its card. Whether the good was chosen by hand.
let last = null;
let many = 0;
let isNumberFirst = false;
let isChosen = false;
let begun = null;

const proposed = () => {
  const tiles = [...form().querySelectorAll("[name=declared]")];
  const held = (tile) => number(form().querySelector(`[name="in-${tile.value}"]`));
  const most = tiles.reduce((best, tile) => (held(tile) > held(best) ? tile : best));
  return held(most) ? most : null;
};

// Which card the numbers are of, in words: five numbers stand over what is declared.
const label = () => {
  const line = document.getElementById("many-of");
  const { next, these } = line.dataset;
  const face = last?.closest(".pick").querySelector("svg");
  if (face) line.replaceChildren(face.cloneNode(true), fill(these, { what: last.ariaLabel }));
  else line.textContent = next;
};

// A bag has as many cards as were declared, whatever they are. Who noted none only said it.
const warn = (total) => {
  const strip = form().querySelector("[data-differs]");
  if (!strip) return;
  strip.hidden = !total || total === Number(strip.dataset.differs);
  const words = strip.querySelector("[data-says]");
  words.textContent = fill(words.dataset.says, { number: total });
};

const draw = () => {
  if (!form()) return;
  const total = sum(fields());
  const button = form().querySelector("[data-declare]");
  const [title, under] = button.querySelectorAll("strong, small");
  const { one, few, more } = chosen()?.parentNode.querySelector("[data-one]").dataset ?? {};
  const { declare, empty, first, which } = button.dataset;
  form().elements.number.value = total;
  const good = total < 2 ? one : total < 5 ? few : more; // Polish has another word from five on
  title.textContent = total && one ? declare.replace("{what}", `${total} ${good}`) : empty;
  under.textContent = total ? one ? heard() : which : first;
  label();
  warn(total);
  form().querySelectorAll("[data-many]").forEach((tile) => {
    tile.disabled = false;
    tile.ariaPressed = (last ? number(last) : many) === Number(tile.dataset.many);
  });
};

const propose = () => {
  const tile = proposed();
  form().querySelectorAll("[name=declared]").forEach((other) => {
    other.checked = other === tile;
  });
};

// Cards may lie there already. What differs from the proposal was chosen by hand. News of others, which are
// drawn into the same form, begin nothing anew.
const begin = () => {
  if (form() === begun) {
    draw();
    return;
  }
  begun = form();
  if (!begun) return;
  if (!chosen()) propose();
  isChosen = Boolean(chosen()) && chosen() !== proposed();
  const there = fields().filter(number);
  last = there.length === 1 ? there[0] : null;
  many = 0;
  isNumberFirst = false;
  draw();
};

const put = (input, count) => {
  const others = sum(fields()) - number(input);
  input.value = Math.min(count, MOST_CARDS - others) || "";
  changed(input);
};

// A bag that is full takes no more cards, and says so under the thumb: on its button where nothing is
// declared yet, else for a moment on the one that hides it.
const sayFull = () => {
  const { full } = form().querySelector("[data-declare]").dataset;
  const words = form().querySelector(".dock .next small");
  const before = words.textContent;
  say(full);
  if (before === full) return;
  words.textContent = full;
  setTimeout(() => {
    if (words.textContent === full) words.textContent = before;
  }, FULL_MILLISECONDS);
};
document.addEventListener("click", (event) => {
  const tile = form()?.contains(event.target) && event.target.closest("[data-put]");
  if (!tile || sum(fields()) < MOST_CARDS) return;
  event.stopImmediatePropagation();
  shake(tile.closest(".pick"));
  sayFull();
}, true);
document.addEventListener("click", ({ target }) => {
  const tile = form()?.contains(target) && target.closest("[data-put], [data-many], [data-slot]");
  if (!tile) return;
  if (tile.dataset.put) {
    const card = tile.closest(".pick").querySelector(".pick-number");
    if (many) put(card, many);
    many = 0;
    last = isNumberFirst ? null : card;
  } else if (tile.dataset.many) {
    isNumberFirst ||= !sum(fields());
    if (last?.isConnected) put(last, Number(tile.dataset.many));
    else many = Number(tile.dataset.many);
  } else last = null;
  draw();
});
document.addEventListener("change", ({ target }) => {
  if (!form()?.contains(target)) return;
  if (target.name === "declared") isChosen = true;
  else if (!isChosen) propose();
  draw();
});
document.addEventListener("htmx:after:swap", begin);
begin();
