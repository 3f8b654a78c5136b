// From the cards one goes back in the history, to the sheet as it was left: the browser's own way back then
// never leads here from what was booked on that sheet.
const earlier = ({ pathname }) => {
  const entries = globalThis.navigation?.entries() ?? [];
  return entries.slice(0, globalThis.navigation?.currentEntry.index)
    .findLast(({ url }) => new URL(url).pathname === pathname);
};
let isOurs = false;
// Whether this is what the history was just asked for; it is said once.
export const isByTap = () => {
  const was = isOurs;
  isOurs = false;
  return was;
};
document.addEventListener("click", (event) => {
  const back = event.target.closest(".bar:has(~ main .card-table) > a:first-child");
  const entry = back && earlier(back);
  if (!entry) return;
  event.preventDefault();
  event.stopPropagation();
  isOurs = true;
  history.go(entry.index - globalThis.navigation.currentEntry.index);
}, true);
