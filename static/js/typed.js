// What is typed into a form that nothing else keeps is kept on this phone: a reload or a look at another
// page brings it back, until its form is sent or the page says something else there. Sums and other scripts
// hear of it as if it were typed again.
const KEPT = "counting-house-typed";
const FIELDS = "main form[method=post]:not([data-here], [data-step], [data-secret]) " +
  ":is(input:not([type]), [type=text], textarea)";

const place = () => `${KEPT}${location.pathname}`;
const whose = ({ form, name }) => `${[...document.forms].indexOf(form)}.${name}`;
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

const bringBack = () => {
  const typed = read();
  document.querySelectorAll(FIELDS).forEach((field) => {
    const [drawn, value] = typed[whose(field)] ?? [];
    if (drawn !== field.defaultValue || value === field.value) return;
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
};

document.addEventListener("input", ({ target }) => {
  if (!target.matches(FIELDS)) return;
  keep({ ...read(), [whose(target)]: [target.defaultValue, target.value] });
});
document.addEventListener("htmx:before:request", ({ detail: { ctx: { request, sourceElement } } }) => {
  if (request.method !== "POST" || !sourceElement.elements) return;
  const sent = [...sourceElement.elements].map(whose);
  keep(Object.fromEntries(Object.entries(read()).filter(([field]) => !sent.includes(field))));
});
document.addEventListener("htmx:after:swap", ({ detail }) => {
  if (detail.ctx?.target === document.body) bringBack();
});
bringBack();
