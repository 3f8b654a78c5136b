// A refusal stays on the board, which keeps updating under it, so that it can be read; with an entry its
// cause may be gone, and it goes as soon as it had that time.
const READ_MILLISECONDS = 9000;
let refusal = null;
let since = 0;

let isKept = false;

const note = () => {
  const now = document.getElementById("refusals");
  if (now !== refusal && !isKept) since = Date.now();
  refusal = now;
  isKept = false;
};

export const keepRefusal = (board, isNew) => {
  const shown = since;
  const left = shown + READ_MILLISECONDS - Date.now();
  isKept = Boolean(refusal?.isConnected) && !(isNew && left < 0);
  if (!isKept) return;
  const before = board.querySelectorAll(".beside > :is(.last, #laws, [action$='/timers'])");
  [...before].at(-1).after(refusal.cloneNode(true));
  if (!isNew) return;
  setTimeout(() => {
    if (since === shown) refusal.remove();
  }, left);
};

document.addEventListener("htmx:after:swap", note);
note();
