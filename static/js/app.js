// What every page needs: the mark that scripts run, and tokens kept out of addresses.
document.documentElement.classList.add("js");

const tokens = ["csrf_token", "action_id"];
let submitter = null;

// A form that is drawn again by GET carries its fields in the address; its tokens have no business there.
document.addEventListener("submit", (event) => { submitter = event.submitter; }, true);
document.addEventListener("formdata", (event) => {
  const method = submitter?.getAttribute("formmethod") ?? event.target.method;
  if (method.toLowerCase() === "get") tokens.forEach((name) => event.formData.delete(name));
});
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.request.method === "GET") tokens.forEach((name) => ctx.request.body?.delete(name));
});

// A refusal is read out and seen: it gets the focus.
const showRefusals = () => document.getElementById("refusals")?.focus();
document.addEventListener("htmx:after:swap", showRefusals);
showRefusals();
