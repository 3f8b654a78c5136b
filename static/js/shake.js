// A tap that does nothing is seen not to: what was tapped, or what it waits for, shakes.
const SHAKE = { translate: ["0", "-6px", "6px", "-3px", "0"] };
const SHAKE_MILLISECONDS = 300;
const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export const shake = (...parts) => {
  if (!isStill()) parts.forEach((part) => part.animate(SHAKE, SHAKE_MILLISECONDS));
};
