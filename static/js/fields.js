// The fields of a form, which are all its state.
export const isToken = (name) => ["csrf_token", "action_id"].includes(name);
// Fields of a form that nothing else keeps.
export const TYPED = "main form[method=post]:not([data-here], [data-step], [data-secret], [data-hx-boost]) " +
  ":is(input:not([type]), [type=text], [type=checkbox], [type=radio], textarea, select)";
export const number = (input) => Number.parseInt(input.value, 10) || 0;
export const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
