// Sentences, which the page holds in its language.
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// Read out: screen readers announce a live region whose words change after it was added.
const said = () => document.getElementById("said");
export const say = (words) => {
  said().textContent = "";
  setTimeout(() => {
    said().textContent = words;
  }, 100);
};

// A word about a tap is shown, too, until it is put away.
export const show = (words) => {
  said().textContent = words;
  said().className = "strip strip-alarm moment";
};
export const putAway = () => {
  said().className = "unseen";
};
