// Where another control has come under the finger, a tap was meant for what was there before: it does nothing
// until the finger has left and a moment passed. What stayed takes every tap. A keyboard and a reader have no
// finger: they choose a control by itself.
const MOMENT_MILLISECONDS = 700;
const NEAR = 48; // pixels between two taps on the same place
const CONTROLS = "a, button, summary, label, input, select, textarea";
const KEPT = "counting-house-finger";

// What a control does, whichever way it is drawn: what was booked meanwhile makes another of it.
const passing = /^(class|data-[fh]|aria-[cdi])/;
const FIXED = ":scope > [type=hidden]:not([name=csrf_token], [name=action_id])";
const meaning = (control) => {
  const own = control.control ?? control;
  const said = [
    own.nodeName,
    ...[...own.attributes].filter(({ name }) => !passing.test(name)).map(({ value }) => value),
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

const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
const within = ({ left, right, top, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom;
// What lies over the rest comes later; a dock covers what is under it, and stays where all else is scrolled.
const on = ({ boxes, moved }, { x, y }) =>
  boxes.findLast(({ box, isFixed }) => within(box, x, isFixed ? y : y + moved))?.what;
const look = () => {
  scrolled = scrollY;
  return {
    scrolled,
    boxes: [...document.querySelectorAll(`.dock, ${CONTROLS}`)].map((part) => ({
      box: part.getBoundingClientRect(),
      isFixed: Boolean(part.closest(".dock")),
      what: part.matches(CONTROLS) ? meaning(part) : "",
    })),
  };
};

// The screen as it is, and those that were there a moment ago; when it changed since it was looked at, and
// whether another phone did it.
let screens = [];
let changed = 0;
let isOthers = false;
let scrolled = 0;
// Where the finger went down last, on what, and whether that was too early.
let last = null;
let down = null;

const settle = () => {
  if (!changed) return;
  Object.assign(screens[0], { until: changed, isOthers, moved: scrolled - screens[0].scrolled });
  screens = [look(), ...screens.filter(({ until }) => performance.now() - until < 2 * MOMENT_MILLISECONDS)];
  changed = 0;
  isOthers = false;
};
const change = () => {
  if (!changed) requestAnimationFrame(settle);
  changed = performance.now();
};

// The page before is known by the place of the last tap alone.
const begin = () => {
  try {
    last = JSON.parse(sessionStorage.getItem(KEPT));
  } catch { /* a private window keeps nothing */ }
  screens = [{ scrolled: 0, boxes: last ? [last] : [] }];
  change();
};

const isEarly = (finger) =>
  screens.slice(1).some((screen) =>
    finger.at - screen.until < MOMENT_MILLISECONDS &&
    (screen.isOthers || (last && isNear(finger, last))) &&
    on(screen, finger) !== finger.what
  );

const stop = (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
};
addEventListener("pointerdown", (event) => {
  const what = meant(event.target);
  settle();
  // A tap that waited until the page had time was meant for what was there when the finger came.
  down = { x: event.clientX, y: event.clientY, at: event.timeStamp, what };
  down.isEarly = what && isEarly(down);
  if (down.isEarly) stop(event);
  // One that was held back, or hit nothing while a page was laid out, says nothing of what was meant.
  if (down.isEarly || !what) return;
  last = { ...down, box: event.target.closest(CONTROLS)?.getBoundingClientRect() ?? {} };
  try {
    sessionStorage.setItem(KEPT, JSON.stringify(last));
  } catch { /* see above */ }
}, true);
["mousedown", "click"].forEach((kind) =>
  addEventListener(kind, (event) => {
    if (!event.detail || !down || !isNear(event, down)) return;
    if (down.isEarly || meant(event.target) !== down.what) stop(event);
  }, true)
);

new MutationObserver((records) => {
  // The words of a clock move nothing.
  if (
    records.some(({ type, addedNodes, removedNodes }) =>
      type === "attributes" || [...addedNodes, ...removedNodes].some(({ tagName }) => tagName)
    )
  ) change();
}).observe(document, { attributes: true, childList: true, subtree: true });
document.addEventListener("table:drawn", () => {
  isOthers = true;
});
addEventListener("scroll", () => {
  if (!changed) scrolled = scrollY;
});
// A field that gets the focus may be scrolled to.
["resize", "focusin"].forEach((kind) => addEventListener(kind, change));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) begin();
});
begin();
