// The fields of a form, which are all its state.
export const isToken = (name) => ["csrf_token", "action_id"].includes(name);
// Fields of a form that nothing else keeps.
export const TYPED = "main form[method=post]:not([data-here], [data-step], [data-secret], [data-hx-boost]) " +
  ":is(input:not([type]), [type=text], [type=checkbox], [type=radio], textarea, select)";
// What the table's machine will refuse is no number.
const WHOLE = /^ *\d{1,7} *$/;
export const number = ({ value }) => (WHOLE.test(value) ? Number(value) : 0);
export const isNonsense = ({ value }) => Boolean(value.trim()) && !WHOLE.test(value);
export const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
