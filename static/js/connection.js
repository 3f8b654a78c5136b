// A tap that got no answer says so. The form stays as it was, with its own id: tapping again cannot count twice.
const unreached = () => document.getElementById("unreached");
document.addEventListener("htmx:error", ({ detail }) => { if (detail.ctx && unreached()) unreached().hidden = false; });
// It goes once anything was heard, or with the next tap.
const heard = () => { if (unreached()?.hidden === false) unreached().hidden = true; };
["htmx:before:swap", "table:reached", "click"].forEach((kind) => document.addEventListener(kind, heard));
addEventListener("online", heard);
// No form leaves the page by itself: without a connection the browser's own error would take its place.
addEventListener("submit", (event) => {
  const { target, submitter, defaultPrevented } = event;
  const { htmxPowered } = target.dataset;
  if (defaultPrevented) return;
  if (!htmxPowered) globalThis.htmx?.process(target);
  if (htmxPowered !== target.dataset.htmxPowered) setTimeout(() => target.requestSubmit(submitter));
  else if (navigator.onLine) return;
  else unreached().hidden = false;
  event.preventDefault();
});

// What was booked is read out: a reader only hears a region whose words change after it is there.
const say = () => {
  const said = document.getElementById("said");
  const words = said?.textContent;
  if (!words) return;
  said.textContent = "";
  setTimeout(() => { said.textContent = words; }, 100);
};
document.addEventListener("htmx:after:swap", ({ detail }) => { if (detail.ctx?.target === document.body) say(); });
