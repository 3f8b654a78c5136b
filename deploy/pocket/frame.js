// On every page of the app: the shell page above it has the history, the address and the title, because a
// frame's own history is lost with a reload.
{
  const { shell } = parent;
  // What browsers know of this frame's entries is not the history; all then listen to popstate alone.
  Object.defineProperty(globalThis, "navigation", { value: undefined });
  // Its worker would come between this page and the shell's.
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.resolve();
  const replace = history.replaceState.bind(history);
  ["pushState", "replaceState"].forEach((name) => {
    history[name] = (state, _, url) => {
      replace(state, "", url ?? location.href);
      shell.goes(location.href, state, name);
    };
  });
  const shows = () => shell.shows(document);
  const changes = { subtree: true, childList: true, attributeFilter: ["lang"] };
  new MutationObserver(shows).observe(document, changes);
  addEventListener("pageshow", () => {
    shell.goes(location.href, history.state, "replaceState");
    shows();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    if (link.origin !== location.origin) link.target = "_blank";
    else if (link.hasAttribute("download") || link.pathname.endsWith(".json")) {
      event.preventDefault();
      event.stopPropagation();
      shell.save(link.href);
    }
  }, true);
}
