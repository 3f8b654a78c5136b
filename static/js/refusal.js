// A refusal stays on the board, which keeps updating under it, so that it can be read; it goes with the first
// entry after that.
const READ_MILLISECONDS = 9000;
let refusal = null;
let since = 0;

const note = () => {
  const now = document.getElementById("refusals");
  if (now !== refusal) since = Date.now();
  refusal = now;
};

export const keepRefusal = (board, isNew) => {
  const isRead = isNew && Date.now() - since > READ_MILLISECONDS;
  if (refusal?.isConnected && !isRead) board.prepend(refusal.cloneNode(true));
};

document.addEventListener("htmx:after:swap", note);
note();
