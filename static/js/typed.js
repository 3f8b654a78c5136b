// What is typed into a form that nothing else keeps, or chosen there, is kept on this phone: a reload or a
// look at another page brings it back, until its form is sent or the page says something else there. Sums and
// other scripts hear of it as if it were typed again. A form with a place for it says that it is not saved.
import { TYPED as FIELDS } from "./fields.js";

const KEPT = "counting-house-typed";

const place = () => `${KEPT}${location.pathname}`;
const isTick = ({ type }) => ["checkbox", "radio"].includes(type);
const now = (field) => (isTick(field) ? "checked" : "value");
const drawn = (field) =>
  isTick(field)
    ? field.defaultChecked
    : field.defaultValue ?? [...field.options].findIndex((option) => option.defaultSelected);
// A change of the table moves the forms, but not what each is for.
const whose = (field) => [field.form.getAttribute("action"), field.name, isTick(field) && field.value].join();
const read = () => {
  try {
    return JSON.parse(sessionStorage.getItem(place())) ?? {};
  } catch {
    return {};
  }
};
const keep = (typed) => {
  try {
    if (Object.keys(typed).length) sessionStorage.setItem(place(), JSON.stringify(typed));
    else sessionStorage.removeItem(place());
  } catch { /* a private window keeps nothing */ }
};

const mark = (form) => {
  const said = form.querySelector("[data-unsaved]");
  if (!said) return;
  said.hidden = [...form.elements].every((field) =>
    !field.matches(FIELDS) || drawn(field) === field[now(field)]
  );
};

const bringBack = () => {
  const typed = read();
  document.querySelectorAll(FIELDS).forEach((field) => {
    const [was, value] = typed[whose(field)] ?? [];
    if (was !== drawn(field) || value === field[now(field)]) return;
    field[now(field)] = value;
    field.closest("details")?.setAttribute("open", "");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
};

// A refusal draws what was sent; a reload draws what was there before it.
let refused = {};
const before = (field) => refused[whose(field)]?.[0] ?? drawn(field);

// A tick is an input first: one that is saved at once is not kept after that.
const note = ({ type, target }) => {
  if (!target.matches(FIELDS) || type === "change" && isTick(target)) return;
  const group = [...target.form.elements].filter(({ name }) => name === target.name);
  const states = group.map((field) => [whose(field), [before(field), field[now(field)]]]);
  keep({ ...read(), ...Object.fromEntries(states) });
  mark(target.form);
};
// The buttons of a number only change it.
["change", "input"].forEach((kind) => document.addEventListener(kind, note));
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { request, sourceElement } = ctx;
  if (request.method !== "POST" || !sourceElement.elements) return;
  const sent = [...sourceElement.elements].map(whose);
  ctx.typed = read();
  keep(Object.fromEntries(Object.entries(ctx.typed).filter(([field]) => !sent.includes(field))));
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-discard]")) keep({});
}, true);
const FIRST_REFUSAL = 400; // of the status of a response
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx?.target !== document.body) return;
  const isRefused = ctx.typed && ctx.response?.status >= FIRST_REFUSAL;
  refused = isRefused ? ctx.typed : {};
  if (isRefused) keep(refused);
  bringBack();
});
// What was typed before this was loaded is kept, too.
document.querySelectorAll(FIELDS).forEach((target) => {
  if (!target.options && drawn(target) !== target[now(target)]) note({ target });
});
bringBack();
