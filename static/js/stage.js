// The count as a race, on the stage: bars grow step by step, Kings and Queens are crowned one by one, then
// the winner, then honour by honour in place of the crowns. Without this script, or for who wants no motion,
// the result simply stands there.
import { play } from "./sounds.js";

const race = () => document.querySelector(".race");
const all = (selector) => [...race().querySelectorAll(selector)];
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const last = () => Number(race().dataset.last);
const end = () => Number(race().dataset.end);
const soon = () => setTimeout(advance, Number(race().dataset.step));

let hadRace = Boolean(race());
let step = null;
let timer = 0;

const draw = () => {
  race().classList.toggle("race-told", step > last());
  all("[data-at]").forEach((one) => one.classList.toggle("yet", Number(one.dataset.at) > step));
  all("[data-sums]").forEach((total) => {
    const sums = total.dataset.sums.split(" ");
    total.textContent = step < 0 ? 0 : sums[Math.min(step, sums.length - 1)];
  });
};

const advance = () => {
  if (!race()) return;
  step += 1;
  draw();
  play(step === last() ? "winner" : step < 2 ? "coins" : "seal");
  if (step < end()) timer = soon();
  else step = null;
};

const begin = () => {
  step = -1;
  draw();
  timer = soon();
};

// What is drawn anew meanwhile stands at the end of the race: it goes on from where it was.
document.addEventListener("htmx:after:swap", () => {
  const hasRace = Boolean(race());
  if (!hasRace) clearTimeout(timer);
  else if (!hadRace && !isStill()) begin();
  else if (step !== null) draw();
  hadRace = hasRace;
});
