// A table, and which of its pages this phone shows.
export const table = () => location.pathname.match(/^.*\/g\/[^/]+/)?.[0];
// The page of a running game: it knows its stamp. On the way Back the address is already that of the page to
// come: what is still shown belongs to no table then.
export const page = () => (table() ? document.querySelector("[data-stamp]") : null);
export const boardIn = (root) => root.querySelector("#board[data-live]");
export const board = () => boardIn(document);
export const phones = () => document.getElementById("phones");
// Above every page: whether this phone is connected, and what is waiting to be sent.
export const line = () => document.querySelector(".line");
// Scripts signal each other by events on the document.
export const tell = (name) => document.dispatchEvent(new Event(name));
