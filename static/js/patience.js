// One answer is out at a time: another tap meanwhile sends nothing, and is answered with a word.
const said = () => document.getElementById("said");

document.addEventListener("htmx:config:request", ({ detail: { ctx: { request, sourceElement } } }) => {
  const control = document.querySelector(".waiting");
  if (!control || control === (request.submitter ?? sourceElement)) return;
  if (sourceElement.hasAttribute("data-hx-sync")) return;
  said().textContent = said().dataset.moment;
  said().className = "strip strip-alarm moment";
});
document.addEventListener("htmx:finally:request", () => {
  said().className = "unseen";
});
