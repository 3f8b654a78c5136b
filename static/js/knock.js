// A phone at the shut door goes on by itself once it is let in, and is told when nobody answers.
const WAIT_MILLISECONDS = 3000;
const waiting = () => document.querySelector("[data-knock]");
let timer = 0;

const ask = async () => {
  const asked = waiting();
  try {
    if (!document.hidden) {
      const answer = await fetch(location.href, { redirect: "manual" });
      const goesOn = answer.type === "opaqueredirect" ||
        (answer.ok && !(await answer.text()).includes(`data-knock="${asked.dataset.knock}"`));
      if (asked === waiting() && goesOn) return location.reload();
    }
  } catch { /* it asks again */ }
  plan();
};
const plan = () => {
  clearTimeout(timer);
  if (waiting()) timer = setTimeout(ask, WAIT_MILLISECONDS);
};
document.addEventListener("htmx:after:swap", plan);
plan();
