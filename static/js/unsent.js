// A count whose result was asked for without a connection is sent again by itself until it is answered: its
// own id makes it count once. Whoever taps meanwhile goes on by hand, as the message goes that promises it.
const AGAIN_MILLISECONDS = 3_000;
const LONGEST_MILLISECONDS = 15_000;
const form = () => document.getElementById("count");
const message = () => document.getElementById("unreached");
let timer = 0;

const stop = () => {
  clearTimeout(timer);
  timer = 0;
};
const send = () => {
  stop();
  form()?.requestSubmit();
};
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx) return;
  const isCount = ctx.sourceElement === form() && ctx.text === undefined;
  message().dataset.words ??= message().textContent;
  message().textContent = isCount ? form().dataset.unsent : message().dataset.words;
  stop();
  if (isCount) timer = setTimeout(send, AGAIN_MILLISECONDS);
});
addEventListener("online", () => {
  if (timer) send();
});
["click", "htmx:before:swap"].forEach((kind) => addEventListener(kind, stop, true));
htmx.config.defaultTimeout = LONGEST_MILLISECONDS;
