// Whoever goes back in the history has another address at once, and its page once that is fetched. In the end
// the screen shows the page of its address, whatever else was under way.
const RESTORES = "HX-History-Restore-Request";
let isSending = false;
// The page of the address is "asked" for, or "missing".
let awaited = "";

const isPost = ({ request }) => request.method === "POST";
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (isPost(ctx)) isSending = true;
});
document.addEventListener("htmx:before:history:restore", () => {
  awaited = "asked";
  // It takes the place of another page that was asked for, but what is being sent is not broken off.
  if (!isSending) document.body.setAttribute("data-hx-sync", "html:replace");
});
// A response that brings its own address.
document.addEventListener("htmx:after:history:update", () => {
  awaited = "";
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx?.request?.headers[RESTORES]) awaited = "";
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (ctx?.request?.headers[RESTORES]) awaited = "missing";
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (!isPost(ctx)) return;
  isSending = false;
  if (awaited && ctx.text !== undefined) location.reload();
});
["table:reached", "online"].forEach((kind) =>
  addEventListener(kind, () => {
    if (awaited === "missing") location.reload();
  }, true)
);
