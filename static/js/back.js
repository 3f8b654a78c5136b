// From the cards one goes back in the history, to the sheet as it was left: the browser's own way back then
// never leads here from what was booked on that sheet. What the menu led to leads back to the menu.
const before = () => {
  const { navigation } = globalThis;
  return navigation?.entries().slice(0, navigation.currentEntry.index) ?? [];
};
const path = ({ url }) => new URL(url).pathname;
const earlier = ({ pathname }) => before().findLast((entry) => path(entry) === pathname);
const menu = () => before().slice(-1).find((entry) => path(entry).endsWith("/menu"));
const CARDS = ".bar:has(~ main .card-table)";
let isOurs = false;
// Whether this is what the history was just asked for; it is said once.
export const isByTap = () => {
  const was = isOurs;
  isOurs = false;
  return was;
};
document.addEventListener("click", (event) => {
  const back = event.target.closest(".bar > a:first-child");
  const entry = back && (back.closest(CARDS) ? earlier(back) : menu());
  if (!entry) return;
  event.preventDefault();
  event.stopPropagation();
  isOurs = true;
  history.go(entry.index - globalThis.navigation.currentEntry.index);
}, true);
