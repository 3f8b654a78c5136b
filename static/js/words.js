// Sentences, which the page holds in its language.
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// Read out: screen readers announce a live region whose words change after it was added.
export const say = (words) => {
  const said = document.getElementById("said");
  said.textContent = "";
  setTimeout(() => {
    said.textContent = words;
  }, 100);
};
