// What an entry looks like as it happens: coins go from shield to shield, purses run, a seal is stamped, a
// card turns, and a bag that was opened is judged. It is loaded after the first paint. It draws over the
// page, in a shadow tree of its own, so that nothing moves and every tap reaches what it was meant for; a tap
// also ends it.
import "./agree.js";
import "./missing.js";
import "./patience.js";
import "./printed.js";
import { play } from "./sounds.js";
import "./stays.js";
import { board, page, table } from "./table.js";

const MOMENT_MILLISECONDS = 300;
const COIN = { size: 20, duration: 220, between: 35, most: 3, worth: 5 };
const BAG = { enter: 200, between: 600, most: 5, turn: 300, stamp: 260, burn: 300, stays: 1500 };
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

// What is under way; a tap or a key ends it at once, with all that was to follow.
let playing = [];
const animate = (part, frames, timing, then) => {
  const one = part.animate(frames, timing);
  playing.push(one);
  one.onfinish = () => {
    playing = playing.filter((other) => other !== one);
    then?.();
  };
  return one;
};
// While titles are told, the page below is there and not seen yet: the tap that ends them reaches none of it.
let isTelling = false;
let endsTitles = false;
["pointerdown", "keydown"].forEach((kind) =>
  addEventListener(kind, () => {
    endsTitles = isTelling && kind === "pointerdown";
    playing.forEach((one) => one.finish());
  }, true)
);
addEventListener("click", (event) => {
  if (!endsTitles) return;
  endsTitles = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
const after = (milliseconds, act) => {
  if (milliseconds && !isStill()) animate(document.body, null, { duration: milliseconds }, act);
  else act();
};
const holdBack = (part, milliseconds) => animate(part, { opacity: [0, 0] }, { duration: milliseconds });

// A shape over the page, at the middle of a box, until its animation ends.
const drawn = (shape, { left, top, width, height }) => {
  if (!host.isConnected) document.body.append(host);
  shape.style.cssText += `;position:absolute;left:${left + width / 2}px;top:${top + height / 2}px`;
  over.append(shape);
  return shape;
};

const stamp = (icon, delay = 0) =>
  animate(
    icon,
    [{ transform: "scale(2) rotate(-18deg)", opacity: 0 }, { transform: "none", opacity: 1 }],
    { duration: 260, delay, fill: "backwards", easing: "cubic-bezier(.2, 1.4, .4, 1)" },
  );
const turn = (card) =>
  card.animate([{ transform: "scaleX(.2)" }, { transform: "none" }], { duration: 200, easing: "ease-out" });
const coin = (from, to, index, wait) => {
  const icon = from.querySelector("svg") ?? document.querySelector(".purse svg");
  const shape = icon.cloneNode(true);
  const size = COIN.size * pace();
  shape.style.cssText = `width:${size}px;height:${size}px;margin:${-size / 2}px;color:${
    getComputedStyle(icon).color
  };fill:currentColor`;
  const [start, end] = [from, to].map((part) => part.getBoundingClientRect());
  const across = end.left + end.width / 2 - start.left - start.width / 2;
  const down = end.top + end.height / 2 - start.top - start.height / 2;
  animate(drawn(shape, start), [
    { transform: "none", opacity: 0 },
    { opacity: 1, offset: .2 },
    { transform: `translate(${across}px, ${down}px)`, opacity: 1 },
  ], {
    duration: COIN.duration * pace(),
    delay: wait + COIN.between * pace() * index,
    easing: "ease-in-out",
    fill: "backwards",
  }, () => shape.remove());
};

// The number on the page is the new one at once, for whoever hears it; over it runs what is seen.
const run = (figure, before, now, wait) => {
  const { font, color } = getComputedStyle(figure);
  const shape = document.createElement("b");
  shape.style.cssText =
    `font:${font};color:${color};font-variant-numeric:lining-nums tabular-nums;translate:-50% -50%`;
  drawn(shape, figure.getBoundingClientRect());
  const took = MOMENT_MILLISECONDS * pace();
  const hidden = holdBack(figure, wait + took);
  const step = () => {
    const part = Math.max(0, (hidden.currentTime - wait) / took);
    shape.textContent = Math.round(before + (now - before) * part);
    if (hidden.playState !== "finished") requestAnimationFrame(step);
    else shape.remove();
  };
  step();
};

// An opened bag: its cards, which are turned one by one if nobody saw them before, then the verdict falls,
// and what is lost burns. It stays a moment, and reads as the last entry's words and its unfolded cards do.
const TILE = `position:relative;overflow:hidden;display:grid;place-content:center;justify-items:center;
  gap:.2rem;inline-size:3.75rem;block-size:4.75rem;border:1px solid var(--edge);border-radius:.5rem;
  background:var(--card);color:var(--ink);font:400 .625rem/1.1 var(--text);text-align:center;
  box-shadow:0 3px 12px #0007`;
const BACK = `position:absolute;inset:.25rem;border-radius:.25rem;
  background:repeating-linear-gradient(45deg,var(--edge) 0 3px,var(--tint) 3px 8px),var(--card)`;
const FLAME = "position:absolute;inset:0;background:var(--flame);opacity:0";
const VERDICT = `position:relative;margin-block-start:-1.1rem;display:flex;align-items:center;gap:.25em;
    padding:.05em .5em;text-transform:uppercase;rotate:-6deg;
  font:700 2.125rem/1.25 var(--display);box-shadow:0 3px 12px #0009`;
const part = (styles, ...inside) => {
  const one = document.createElement("div");
  one.style.cssText = styles;
  one.append(...inside);
  return one;
};
const copied = (icon, size) => {
  const copy = icon.cloneNode(true);
  copy.style.cssText = `width:${size};height:${size};fill:currentColor`;
  return copy;
};

const tile = (card, index, wait, falls) => {
  const flame = part(FLAME);
  const shape = part(
    TILE,
    copied(card.querySelector("svg"), "2rem"),
    card.querySelector("span").textContent,
    flame,
  );
  if (wait) {
    const turns = BAG.between * Math.min(index, BAG.most);
    const back = part(BACK);
    shape.append(back);
    animate(back, { opacity: [1, 1] }, { duration: turns + BAG.turn / 2 }, () => back.remove());
    animate(shape, [{ transform: "none" }, { transform: "scaleX(0)" }, { transform: "none" }], {
      duration: BAG.turn,
      delay: turns,
    });
  }
  if (card.matches(".lost")) {
    animate(flame, [
      { transform: "translateY(100%)", opacity: 1 },
      { transform: "none", opacity: 1 },
    ], { duration: BAG.burn, delay: falls });
    animate(shape, [{ transform: "none", opacity: 1 }, {
      transform: "translateY(-1rem) scale(.7)",
      opacity: 0,
    }], {
      duration: BAG.burn,
      delay: falls + BAG.burn,
      fill: "forwards",
    });
  }
  return shape;
};

const judge = (list, wait) => {
  const falls = wait + BAG.enter;
  const tiles = all("li", list).map((card, index) => tile(card, index, wait, falls + BAG.stamp));
  const words = list.previousElementSibling;
  const { color, backgroundColor, borderRadius } = getComputedStyle(words);
  // In the stamp's letters a narrow blank is too narrow to be seen.
  const said = words.textContent.trim().replace("\u202f", "\u00a0");
  const verdict = part(VERDICT, copied(words.querySelector("svg"), "1em"), said);
  Object.assign(verdict.style, { color, backgroundColor, borderRadius });
  const shape = part(
    `display:flex;flex-wrap:wrap;justify-content:center;gap:.4rem;inline-size:min(22rem,94vw);
      translate:-50% -50%`,
    ...tiles,
    verdict,
  );
  drawn(shape, document.querySelector(".seats").getBoundingClientRect());
  tiles.forEach((one, index) =>
    animate(one, { opacity: [0, 1] }, {
      duration: BAG.enter,
      delay: wait ? 0 : 40 * index,
      fill: "backwards",
    })
  );
  animate(verdict, [{ transform: "scale(2.4)", opacity: 0 }, { transform: "none", opacity: 1 }], {
    duration: BAG.stamp,
    delay: falls,
    fill: "backwards",
    easing: "cubic-bezier(.2, 1.4, .4, 1)",
  });
  animate(
    shape,
    { opacity: [1, 0] },
    { duration: BAG.enter, delay: falls + BAG.stays, fill: "forwards" },
    () => shape.remove(),
  );
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

// The bags of a round on a phone, and on the stage.
const bags = () => all(".merchants > *, .stage-seat");
// What a board shows, as far as it is played: compared with the one before.
const seen = () => {
  if (!board() || !page()) return null;
  return {
    table: table(),
    mark: page().dataset.mark,
    rows: all(".seat").map((row) => ({
      shield: row.querySelector(".shield"),
      purse: row.querySelector(".purse"),
      gold: row.querySelector(".purse b") ? amount(row.querySelector(".purse b")) : 0,
      isSheriff: row.matches(".seat-sheriff"),
      cards: new Map(all(".stock > *", row).map((card) => [card.textContent, card])),
    })),
    done: bags().map((bag) => bag.matches(".merchant-done, :has(> .stage-bag[class*=judged])")),
    lies: board().querySelector(".last .stamp + .shown-cards"),
    turns: board().querySelector("[data-turns]"),
  };
};

// Who gives coins and who gets them; the bank, over the board, has what is missing on either side.
const flights = (before, now) => {
  const bank = document.querySelector(".bar-title");
  const moved = now.rows.map(({ shield, purse, gold }, seat) => ({
    shield,
    purse,
    gold: gold - before.rows[seat].gold,
  }));
  const missing = -moved.reduce((sum, { gold }) => sum + gold, 0);
  const sides = [...moved, { shield: bank, purse: bank, gold: missing }].filter(({ purse, gold }) =>
    purse && gold
  );
  const givers = sides.filter(({ gold }) => gold < 0);
  const receivers = sides.filter(({ gold }) => gold > 0);
  return givers.flatMap((giver) => receivers.map((receiver) => [giver, receiver]));
};

const pay = (before, now, pairs, wait) => {
  pairs.forEach(([giver, receiver]) => {
    const coins = Math.ceil(Math.min(-giver.gold, receiver.gold) / COIN.worth);
    for (let index = 0; index < Math.min(COIN.most, coins); index += 1) {
      coin(giver.shield, receiver.shield, index, wait);
    }
  });
  now.rows.forEach(({ purse, gold }, seat) => {
    if (purse && gold !== before.rows[seat].gold) {
      run(purse.querySelector("b"), before.rows[seat].gold, gold, wait);
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
  return bags().filter((_, index) => now.done[index] && !before.done[index])
    .flatMap((bag) => bag.querySelector("svg") ?? []);
};

// Nothing tells what cards come to before they are turned over; who recorded them knows.
const perform = (before, now, isOwn) => {
  const [paid, seals, cards] = [flights, newSeals, newCards].map((find) => find(before, now));
  const isTurning = now.turns && now.turns.id !== before.turns?.id && !isOwn;
  const wait = isTurning ? Number(now.turns.dataset.turns) : 0;
  if (!isStill()) {
    pay(before, now, paid, wait);
    seals.forEach((seal) => stamp(seal, wait));
    if (now.lies && seals.length) judge(now.lies, wait);
    if (wait) {
      const told = [...seals.map((seal) => seal.parentElement), ...all(".last summary > span, .hands")];
      [...cards, ...told].forEach((one) => holdBack(one, wait));
    }
    after(wait, () => cards.forEach(turn));
  }
  after(wait, () => {
    if (paid.length) play("coins");
    else if (seals.length) play("seal");
    else if (cards.length) play("card");
  });
};

// The lot for the first badge passes round the shields, each spins as it goes by, ever more slowly; where it
// stops the badge is stamped. Once, also after a reload; until then styles hide on whom it falls.
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
const lotFell = (isSeen) => document.documentElement.classList.toggle("lot-fell", isSeen);
lotFell(true);
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
  lotFell(false);
  if (!isStill()) passRound();
  after(LOT.lasts, () => lotFell(true));
  play("seal");
};

// Who closes the count, or was there as it was closed, sees Kings and Queens crowned one by one, then the
// winner alone, then honour by honour.
const CROWN = { enter: 250, between: 1200 };
const ALONE = 1000;
const HONOUR = 700;
const CROWNED = `translate:-50% -50%;display:grid;justify-items:center;gap:.35rem;
  inline-size:min(22rem,90vw);font:700 1.75rem/1.15 var(--display);color:var(--ink);text-align:center`;
const LINE = "text-wrap:balance";
const SKIP = "font:600 var(--size-1)/1 var(--text)";

const coronation = (row, icons, at) => {
  const titles = all("td:not([colspan])", row).flatMap((shares, index) => {
    const names = all(".share > span", shares).map(({ textContent }) => textContent);
    const icon = copied(icons[index], "1.2em");
    icon.style.cssText += ";display:inline;vertical-align:-.2em;margin-inline-end:.35em;color:var(--coin)";
    return names.length ? [part(LINE, icon, names.join(", "))] : [];
  });
  const winner = document.querySelector(".winner");
  const skip = part(SKIP, winner.dataset.skip);
  const shape = part(CROWNED, copied(row.querySelector("svg"), "4.5rem"), ...titles, skip);
  drawn(shape, winner.getBoundingClientRect());
  animate(shape, [{ transform: "scale(.6)", opacity: 0 }, { transform: "none", opacity: 1 }], {
    duration: CROWN.enter,
    delay: at,
    fill: "backwards",
  });
  animate(shape, { opacity: [1, 0] }, {
    duration: CROWN.enter,
    delay: at + CROWN.between - CROWN.enter,
    fill: "forwards",
  }, () => shape.remove());
};

const crown = () => {
  const icons = all(".royalty thead svg", document);
  const rows = isStill() ? [] : all(".royalty tbody", document);
  const wait = CROWN.between * rows.length;
  rows.forEach((row, index) => coronation(row, icons, CROWN.between * index));
  if (wait) {
    const honours = all(".honours > li", document);
    const known = wait + ALONE;
    const told = known + HONOUR * honours.length;
    isTelling = true;
    all(":is(.you, .winner)", document).forEach((one) => holdBack(one, wait));
    all(".winner ~ *", document).forEach((one) => holdBack(one, known));
    honours.forEach((one, index) => holdBack(one, known + HONOUR * index));
    all(".honours ~ *", document).forEach((one) => holdBack(one, told));
    stamp(document.querySelector(".winner-seal"), wait);
    animate(
      document.querySelector(".winner h2"),
      [{ transform: "scale(.7)", opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: CROWN.enter, delay: wait, fill: "backwards" },
    );
  }
  after(wait, () => {
    isTelling = false;
    play("winner");
  });
};

let isEnd = false;
document.addEventListener("table:ends", () => {
  isEnd = true;
});

let before = seen();
const look = ({ detail }) => {
  const now = seen();
  const isNext = now && before?.table === now.table && before.mark !== now.mark;
  if (isNext && before.rows.length === now.rows.length) perform(before, now, Boolean(detail?.ctx?.request));
  if ((isEnd || detail?.ctx?.request?.method === "POST") && document.querySelector(".winner")) {
    isEnd = false;
    crown();
  }
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
