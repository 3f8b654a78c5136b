// A refusal passes when it is corrected: a change in its field takes its sentence and its line of the summary
// out of sight, the last line the summary too. Their room stays until the form is sent again: a finger that
// is on its way to the button may take as long as it likes.
const TOGETHER = ".deal, .delivery, [data-seats], [data-names]"; // where one field may correct another
const summary = () => document.querySelector("#refusals:not(.settled)");
const settled = (part) => part.classList.add("settled");
const sentence = (id) => document.querySelector(`[id="${id}-refused"]:not(.settled)`);

const mend = ({ target }) => {
  if (!summary() || target.closest(".settled")) return;
  document.querySelectorAll(".refused:not(.settled)").forEach((said) => {
    const place = document.getElementById(said.id.replace(/-refused$/, ""));
    if (!place || !(place.closest(TOGETHER) ?? place).contains(target)) return;
    ["aria-invalid", "aria-describedby"].forEach((name) => place.removeAttribute(name));
    settled(said);
  });
  const lines = [...summary().querySelectorAll("li:has(a)")];
  const left = lines.filter((line) => sentence(line.firstChild.hash.slice(1)));
  lines.filter((line) => !left.includes(line)).forEach(settled);
  if (!left.length) settled(summary());
};
["change", "input"].forEach((kind) => document.addEventListener(kind, mend));
