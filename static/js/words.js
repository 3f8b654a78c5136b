// Sentences, which the page holds in its language.
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

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
export const show = (words) => {
  said().textContent = words;
  said().className = "strip strip-alarm moment";
};
export const putAway = () => {
  said().className = "unseen";
};
