// A page of a group says by itself that the group is deleted, or that its link has ended for this phone.
const WAIT_MILLISECONDS = 30_000;
const ENDED = [403, 410];
let timer = 0;

const ask = async () => {
  clearTimeout(timer);
  try {
    if (!document.hidden) {
      const answer = await fetch(location.href, { method: "HEAD" });
      if (ENDED.includes(answer.status)) return location.reload();
    }
  } catch { /* it asks again */ }
  timer = setTimeout(ask, WAIT_MILLISECONDS);
};
if (document.querySelector("body[data-group]")) {
  timer = setTimeout(ask, WAIT_MILLISECONDS);
  document.addEventListener("visibilitychange", ask);
}
