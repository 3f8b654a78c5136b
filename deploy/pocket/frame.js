// On every page of the app: the shell page above it has the history, the address and the title, because a
// frame's own history is lost with a reload.
{
  const { shell } = parent;
  // What browsers know of this frame's entries is not the history; all then listen to popstate alone.
  Object.defineProperty(globalThis, "navigation", { value: undefined });
  const here = () => location.href;
  const replace = history.replaceState.bind(history);
  history.pushState = (state, _, url) => {
    replace(state, "", url ?? here());
    shell.goes(here(), state, true);
  };
  history.replaceState = (state, _, url) => {
    replace(state, "", url ?? here());
    shell.goes(here(), state, false);
  };
  const shows = () => shell.shows(document);
  new MutationObserver(shows).observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ["lang"],
  });
  addEventListener("pageshow", () => {
    shell.goes(here(), history.state, false);
    shows();
  });
  // Its worker would come between this page and the shell's.
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.resolve();
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    if (link.origin !== location.origin) link.target = "_blank";
    else if (link.hasAttribute("download")) {
      event.preventDefault();
      event.stopPropagation();
      shell.save(link.href, link.dataset.copy);
    }
  }, true);
}
