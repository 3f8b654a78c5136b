// The seats of a new table: ordered by buttons or by dragging the shield, shields drawn as chosen, the first
// Sheriff's and the Deputies' tiles named as typed. And the start: the bank gives everybody the same, unless
// anything is typed about a game already under way.
import { isLong, use } from "./names.js";

const BEGUN = "[name^='purse-'], [name^='stand-'], #round";
const NOTHING = { stand: /^[ 0]*$/, purse: /^ *$/, round: /^ *1? *$/ };
const BADGES = "[name='first_sheriff'], [name='second_deputy']";
const rows = () => [...document.querySelectorAll("[data-seat]")];
const nameOf = (row) => row.querySelector("[name^='name-']");
const chargeOf = (row) => row.querySelector("[data-charge]");

const tilesOf = ({ dataset: { seat } }) =>
  document.querySelectorAll(`:is(${BADGES})[value='${seat}'], [name='served-${seat}']`);

const drawWords = () => {
  const said = document.querySelector("[data-each]");
  if (!said) return;
  said.dataset.set ??= said.textContent;
  const isNew = [...document.querySelectorAll(BEGUN)].every(({ name, value }) =>
    NOTHING[name.split("-")[0]].test(value)
  );
  said.textContent = isNew && !document.getElementById("coins_on_table").checked
    ? said.dataset.each
    : said.dataset.set;
};

// What is chosen further down, and mostly out of sight, beside the button that opens the table.
const drawChosen = () => {
  const [first, options] = document.querySelectorAll("[data-begins], [data-deck]");
  if (!first) return;
  const badges = [...document.querySelectorAll(`:is(${BADGES}):checked`)].filter(({ parentElement }) =>
    parentElement.offsetParent
  );
  const names = badges.map(({ parentElement }) => parentElement.querySelector("bdi")?.textContent);
  first.textContent = names[0] ? names.join(", ") : first.dataset.begins;
  const on = [...document.querySelectorAll("#new .switch :checked")];
  const said = on.map(({ parentElement }) => parentElement.querySelector("b").textContent);
  if (!on.some(({ id }) => id === "royal_goods")) said.unshift(options.dataset.deck);
  // Whole words: of many only the first, and how many more.
  options.textContent = said.length > 2 ? `${said[0]} +${said.length - 1}` : said.join(", ");
};

