// Sentences, which stand in the page in its language.
export const fill = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (_, key) => values[key]);

// Read out: a reader hears a region whose words change after it is there.
export const say = (words) => {
  const said = document.getElementById("said");
  said.textContent = "";
  setTimeout(() => {
    said.textContent = words;
  }, 100);
};
