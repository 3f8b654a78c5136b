// What a sheet says above its button has room for a few lines. Styles show the sentences that are whole; the
// first of the others has the lines that are left and ends in dots. A last line says how many unfold.
const LINES = 3;

const measure = () => {
  const told = document.querySelector(".told :not([open]) > summary");
  if (!told) return;
  const [said, more] = told.children;
  const sentences = [...said.children];
  const isHidden = ({ offsetLeft }) => offsetLeft > said.offsetLeft;
  more.textContent = "";
  sentences.forEach((one) => one.removeAttribute("data-cut"));
  if (!sentences.some(isHidden)) return;
  more.textContent = more.dataset.more;
  const first = sentences.findIndex(isHidden);
  const height = Number.parseFloat(getComputedStyle(said).lineHeight);
  const used = sentences.slice(0, first).reduce((sum, { offsetHeight }) => sum + offsetHeight, 0);
  const left = LINES - Math.round(used / height);
  if (left > 0) sentences[first].dataset.cut = left;
  more.textContent = more.dataset.more.replace("{number}", sentences.length - first);
};
["htmx:after:swap", "resize", "toggle"].forEach((kind) => addEventListener(kind, measure, true));
measure();
