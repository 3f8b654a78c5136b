// A refusal stays on the board, which keeps updating under it, so that it can be read; it goes with the first
// entry after that.
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
  const isRead = isNew && Date.now() - since > READ_MILLISECONDS;
  isKept = Boolean(refusal?.isConnected) && !isRead;
  if (!isKept) return;
  const before = board.querySelectorAll(".beside > :is(.last, #laws, [action$='/timers'])");
  [...before].at(-1).after(refusal.cloneNode(true));
};

document.addEventListener("htmx:after:swap", note);
note();
