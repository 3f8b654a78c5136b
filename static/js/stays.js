// The target of the address's fragment stays where it was, if it was in sight before the tap.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const target = document.getElementById(ctx?.request?.anchor);
  const { top, bottom } = target?.getBoundingClientRect() ?? {};
  if (!(top >= 0 && bottom <= innerHeight)) return;
  ctx.stays = { id: target.id, top };
  ctx.request.anchor = "";
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  const target = document.getElementById(ctx?.stays?.id);
  target?.focus({ preventScroll: true });
  if (target) scrollBy(0, target.getBoundingClientRect().top - ctx.stays.top);
});
