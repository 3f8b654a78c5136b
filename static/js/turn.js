// My turn, or an offer to me: the phone signals it once, and not when it is done. A phone that nobody has
// tapped yet may not, and would log a warning.
import { tell } from "./table.js";

const turn = () => document.querySelector("[data-turn]")?.dataset.turn;
let mine = turn();

document.addEventListener("htmx:after:swap", () => {
  const now = turn();
  const isNew = now && now.split(" ").some((word) => !mine?.split(" ").includes(word));
  if (isNew && navigator.userActivation?.hasBeenActive !== false) tell("ring");
  mine = now ?? mine;
});
