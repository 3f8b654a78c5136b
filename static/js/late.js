// Once time is up, a bag that was not dealt with has passed: its sheet is drawn anew, with what was typed.
import { tell } from "./table.js";

const LATE = "late";

document.addEventListener("timer:over", () => {
  const form = document.querySelector("form#bag");
  if (!form) return;
  const again = document.createElement("button");
  Object.assign(again, { formMethod: "get", formAction: form.dataset.here, hidden: true, id: LATE });
  form.append(again);
  form.requestSubmit(again);
  again.remove();
});
// No finger asked for it: what is under one now was not meant.
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  if (ctx?.request?.submitter?.id === LATE) tell("table:drawn");
});
