// A half-filled form stands in the page's address: a reload, or a phone that slept, brings it back. Its fields are all its state.
const left = (name) => ["csrf_token", "action_id"].includes(name);
let soon = 0;

const keep = (form) => {
  const filled = [...new FormData(form)].filter(([name, value]) => value !== "" && !left(name));
  history.replaceState(history.state, "", `${form.dataset.here}?${new URLSearchParams(filled)}`);
};

// A moment later: other scripts have then written their fields too, and browsers count how often an address changes.
const later = (event) => {
  const form = event.target.closest?.("form[data-here]");
  if (!form) return;
  clearTimeout(soon);
  soon = setTimeout(() => { if (form.isConnected) keep(form); }, 150);
};
["change", "input", "click"].forEach((kind) => document.addEventListener(kind, later));
