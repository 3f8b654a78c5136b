// A phone that comes in sees which seats are taken or added meanwhile. An unchanged line stays, and all lines
// do while a finger is on one.
const WAIT_MILLISECONDS = 3000;
const form = () => document.getElementById("place");
const parts = (root) => [...root.querySelectorAll(".bar-title p, #places > li, #taken")];
let timer = 0;

const draw = (root) => {
  if (form().matches(":active")) return;
  const focus = document.activeElement, fresh = parts(root);
  if (fresh.length !== parts(document).length) {
    document.getElementById("places").replaceWith(root.getElementById("places"));
  }
  parts(document).forEach((part, at) => {
    if (fresh[at] && !part.isEqualNode(fresh[at])) part.replaceWith(fresh[at]);
  });
  if (!focus.isConnected) document.getElementById("main").focus({ preventScroll: true });
};

// A shut door is not tried again: that would count as guessing codes.
const ask = async () => {
  const asked = form();
  try {
    if (!document.hidden) {
      const answer = await fetch(asked.action);
      if (answer.status === 404 || answer.status === 429) return;
      const text = await answer.text();
      if (asked !== form()) return;
      if (answer.ok) draw(new DOMParser().parseFromString(text, "text/html"));
    }
  } catch { /* it asks again */ }
  plan();
};
const plan = () => {
  clearTimeout(timer);
  if (form()) timer = setTimeout(ask, WAIT_MILLISECONDS);
};
document.addEventListener("htmx:after:swap", plan);
plan();
