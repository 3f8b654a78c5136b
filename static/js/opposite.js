// A finger that rests on a shield turns the board of a phone in the middle to who sits opposite, and back.
// The menu says so, and does it too.
const HOLD_MILLISECONDS = 350;
let timer = 0;
let isTurned = false;

const turn = () => document.documentElement.toggleAttribute("data-opposite");
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
  timer = setTimeout(() => {
    isTurned = true;
    turn();
  }, HOLD_MILLISECONDS);
});
document.addEventListener("pointermove", (event) => {
  if (timer && !isTurned && !isOnShield(event)) release();
});
["pointerup", "pointercancel"].forEach((end) => document.addEventListener(end, release));
document.addEventListener("contextmenu", (event) => {
  if (timer) event.preventDefault();
});
// The finger that turned the board taps nothing as it lifts.
document.addEventListener("click", (event) => {
  if (!isTurned) return;
  isTurned = false;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-around]")) turn();
});
