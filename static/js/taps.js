// Where another control has come under the finger, a tap was meant for what was there before: it does nothing
// until the finger has lifted and a moment has passed. What stayed takes every tap. Keyboards and screen
// readers have no finger: they choose a control directly.
import { isByTap } from "./back.js";
import { isEarly, isHasty, isNear, isTold, recent } from "./finger.js";
import { onceShown } from "./frames.js";
import { tellMoved } from "./words.js";

const CONTROLS = "a, button, summary, label, input, select, textarea";
const KEPT = "counting-house-finger";

// What a control does, however it is drawn: once something else is booked, it is another control.
const passing = /^(class|data-[fh]|aria-[cdi])/;
const isTyped = ({ type }, name) => type === "text" && name === "value";
const FIXED = ":scope > [type=hidden]:not([name=csrf_token], [name=action_id], [name=from])";
const meaning = (control) => {
  const own = control.control ?? control;
  const said = [
    own.nodeName,
    ...[...own.attributes].filter(({ name }) => !passing.test(name) && !isTyped(own, name)).map(({ value }) =>
      value
    ),
  ];
  if (own.nodeName === "SUMMARY") said.push(own.textContent);
  if (own.form && own.type === "submit") {
    said.push(
      own.form.getAttribute("action"),
      ...[...own.form.querySelectorAll(FIXED)].map(({ value }) => value),
    );
  }
  return said.join();
};
const meant = (target) => {
  const control = target.closest?.(CONTROLS);
  return control ? meaning(control) : "";
};

// A row's link reaches over all of its row.
const area = (part) => part.closest(".seat a")?.closest(".seat") ?? part;
const isOver = (part) => Boolean(part.closest("[popover]"));
const look = () => {
  scrolled = scrollY;
  const parts = [...document.querySelectorAll(`.dock, ${CONTROLS}`)].sort((a, b) => isOver(a) - isOver(b));
  return {
    scrolled,
    boxes: parts.map((part) => ({
      box: area(part).getBoundingClientRect(),
      isFixed: Boolean(part.closest(".dock")),
      what: part.matches(CONTROLS) ? meaning(part) : "",
    })),
  };
};

// The screen as it is, and as it was moments ago; when it changed since it was last measured, and whether
// another phone did it.
let screens = [];
let changed = 0;
let isOthers = false;
let scrolled = 0;
// When this page was first seen: a tap before that was meant for the page before it, wherever it lands.
let shown = Infinity;
// Where the finger last went down, on what, and whether that was too early; what was to be tapped again.
let last = null;
let down = null;
let missed = null;

const settle = () => {
  if (!changed) return;
  Object.assign(screens[0], { until: changed, isOthers, moved: scrolled - screens[0].scrolled });
  screens = [look(), ...recent(screens, performance.now())];
  changed = 0;
  isOthers = false;
};
const change = () => {
  if (!changed) requestAnimationFrame(settle);
  changed = performance.now();
};

// All that is known of the previous page is where the last tap was. The browser's own Back, Forward and
// Reload were no tap on a page: nothing that they bring is mistaken for what was there before.
const begin = (isByBrowser) => {
  last = missed = null;
  try {
    if (!isByBrowser) last = JSON.parse(sessionStorage.getItem(KEPT));
  } catch { /* a private window keeps nothing */ }
  screens = [{ scrolled: 0, boxes: last ? [last] : [] }];
  shown = Infinity;
  onceShown(() => {
    shown = performance.now();
  });
  change();
};

const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
addEventListener("pointerdown", (event) => {
  const what = meant(event.target);
  settle();
  // A tap that waited for a busy page was meant for what was there when the finger came down.
  down = { x: event.clientX, y: event.clientY, at: event.timeStamp, what };
  down.repeats = event.target.closest?.("[action$=backs]")?.getAttribute("action");
  // Whoever scrolled since has seen what lies there now.
  const slid = scrollY - screens[0].scrolled;
  const seen = screens.map((screen) => ({ ...screen, moved: screen.moved + slid }));
  down.isFinal = Boolean(event.target.closest?.(".decide button"));
  down.isHasty = isHasty(down, missed);
  down.isEarly = what && isEarly(down, last, seen, shown, missed);
  down.isHeld = event.target.closest?.("[data-hold]");
  down.before = last;
  if (down.isEarly) {
    stop(event);
    if (last) last.bounced = down.at;
    if (isTold(down, last, screens)) {
      tellMoved(down);
      if (!down.isHasty) missed = down;
    }
  } else if (what) missed = null;
  // One that was held back, or hit nothing while a page was laid out, does not show what was meant.
  if (down.isEarly || !what) return;
  last = { ...down, box: area(event.target.closest(CONTROLS)).getBoundingClientRect() };
  try {
    // The next page counts its time from its own beginning.
    sessionStorage.setItem(KEPT, JSON.stringify({ ...last, at: undefined }));
  } catch { /* see above */ }
}, true);
["mousedown", "click"].forEach((kind) =>
  addEventListener(kind, (event) => {
    if (!event.detail || !down || !isNear(event, down)) return;
    if (!down.isEarly && meant(event.target) === down.what) return;
    stop(event);
    // What a hold opened, its lifted finger was not meant for.
    const isTap = !down.isEarly && !down.isHeld && kind === "click";
    // A finger that slid off a control found nothing changed.
    const isMoved = meant(document.elementFromPoint(down.x, down.y) ?? event.target) !== down.what;
    if (isTap && isMoved && isTold({ at: event.timeStamp }, down.before, screens)) {
      tellMoved(down);
      missed = down;
    }
  }, true)
);

new MutationObserver((records) => {
  // A clock's changing text moves nothing, nor does the word about a tap, over which fingers tap.
  if (
    records.some(({ type, target, addedNodes, removedNodes }) =>
      type === "attributes"
        ? target.id !== "said"
        : [...addedNodes, ...removedNodes].some(({ tagName }) => tagName)
    )
  ) change();
}).observe(document, { attributes: true, childList: true, subtree: true });
// It is told before anything is drawn. What grew or slid unseen since the page was measured, a fold, a late
// font, is not what another phone moves, nor what the own finger changed right before.
document.addEventListener("table:drawn", () => {
  if (changed) settle();
  else Object.assign(screens[0], look());
  isOthers = true;
});
addEventListener("scroll", () => {
  if (!changed) scrolled = scrollY;
});
// Whoever has typed since the last tap has seen the screen as it is.
addEventListener("keydown", () => {
  last = null;
}, true);
// Focusing a field may scroll the page; what pops up changes nothing else.
["resize", "focusin", "toggle"].forEach((kind) => addEventListener(kind, change, true));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) begin(true);
});
addEventListener("popstate", () => {
  if (!isByTap()) last = null;
});
begin(["back_forward", "reload"].includes(performance.getEntriesByType("navigation")[0]?.type));
