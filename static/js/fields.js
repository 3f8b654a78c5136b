// The fields of a form, which are all its state.
export const isToken = (name) => ["csrf_token", "action_id"].includes(name);
// Fields of a form that nothing else keeps.
export const TYPED = "main form[method=post]" +
  ":not([data-here], [data-step], [data-secret], [data-hx-boost], [data-lost]) " +
  ":is(input:not([type]), [type=text], [type=checkbox], [type=radio], textarea, select)";
// What the table's machine will refuse is no number. It takes groups of three and sums, and digits of any
// script, which are not added up here.
const WHOLE = /^(\d{1,7}|\d{1,3}(\s\d{3}){1,2})$/;
const parts = (value) => value.split("+").map((part) => part.trim());
const isWhole = (value) => parts(value).every((part) => WHOLE.test(part));
export const number = ({ value }) =>
  isWhole(value) ? parts(value).reduce((sum, part) => sum + Number(part.replace(/\s/g, "")), 0) : 0;
export const isNonsense = ({ value }) =>
  Boolean(value.trim()) && !isWhole(value.replace(/(?!\d)\p{Nd}/gu, "0"));
export const changed = (input) => input.dispatchEvent(new Event("change", { bubbles: true }));
