// A finger that rests on a shield turns the board of a phone in the middle to the next side, and on from side
// to side for as long as it rests. The menu says so, and turns it to who sits opposite.
const HOLD_MILLISECONDS = 350;
const NEXT_SIDE_MILLISECONDS = 700;
let timer = 0;
let isTurned = false;

// By clockwise quarters: how wide and high the page is there, and how it gets there from its upper left.
const SIDES = [
  {},
  { across: "100dvh", high: "100vw", turn: ".25turn", to: "100vw" },
  { across: "100%", high: "100dvh", turn: ".5turn", to: "100% 100%" },
  { across: "100dvh", high: "100vw", turn: "-.25turn", to: "0 100dvh" },
];
const turn = (quarters) => {
  const { dataset, style } = document.documentElement;
  const side = (Number(dataset.opposite ?? 0) + quarters) % SIDES.length;
  if (side) dataset.opposite = side;
  else delete dataset.opposite;
  ["across", "high", "turn", "to"].forEach((what) => style.setProperty(`--${what}`, SIDES[side][what] ?? ""));
};
const turnOn = () => {
  isTurned = true;
  turn(1);
  timer = setTimeout(turnOn, NEXT_SIDE_MILLISECONDS);
};
const isOnShield = ({ target, clientX, clientY }) => {
  const box = target.closest("#board .seat")?.querySelector(".shield").getBoundingClientRect();
  return box && clientX > box.left && clientX < box.right && clientY > box.top && clientY < box.bottom;
};
const release = () => {
  clearTimeout(timer);
  timer = 0;
};
document.addEventListener("pointerdown", (event) => {
  release();
  isTurned = false;
  if (!event.isPrimary || event.button || !isOnShield(event)) return;
  timer = setTimeout(turnOn, HOLD_MILLISECONDS);
});
document.addEventListener("pointermove", (event) => {
  if (timer && !isTurned && !isOnShield(event)) release();
});
["pointerup", "pointercancel"].forEach((end) => document.addEventListener(end, release));
document.addEventListener("contextmenu", (event) => {
  if (timer) event.preventDefault();
});
// The finger that turned the board taps nothing as it lifts, nor is it told what came under it.
document.addEventListener("touchend", (event) => {
  if (isTurned) event.preventDefault();
}, { passive: false });
document.addEventListener("click", (event) => {
  if (!isTurned) return;
  isTurned = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-around]")) turn(2);
});
