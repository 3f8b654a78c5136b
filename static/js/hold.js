// What is for the player's eyes only: it opens while a finger rests on it, and stays open until it is
// hidden, the phone sleeps, or nobody touches it for a while. A bag that is still being packed keeps its
// place: what hides it by itself is a curtain, behind which it is one hold away.
import { isBlank, rest } from "./cover.js";
import { say } from "./words.js";

const HOLD_MILLISECONDS = 350;
const HINT_MILLISECONDS = 3000;
const KEEP_MILLISECONDS = 300;
const AGAIN_MILLISECONDS = 3000;
const secret = () => document.querySelector("[data-secret]");
const on = (name, act, ...how) => document.addEventListener(name, act, ...how);
const held = ({ target }) => target.closest("[data-hold]");
// What the finger rests on, and what was requested for it.
let control = null;
let asked = null;
let timer = 0;
// Where a finger came down last: what is clicked without one is chosen by a key or a screen reader.
let touched = null;

// A finger that left before the response came is not a hold: what was only to be looked at stays covered.
const release = () => {
  clearTimeout(timer);
  control?.classList.remove("held");
  asked?.abort();
  control = asked = null;
};
on("pointerdown", (event) => {
  release();
  touched = held(event);
  control = event.isPrimary && !event.button ? held(event) : null;
  if (!control) return;
  control.classList.add("held");
  timer = setTimeout(() => control.click(), HOLD_MILLISECONDS);
});
on("pointerup", release);
on("pointercancel", release);
on("pointermove", ({ clientX, clientY }) => {
  if (control && !control.contains(document.elementFromPoint(clientX, clientY))) release();
});
// A mere tap opens nothing, and says so in place of the words below the thumb. A key has no finger, even
// where a browser gives its click the number 1 as that of a tap.
const hint = (link) => {
  const words = link.querySelector("small") ?? link.querySelector("span");
  const { hold } = link.dataset;
  const before = words.textContent;
  say(hold);
  if (before === hold) return;
  words.textContent = hold;
  setTimeout(() => {
    if (words.textContent === hold) words.textContent = before;
  }, HINT_MILLISECONDS);
};
on("click", (event) => {
  const link = event.detail ? held(event) : null;
  if (!link || link !== touched) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  hint(link);
}, true);
on("contextmenu", (event) => {
  if (held(event)) event.preventDefault();
});
// Only a request made by holding, or from the open secret, says so in a header: no address or history entry
// does.
on("htmx:config:request", ({ detail: { ctx: { request, sourceElement } } }) => {
  if (sourceElement.closest("[data-hold], [data-secret]")) request.headers.Held = "1";
  const isLook = !sourceElement.matches("form:not([data-now])");
  if (isLook && control && sourceElement.contains(control)) asked = request;
});
// Whatever follows an open secret replaces it in the history.
on("htmx:before:history:update", ({ detail: { history } }) => {
  if (secret()) history.type = "replace";
});

// Cards are saved as they are tapped: whatever hides them must not lose them.
let keeping = 0;
const keep = () => {
  clearTimeout(keeping);
  if (keeping && secret()) {
    fetch(secret().action, {
      method: "POST",
      body: new URLSearchParams(new FormData(secret())),
      redirect: "manual",
      keepalive: true,
    }).catch(() => keepIn(AGAIN_MILLISECONDS));
  }
  keeping = 0;
};
const keepIn = (milliseconds) => {
  clearTimeout(keeping);
  keeping = setTimeout(keep, milliseconds);
};
// A reload may be answered before what was tapped last is stored: from the first tap on its address is that
// of the covered bag, lest it show an empty one.
on("change", ({ target }) => {
  const form = target.closest("[data-secret]");
  if (!form) return;
  keepIn(KEEP_MILLISECONDS);
  if ("market" in form.dataset) history.replaceState(history.state, "", form.dataset.secret);
});
on("htmx:before:swap", keep);

// Its page is left only for one that can be reached: what waits to be sent stays in sight above the covered
// bag.
const leave = () => {
  const address = secret()?.dataset.secret;
  if (!address) return;
  fetch(address, { method: "HEAD" }).then(
    () => location.replace(address),
    () => setTimeout(leave, AGAIN_MILLISECONDS),
  );
};
let resting = 0;
const close = () => {
  if (!secret() || secret().hidden) return;
  keep();
  secret().hidden = true;
  document.getElementById("covered").hidden = false;
  leave();
};
const hide = () => {
  const form = secret();
  if (form && !isBlank(form.dataset, form.querySelector("nav"), new FormData(form))) close();
};
const watch = () => {
  clearTimeout(resting);
  resting = setTimeout(hide, rest(secret()?.dataset));
};
on("visibilitychange", () => {
  if (document.hidden) hide();
});
// The back-forward cache keeps a page as it was left.
addEventListener("pagehide", () => {
  keep();
  secret()?.replaceChildren();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) close();
});
on("htmx:after:swap", () => {
  control = asked = null;
  watch();
});
on("pointerdown", watch);
on("keydown", () => {
  touched = null;
  watch();
});
watch();
