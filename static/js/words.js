// Sentences, which the page holds in its language.
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);
// A sentence with a player's name, which has a direction of its own and is not translated.
export const tellOf = (place, name, sentence, values) => {
  place.innerHTML = fill(sentence, { ...values, name: "<bdi translate=no></bdi>" });
  place.querySelector("bdi")?.append(name);
};

// Read out: screen readers announce a live region whose words change after it was added. A word about a tap
// that is shown there stays until it is put away.
const said = () => document.getElementById("said");
const write = (words) => {
  if (!said().classList.contains("moment")) said().textContent = words;
};
export const say = (words) => {
  write("");
  setTimeout(() => write(words), 100);
};

// A word about a tap is shown, too, until it is put away.
export const show = (words, inset = "") => {
  said().style.inset = inset;
  said().textContent = words;
  said().className = "strip strip-alarm moment";
};
export const putAway = () => {
  said().style.inset = "";
  said().className = "unseen";
};

// A tap that does nothing says why at the finger: above it, or below where the screen has no room above.
const WORD_MILLISECONDS = 3000;
const BESIDE_FINGER = 40;
const ROOM = 160;
export const tellAt = ({ y }, words) => {
  const above = `auto 20% ${innerHeight - y + BESIDE_FINGER}px`;
  show(words, y < ROOM ? `${y + BESIDE_FINGER}px 20% auto` : above);
  setTimeout(putAway, WORD_MILLISECONDS);
};
// Something else has come under the finger.
export const tellMoved = (at) => tellAt(at, said().dataset.moved);
