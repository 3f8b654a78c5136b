// What was in the bag: a tap on the palette replaces one declared card, a tap on a card in the bag puts the
// declared one back. The number fields are the state; the cards are drawn from them.
import { changed, number } from "./fields.js";
import { shake } from "./shake.js";
import { tellAt } from "./words.js";

const MOST_CARDS = 5; // while nobody said how many there are

const set = (input, many) => {
  input.value = many || "";
};
const fields = (picker) => [...picker.querySelectorAll(".pick-number:not(.gifts *)")];
const declared = (picker) => picker.querySelector(`[data-word="${picker.dataset.good}"] .pick-number`);
const faceDown = (picker) => picker.querySelector("[data-word=face_down] .pick-number");

const copied = (face) => [...face.childNodes].map((node) => node.cloneNode(true));

const card = (pick, isDeclared, sentence) => {
  const face = pick.querySelector(".tile");
  const slot = document.createElement("button");
  slot.type = "button";
  slot.className = isDeclared ? "slot" : "slot slot-other";
  slot.append(...copied(face));
  if (!isDeclared) slot.ariaLabel = sentence.replace("{what}", face.textContent.trim());
  slot.dataset.slot = pick.querySelector(".pick-number").name;
  slot.disabled = isDeclared;
  return slot;
};

const draw = (picker) => {
  const slots = picker.querySelector("[data-slots]");
  const home = declared(picker);
  const cards = fields(picker).sort((a, b) => (b === home) - (a === home)).flatMap((input) =>
    Array.from(
      { length: number(input) },
      () => card(input.closest(".pick"), input === home, slots.dataset.out),
    )
  );
  slots.replaceChildren(...cards);
  picker.querySelectorAll("[data-down]").forEach((chip) => {
    chip.disabled = false;
    chip.ariaPressed = Number(chip.dataset.down) === number(faceDown(picker));
  });
  const hint = picker.querySelector("[data-hint]");
  if (hint.dataset.said) hint.textContent = hint.dataset.said;
};

const put = (picker, input, at) => {
  const home = declared(picker);
  const { full } = picker.querySelector("[data-slots]").dataset;
  const total = fields(picker).reduce((sum, field) => sum + number(field), 0);
  const isFree = total < (Number(picker.dataset.number) || MOST_CARDS);
  // Until a card is taken out, the one that was tapped has no place.
  const hasPlace = isFree || (input !== home && home && number(home));
  if (!hasPlace && full) {
    shake(input.closest(".pick"));
    tellAt(at, full);
  }
  if (!hasPlace && (full || input === home)) return;
  if (!isFree && home) set(home, number(home) - 1);
  set(input, number(input) + 1);
  changed(input);
};

// So many cards lie face down, in place of as many declared ones, however often it is said.
const putDown = (picker, many) => {
  const home = declared(picker);
  const input = faceDown(picker);
  set(input, many);
  const others = fields(picker).reduce((sum, field) => sum + (field === home ? 0 : number(field)), 0);
  if (home) set(home, Math.max(0, Number(picker.dataset.number) - others));
  changed(input);
};

const takeOut = (picker, name) => {
  const input = fields(picker).find((field) => field.name === name);
  const home = declared(picker);
  set(input, number(input) - 1);
  if (home) set(home, number(home) + 1);
  changed(input);
};

// Each card is drawn once in the page, in the label that works without scripts: the tile copies it from
// there.
const drawAll = () => {
  document.querySelectorAll("[data-put]:empty").forEach((tile) => {
    tile.append(...copied(tile.nextElementSibling));
    tile.disabled = false;
  });
  document.querySelectorAll("[data-picker]").forEach(draw);
};

document.addEventListener("click", (event) => {
  const picker = event.target.closest("[data-picker]");
  const tile = event.target.closest("[data-put]");
  const slot = event.target.closest("[data-slot]");
  const down = event.target.closest("[data-down]");
  if (picker && tile) put(picker, tile.closest(".pick").querySelector(".pick-number"), event);
  else if (picker && down) putDown(picker, Number(down.dataset.down));
  else if (picker && slot) takeOut(picker, slot.dataset.slot);
});

// Another good or number declared: the bag is refilled with it, before anything reads the fields for the sum.
document.addEventListener("change", (event) => {
  const picker = document.querySelector("[data-picker]");
  const declares = ["good", "number"].includes(event.target.name) && event.target.type === "radio";
  // What was typed elsewhere changes as a finger comes down: the card under it must stay there.
  if (!picker || !(declares || picker.contains(event.target))) return;
  if (declares) {
    const home = declared(picker);
    if (home) set(home, 0);
    picker.dataset[event.target.name] = event.target.value;
    const now = declared(picker);
    const others = fields(picker).reduce((sum, field) => sum + (field === now ? 0 : number(field)), 0);
    if (now) set(now, Math.max(0, Number(picker.dataset.number) - others));
  }
  draw(picker);
}, true);
document.addEventListener("htmx:after:swap", drawAll);
drawAll();
