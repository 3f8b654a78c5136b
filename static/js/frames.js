// What was drawn in one frame is on the screen in the next.
export const onceShown = (act) => requestAnimationFrame(() => requestAnimationFrame(act));
