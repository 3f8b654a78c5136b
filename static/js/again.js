import { fill } from "./words.js";

// Where the table's machine could not be reached, the kept page stands at the address that was asked for. It
// asks again by itself, as a board does, and makes way as soon as there is an answer.
const AGAIN_MILLISECONDS = 3_000;
const isKept = document.querySelector("[data-again]") && !location.pathname.endsWith("/offline");

const again = async () => {
  try {
    await fetch(location.href, { method: "HEAD" });
    location.reload();
  } catch {
    setTimeout(again, AGAIN_MILLISECONDS);
  }
};
// What was tapped without a connection, and is not sent before that.
const tell = () => {
  const waits = document.querySelector("[data-waits]");
  const what = JSON.parse(localStorage.getItem("counting-house-outbox") ?? "[]")
    .flatMap((item) => (item.answer ? [] : [item.what])).join(", ");
  if (!what) return;
  waits.textContent = fill(waits.dataset.waits, { what });
  waits.hidden = false;
};
if (isKept) {
  again();
  tell();
}
