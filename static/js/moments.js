// What an entry looks like as it happens: coins go from purse to purse, their numbers run, a seal is stamped,
// a card turns. It is loaded after the first paint. It draws over the page, in a shadow tree of its own, so
// that nothing on the page moves and every tap reaches what it was meant for.
import "./agree.js";
import "./missing.js";
import "./patience.js";
import "./printed.js";
import { play } from "./sounds.js";
import "./stays.js";
import { board, page, table } from "./table.js";

const MOMENT_MILLISECONDS = 300;
const COIN = { size: 20, duration: 220, between: 35, most: 3, worth: 5 };
const BUZZ_MILLISECONDS = 15;
const LOT = { rounds: 2, lasts: 700, spin: 200 };
const LOTS = "counting-house-lots";

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const all = (selector, root = board()) => [...root.querySelectorAll(selector)];
// On the stage all takes longer and is larger: it is seen from across the room.
const pace = () => Number(board()?.dataset.pace ?? 1);
const amount = (figure) => Number(figure.textContent.replace(/\D/g, ""));

const host = document.createElement("div");
host.id = "moments";
host.ariaHidden = "true";
host.style.cssText = "position:fixed;inset:0;z-index:9;pointer-events:none";
const over = host.attachShadow({ mode: "open" });

// A shape over the page, at the middle of a box, until its animation ends.
const drawn = (shape, { left, top, width, height }) => {
  if (!host.isConnected) document.body.append(host);
  shape.style.cssText += `;position:absolute;left:${left + width / 2}px;top:${top + height / 2}px`;
  over.append(shape);
  return shape;
};

const stamp = (icon, delay = 0) =>
  icon?.animate(
    [{ transform: "scale(2) rotate(-18deg)", opacity: 0 }, { transform: "none", opacity: 1 }],
    { duration: 260, delay, fill: "backwards", easing: "cubic-bezier(.2, 1.4, .4, 1)" },
  );
const turn = (card) =>
  card.animate([{ transform: "scaleX(.2)" }, { transform: "none" }], { duration: 200, easing: "ease-out" });
const coin = (from, to, index) => {
  const icon = from.querySelector("svg") ?? document.querySelector(".purse svg");
  const shape = icon.cloneNode(true);
  const size = COIN.size * pace();
  shape.style.cssText = `width:${size}px;height:${size}px;margin:${-size / 2}px;color:${
    getComputedStyle(icon).color
  };fill:currentColor`;
  const [start, end] = [from, to].map((part) => part.getBoundingClientRect());
  const across = end.left + end.width / 2 - start.left - start.width / 2;
  const down = end.top + end.height / 2 - start.top - start.height / 2;
  drawn(shape, start).animate([
    { transform: "none", opacity: 0 },
    { opacity: 1, offset: .2 },
    { transform: `translate(${across}px, ${down}px)`, opacity: 1 },
  ], {
    duration: COIN.duration * pace(),
    delay: COIN.between * pace() * index,
    easing: "ease-in-out",
    fill: "backwards",
  })
    .onfinish = () => shape.remove();
};

// The number on the page is the new one at once, for whoever hears it; over it runs what is seen.
const run = (figure, before, now) => {
  const { font, color } = getComputedStyle(figure);
  const shape = document.createElement("b");
  shape.style.cssText =
    `font:${font};color:${color};font-variant-numeric:lining-nums tabular-nums;translate:-50% -50%`;
  drawn(shape, figure.getBoundingClientRect());
  figure.animate({ opacity: [0, 0] }, { duration: MOMENT_MILLISECONDS * pace() });
  const began = performance.now();
  const step = () => {
    const part = Math.min(1, (performance.now() - began) / (MOMENT_MILLISECONDS * pace()));
    shape.textContent = Math.round(before + (now - before) * part);
    if (part < 1) requestAnimationFrame(step);
    else shape.remove();
  };
  step();
};

// The cards told of those face down, of a bag or at the end, by the names of their fields.
const told = () => all("[data-slots] .slot-other", document);
const named = (cards) => cards.map(({ dataset }) => dataset.slot);
const onlyNew = (cards, known) =>
  cards.filter(({ dataset }) => {
    const at = known.indexOf(dataset.slot);
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });

// What a board shows, as far as it is played: compared with the one before.
const seen = () => {
  if (!board() || !page()) return null;
  return {
    table: table(),
    mark: page().dataset.mark,
    rows: all(".seat").map((row) => ({
      purse: row.querySelector(".purse"),
      gold: row.querySelector(".purse b") ? amount(row.querySelector(".purse b")) : 0,
      isSheriff: row.matches(".seat-sheriff"),
      cards: new Map(all(".stock > *", row).map((card) => [card.textContent, card])),
    })),
    done: all(".merchants > *").map((merchant) => merchant.matches(".merchant-done")),
  };
};

