// A refusal passes when it is corrected: a change in its field takes its sentence and its line of the summary
// out of sight, the last line the summary too. Their room stays until the form is sent again: a finger that
// is on its way to the button may take as long as it likes. Where the button lies in a dock it does not move,
// so there the room closes once the field is left.
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

const isPinned = (part) => {
  const controls = part.closest("form")?.elements ?? document.querySelectorAll(".dock > *");
  const dock = [...controls].map((control) => control.closest(".dock")).find(Boolean);
  return dock !== undefined && getComputedStyle(dock).position === "sticky";
};
// What is tapped again and again must not move under the finger, nor anything before its tap has ended.
const AGAIN = ".stepper, .keypad, .gifts, .pick, [data-slots]";
let isDown = false;
let isLeft = false;
const close = () => {
  if (!isLeft || isDown) return;
  isLeft = false;
  [...document.querySelectorAll(".settled")].filter(isPinned).forEach((part) => part.remove());
};
const leave = () => {
  isLeft = document.querySelector(".settled") !== null;
  setTimeout(close);
};
document.addEventListener("change", (event) => {
  if (event.isTrusted) leave();
});
document.addEventListener("click", ({ target }) => {
  if (!target.closest(AGAIN)) leave();
});
["pointerdown", "pointerup", "pointercancel"].forEach((kind) =>
  document.addEventListener(kind, () => {
    isDown = kind === "pointerdown";
    setTimeout(close);
  })
);

// The first field that is wrong, with what is said beside it, is scrolled out of the dock's way.
export const show = () => {
  const field = document.querySelector("#refusals li a")?.hash.slice(1);
  [field, `${field}-refused`].forEach((id) =>
    document.getElementById(id)?.scrollIntoView({ block: "nearest" })
  );
};
