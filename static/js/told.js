// What a sheet says above its button has room for a few lines. Styles show the sentences that are whole;
// a last line says how many lines unfold: two at least.
const measure = () => {
  const told = document.querySelector(".told :not([open]) > summary");
  if (!told) return;
  const [said, more] = told.children;
  const isHidden = ({ offsetLeft }) => offsetLeft > said.offsetLeft;
  const hidden = () => [...said.children].filter(isHidden);
  more.textContent = "";
  if (!hidden().length) return;
  more.textContent = more.dataset.more;
  const height = hidden().reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const number = Math.round(height / Number.parseFloat(getComputedStyle(said).lineHeight));
  more.textContent = more.dataset.more.replace("{number}", Math.max(2, number));
};
["htmx:after:swap", "resize", "toggle"].forEach((kind) => addEventListener(kind, measure, true));
measure();