// Who gives coins and who gets them; the bank, over the board, has what is missing on either side.
const flights = (before, now) => {
  const bank = document.querySelector(".bar-title");
  const moved = now.rows.map(({ purse, gold }, seat) => ({ purse, gold: gold - before.rows[seat].gold }));
  const missing = -moved.reduce((sum, { gold }) => sum + gold, 0);
  const sides = [...moved, { purse: bank, gold: missing }].filter(({ purse, gold }) => purse && gold);
  const givers = sides.filter(({ gold }) => gold < 0);
  const receivers = sides.filter(({ gold }) => gold > 0);
  return givers.flatMap((giver) => receivers.map((receiver) => [giver, receiver]));
};

const pay = (before, now, pairs) => {
  pairs.forEach(([giver, receiver]) => {
    const coins = Math.ceil(Math.min(-giver.gold, receiver.gold) / COIN.worth);
    for (let index = 0; index < Math.min(COIN.most, coins); index += 1) {
      coin(giver.purse, receiver.purse, index);
    }
  });
  now.rows.forEach(({ purse, gold }, seat) => {
    if (purse && gold !== before.rows[seat].gold) {
      run(purse.querySelector("b"), before.rows[seat].gold, gold);
    }
  });
};

const newCards = (before, now) =>
  now.rows.flatMap(({ cards }, seat) =>
    [...cards].filter(([said]) => !before.rows[seat].cards.has(said)).map(([, card]) => card)
  );

// The badge that went on, or the bags that are done now.
const newSeals = (before, now) => {
  const isPassed = now.rows.some(({ isSheriff }, seat) => isSheriff && !before.rows[seat].isSheriff);
  if (isPassed) return all(".seal svg, .seat-sheriff .seat-name svg", document);
  return all(".merchants > *").filter((_, index) => now.done[index] && !before.done[index])
    .map((merchant) => merchant.querySelector("svg"));
};

const perform = (before, now) => {
  const [paid, seals, cards] = [flights, newSeals, newCards].map((find) => find(before, now));
  if (!isStill()) {
    pay(before, now, paid);
    seals.forEach((seal) => stamp(seal));
    cards.forEach(turn);
  }
  if (paid.length) play("coins");
  else if (seals.length) play("seal");
  else if (cards.length) play("card");
};

// The lot for the first badge passes round the shields, each spins as it goes by, ever more slowly; where it
// stops the badge is stamped. Once, also after a reload.
const spin = (shield, delay) =>
  shield.animate(
    [{ transform: "none" }, { transform: "rotateY(180deg) scale(1.2)" }, { transform: "none" }],
    {
      duration: LOT.spin,
      delay,
    },
  );
const passRound = () => {
  const shields = all(".seat .shield");
  const steps = LOT.rounds * shields.length + all(".seat").findIndex((row) => row.matches(".seat-sheriff"));
  for (let step = 0; step <= steps; step += 1) {
    spin(shields[step % shields.length], LOT.lasts * (step / steps) ** 2);
  }
  all(":is(.seal, .seat-sheriff .seat-name) svg", document).forEach((badge) => stamp(badge, LOT.lasts));
};
let lots = "";
try {
  lots = sessionStorage.getItem(LOTS);
} catch { /* a private window keeps nothing */ }
const drawLots = () => {
  if (!document.querySelector("[data-lots]") || lots === table()) return;
  lots = table();
  try {
    sessionStorage.setItem(LOTS, lots);
  } catch { /* see above */ }
  if (!isStill()) passRound();
  play("seal");
};

let before = seen();
const look = () => {
  const now = seen();
  const isNext = now && before?.table === now.table && before.mark !== now.mark;
  if (isNext && before.rows.length === now.rows.length) perform(before, now);
  if (!before && document.querySelector(".winner")) play("winner");
  before = now ?? before;
  if (now) drawLots();
};
document.addEventListener("htmx:after:swap", look);
document.addEventListener("ring", () => play("ring"));
document.addEventListener("timer:over", () => play("alarm"));

// Each card turns as it is told; the others lie there already, although they are drawn anew.
let known = named(told());
document.addEventListener("click", () => {
  const cards = told();
  const fresh = onlyNew(cards, known);
  known = named(cards);
  if (!fresh.length) return;
  if (!isStill()) fresh.forEach(turn);
  // What is packed in secret makes no sound.
  if (!document.querySelector("[data-secret]")) play("card");
});
if (before) drawLots();

document.addEventListener("htmx:before:request", ({ detail: { ctx: { request } } }) => {
  if (request.method === "POST") navigator.vibrate?.(BUZZ_MILLISECONDS);
});
