// My turn, or an offer to me: the phone says so once, and nothing when one is done with. A phone that nobody
// has tapped yet may not, and complains about it.
import { tell } from "./table.js";

const turn = () => document.querySelector("[data-turn]")?.dataset.turn;
let mine = turn();

document.addEventListener("htmx:after:swap", () => {
  const now = turn();
  const isNew = now && now.split(" ").some((word) => !mine?.split(" ").includes(word));
  if (isNew && navigator.userActivation?.hasBeenActive !== false) tell("ring");
  mine = now ?? mine;
});
