// Only what is other than before is drawn: the phones of a table do it all at once, and what a reader or a finger is on stays.
const kept = ["open", "data-htmx-powered"];
const kind = (node) => [node.nodeName, node.id, node.classList?.[0]].join();
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
const counterpart = (node, from) => {
  let old = from;
  while (old && isElement(node) && kind(old) !== kind(node)) old = old.nextSibling;
  return old && kind(old) === kind(node) ? old : null;
};

export const renew = (old, fresh) => {
  if (old.isEqualNode(fresh)) return;
  if (!isElement(old)) { old.data = fresh.data; return; }
  [...old.attributes].filter(({ name }) => !fresh.hasAttribute(name) && !kept.includes(name)).forEach(({ name }) => old.removeAttribute(name));
  [...fresh.attributes].forEach(({ name, value }) => { if (old.getAttribute(name) !== value) old.setAttribute(name, value); });
  let at = old.firstChild;
  const dropUntil = (end) => {
    while (at !== end) { const gone = at; at = at.nextSibling; gone.remove(); }
  };
  for (const node of [...fresh.childNodes]) {
    const same = counterpart(node, at);
    if (same) { dropUntil(same); at = same.nextSibling; renew(same, node); continue; }
    old.insertBefore(node, at);
    if (isElement(node)) htmx.process(node);
  }
  dropUntil(null);
};
