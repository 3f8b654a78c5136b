// The table that a page belongs to.
export const table = () => location.pathname.match(/^.*\/g\/[^/]+/)?.[0];
// Above every page of it: whether this phone is connected, and what waits to be sent.
export const line = () => document.querySelector(".line");
// Scripts hear of each other by events of the document.
export const tell = (name) => document.dispatchEvent(new Event(name));
