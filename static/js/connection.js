// A tap that got no answer says so. The form stays as it was, with its own id: tapping again cannot count twice.
const unreached = () => document.getElementById("unreached");
document.addEventListener("htmx:error", ({ detail }) => { if (detail.ctx && unreached()) unreached().hidden = false; });
document.addEventListener("htmx:before:swap", () => { if (unreached()?.hidden === false) unreached().hidden = true; });

// What was booked is read out: a reader only hears a region whose words change after it is there.
const say = () => {
  const said = document.getElementById("said");
  const words = said?.textContent;
  if (!words) return;
  said.textContent = "";
  setTimeout(() => { said.textContent = words; }, 100);
};
document.addEventListener("htmx:after:swap", ({ detail }) => { if (detail.ctx?.target === document.body) say(); });
