// When an open secret is covered again by itself: nothing here touches the page. `marks` are its data-*.
const REST_MILLISECONDS = 30000;
const MARKET_MILLISECONDS = 60000;

// For how long nobody touches it.
export const rest = (marks) => marks?.market === "" ? MARKET_MILLISECONDS : REST_MILLISECONDS;

// A bag with nothing in it yet may lie open: its player is at the market, or the phone has gone dark.
export const isBlank = ({ packs }, otherRounds, fields) =>
  packs === "" && !otherRounds &&
  [...fields].every(([name, value]) => !name.startsWith("in-") || !Number(value));
