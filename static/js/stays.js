// The target of the address's fragment stays where it was, if it was in sight before the tap.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const target = document.getElementById(ctx?.request?.anchor);
  const { top, bottom } = target?.getBoundingClientRect() ?? {};
  // What is not drawn yet has no height and lies nowhere.
  if (!(top >= 0 && bottom > top && bottom <= innerHeight)) return;
  ctx.stays = { id: target.id, top };
  ctx.request.anchor = "";
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const target = document.getElementById(ctx?.stays?.id);
  target?.focus({ preventScroll: true });
  if (target) scrollBy(0, target.getBoundingClientRect().top - ctx.stays.top);
});

// Where a sum above or around the finger grows, what was tapped stays under it.
let finger = null;
const inputOf = (control) => control?.closest(".stepper")?.querySelector("input") ?? control;
const tapped = () => (finger?.isConnected ? finger : document.getElementById(finger?.id));
const top = () => tapped()?.getBoundingClientRect().top;
document.addEventListener("pointerdown", ({ target }) => {
  finger = inputOf(target.closest("button, label, summary, input"));
}, true);
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx?.sourceElement?.id === "sum") ctx.finger = top();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const moved = top() - ctx?.finger;
  if (moved) scrollBy(0, moved);
});
