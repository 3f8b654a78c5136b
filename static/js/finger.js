// Which tap was meant for what lay there before it: nothing here touches the page, and all times are passed
// in, in milliseconds. A screen has the boxes of its controls, and says how long it stood (`until`), how far
// the page has scrolled since (`moved`), and whether another phone changed it (`isOthers`).
const MOMENT_MILLISECONDS = 700; // after what another phone changed
const BOUNCE_MILLISECONDS = 350; // between two taps of a finger that meant one
const REPEAT_MILLISECONDS = 200; // between two taps on what is tapped again and again
const NEAR = 48; // pixels between two taps on the same place

export const isNear = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < NEAR;
const within = ({ left, right, top, bottom }, x, y) => x >= left && x <= right && y >= top && y <= bottom;
// Later elements are on top, and what pops up is on top of them all; a dock covers what is under it, and
// stays put while everything else scrolls.
const on = ({ boxes, moved }, { x, y }) =>
  boxes.findLast(({ box, isFixed }) => within(box, x, isFixed ? y : y + moved))?.what;

// What one's own tap changed is waited for: there only a second tap of the same finger is not meant.
const isJust = ({ until, isOthers }, now) =>
  now - until < (isOthers ? MOMENT_MILLISECONDS : BOUNCE_MILLISECONDS);
export const recent = (screens, now) => screens.filter(({ until }) => now - until < 2 * MOMENT_MILLISECONDS);

// What ends a bag waits for what was to be tapped again, which it would end, too.
export const isHasty = (finger, missed) =>
  Boolean(finger.isFinal && missed) && finger.what !== missed.what &&
  finger.at - missed.at < MOMENT_MILLISECONDS;

// The first of the screens is the one that is seen, since `shown`; `last` is where the last tap was, and when
// the finger `bounced` on it since; `missed` is the tap that was to be made again, if it was not yet.
export const isEarly = (finger, last, screens, shown, missed) => {
  const isHere = last && isNear(finger, last);
  // What took the last tap is meant by the next one, too, unless another phone has moved it there since.
  const isAgain = ({ until, isOthers }) =>
    isHere && (last.at > until || !isOthers) && last.what === finger.what;
  // Each take back names its own entry and is put back with a tap: there only a finger that bounces waits.
  const isWish = finger.repeats && finger.repeats === last?.repeats &&
    finger.at - (last.bounced ?? last.at) >= REPEAT_MILLISECONDS;
  return finger.at < shown || isHasty(finger, missed) ||
    screens.slice(1).some((screen) =>
      isJust(screen, finger.at) &&
      (screen.isOthers || (isHere && !isWish)) &&
      on(screen, finger) !== finger.what &&
      !isAgain(screen)
    );
};

// Whether a tap that does nothing is told so; `before` it was the last one. What a finger that bounced wanted
// is done, and a word would only invite it to go on. Later, a tap may be one more wish, as to put back one
// more entry, which must not be lost unseen.
export const isTold = ({ at, isHasty }, before, screens) => {
  const isBounce = before && at - before.at < BOUNCE_MILLISECONDS;
  return isHasty || screens.some((screen) => isJust(screen, at) && (screen.isOthers || !isBounce));
};
