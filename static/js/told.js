// What a sheet says above its button has room for a few lines. Styles show the sentences that are whole; the
// first of the others has the lines that are left and ends in dots. A last line says how many unfold, unless
// the one that is left out can begin there itself.
const measure = () => {
  const told = document.querySelector(".told :not([open]) > summary");
  if (!told) return;
  const [said, more] = told.children;
  const sentences = [...said.children];
  const isHidden = ({ offsetLeft }) => offsetLeft > said.offsetLeft;
  more.textContent = "";
  sentences.forEach((one) => one.removeAttribute("data-cut"));
  if (!sentences.some(isHidden)) return;
  const fit = () => {
    const { lineHeight, maxHeight } = getComputedStyle(said);
    const lines = (height) => Math.round(height / Number.parseFloat(lineHeight));
    let left = lines(Number.parseFloat(maxHeight));
    let first = 0;
    while (lines(sentences[first].offsetHeight) <= left) {
      left -= lines(sentences[first].offsetHeight);
      first += 1;
    }
    return { first, left };
  };
  let { first, left } = fit();
  const isLast = left > 0 && first === sentences.length - 1;
  if (!isLast) {
    more.textContent = more.dataset.more;
    ({ first, left } = fit());
  }
  if (left > 0) sentences[first].dataset.cut = left;
  if (isLast) return;
  more.textContent = more.dataset.more.replace("{number}", sentences.length - first);
};
["htmx:after:swap", "resize", "toggle"].forEach((kind) => addEventListener(kind, measure, true));
measure();
