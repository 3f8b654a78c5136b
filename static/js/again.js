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
if (isKept) again();
