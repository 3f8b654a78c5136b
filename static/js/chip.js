// The chip above every page of a table: whether this phone is connected and, if not, since when.
import { still } from "./still.js";
import { line, tell } from "./table.js";
import { say } from "./words.js";

const wordsOf = ({ shown, answered }) =>
  line().dataset[shown].replace(
    "{time}",
    () =>
      new Date(answered).toLocaleTimeString(document.documentElement.lang, {
        timeStyle: "short",
        hourCycle: "h23",
      }),
  );

export const show = (link, before = link) => {
  if (!line()) return;
  const isNews = (link.shown === "lost") !== (before.shown === "lost");
  if (isNews) tell("table:drawn");
  if (!document.getElementById("live")) {
    line().insertAdjacentHTML(
      "afterbegin",
      '<p id="live"><span role="img"></span><button class="button" type="button"></button></p>',
    );
    document.querySelector("#live span").ariaLabel = line().dataset.live;
    line().hidden = false;
  }
  const chip = document.getElementById("live");
  const words = wordsOf(link);
  const write = () => {
    chip.dataset.state = link.shown;
    chip.lastChild.textContent = words;
  };
  // Writing the same words again would cost every phone of the table a repaint, just when all of them want
  // the board; on a page that was just drawn, nothing has to be kept in its place.
  if (!chip.lastChild.textContent) write();
  else if (chip.lastChild.textContent !== words) still(write);
  if (isNews) say(words);
};
