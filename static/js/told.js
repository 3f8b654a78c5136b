// What a sheet says above its button has room for a few whole lines; the last one says how many more unfold.
const ROOM = 4;
const measure = () => {
  const told = document.querySelector(".told summary");
  if (!told) return;
  const [lines, more] = told.children;
  const hidden = Math.round(lines.scrollHeight / Number.parseFloat(getComputedStyle(lines).lineHeight)) -
    ROOM;
  more.textContent = hidden > 0 ? more.dataset.more.replace("{number}", hidden + 1) : "";
};
["htmx:after:swap", "resize"].forEach((kind) => addEventListener(kind, measure));
measure();