const drawRow = (row) => {
  const charge = chargeOf(row).value;
  const index = row.dataset.seat;
  row.dataset.drawn = charge;
  const shields = [
    row.querySelector(".shield"),
    ...document.querySelectorAll(`:is(.tile, summary):has([data-name-of="${index}"]) .shield`),
  ];
  shields.forEach((shield) => {
    shield.className = shield.className.replace(/field-\w+/, `field-${charge}`);
    const use = shield.querySelector("use");
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${charge}`));
  });
  // An empty seat cannot be the Sheriff's; a chosen one stays chosen while its name is retyped.
  tilesOf(row).forEach((tile) => {
    tile.parentElement.hidden = !tile.checked && !nameOf(row).value.trim();
  });
  document.querySelectorAll(`[data-name-of="${index}"] bdi`).forEach((place) => {
    place.textContent = nameOf(row).value.trim() || place.dataset.empty;
  });
};
// What the table would refuse is said while it is typed, once, and nothing typed is lost.
const drawLong = () => {
  const said = document.getElementById("name-long");
  if (!said) return;
  const long = rows().find((row) => isLong(nameOf(row)) && !row.querySelector("[id$='-refused']"));
  const told = said.hidden ? undefined : said.closest("[data-seat]");
  if (long === told) return;
  said.hidden = !long;
  if (told) ["aria-invalid", "aria-describedby"].forEach((one) => nameOf(told).removeAttribute(one));
  if (!long) return;
  long.append(said);
  nameOf(long).setAttribute("aria-invalid", "true");
  nameOf(long).setAttribute("aria-describedby", said.id);
};
const draw = () => {
  rows().forEach(drawRow);
  drawLong();
  drawWords();
  drawChosen();
};

const fieldsOf = (
  row,
) => [
  nameOf(row),
  chargeOf(row),
  ...document.querySelectorAll(`[name="purse-${row.dataset.seat}"], [name^="stand-${row.dataset.seat}-"]`),
];

const swap = (one, other) => {
  const others = fieldsOf(other);
  fieldsOf(one).forEach((field, at) => {
    [field.value, others[at].value] = [others[at].value, field.value];
  });
  const chosen = [one, other].map((row) => [...tilesOf(row)].map(({ checked }) => checked));
  [other, one].forEach((row, at) =>
    tilesOf(row).forEach((tile, which) => {
      tile.checked = chosen[at][which];
    })
  );
  draw();
};

// Somebody of the group takes the first line without a name; the server does the same without scripts.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-seats] button[name='add']");
  const free = button && rows().map(nameOf).find(({ value }) => !value.trim());
  if (!free) return;
  event.preventDefault();
  free.value = button.value;
  button.nextElementSibling?.focus();
  button.disabled = true; // gone it would move the others from under a finger
  free.dispatchEvent(new Event("input", { bubbles: true }));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-seats] button[name='up'], [data-seats] button[name='down']");
  if (!button) return;
  event.preventDefault();
  const list = rows();
  const at = list.indexOf(button.closest("[data-seat]"));
  const to = at + (button.name === "up" ? -1 : 1);
  if (!list[to]) return;
  swap(list[at], list[to]);
  const follow = list[to].querySelector(`button[name='${button.name}']`);
  (follow.disabled ? nameOf(list[to]) : follow).focus();
});

document.addEventListener("change", (event) => {
  const row = event.target.closest("[data-seat]");
  if (!row || !event.target.matches("[data-charge]")) {
    draw();
    return;
  }
  const twin = rows().find((other) => other !== row && chargeOf(other).value === event.target.value);
  if (twin) chargeOf(twin).value = row.dataset.drawn;
  draw();
});
document.addEventListener("input", (event) => {
  if (event.target.form?.id === "new") draw();
});

// Dragging a name's row up or down by its shield does what the buttons do.
document.addEventListener("pointerdown", (event) => {
  event.target.closest("[data-seat] .charge")?.closest("[data-seat]").toggleAttribute("data-held", true);
});
document.addEventListener("pointermove", (event) => {
  const held = document.querySelector("[data-held]");
  const over = held && document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-seat]");
  if (!over || over === held) return;
  swap(held, over);
  held.removeAttribute("data-held");
  over.setAttribute("data-held", "");
});
["pointerup", "pointercancel"].forEach((end) =>
  document.addEventListener(end, () => document.querySelector("[data-held]")?.removeAttribute("data-held"))
);

// Enter goes on to the next name instead of opening a table for one.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.matches("[data-seat] [name^='name-']")) return;
  event.preventDefault();
  const list = rows().map(nameOf);
  const next = list[list.indexOf(event.target) + 1];
  if (next) next.focus();
  else document.querySelector("#new .dock .next").focus();
});
document.addEventListener("submit", ({ target }) => {
  if (target.id === "new") use(rows().map(nameOf));
}, true);
// A new table starts with names.
const begin = () => {
  draw();
  const names = rows().map(nameOf);
  if (names.length && names.every(({ value }) => !value)) names[0].focus({ preventScroll: true });
};
document.addEventListener("htmx:after:swap", begin);
begin();

// Who has typed names and then chooses another box need not type them again, nor when changing back.
const isTyped = () =>
  rows().some((row) => nameOf(row).value !== nameOf(row).defaultValue) || location.search.includes("name-");
document.addEventListener("click", ({ target }) => {
  const other = target.closest("nav a.tile");
  if (!other || !isTyped()) return;
  const address = new URL(other.href);
  rows().map(nameOf).filter(({ value }) => value.trim()).forEach(({ name, value }) =>
    address.searchParams.set(name, value)
  );
  other.href = address;
}, true);
