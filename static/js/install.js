// Over https, and on the machine itself, the browser may keep the files and a page for lost connections; see
// worker.js. The language is in the worker's address, so that changing it changes that page.
const install = () => {
  const address = new URL(`../../../sw.js?lang=${document.documentElement.lang}`, import.meta.url);
  navigator.serviceWorker.register(address).catch(() => {});
};
if (isSecureContext && navigator.serviceWorker) {
  if (document.readyState === "complete") install();
  else addEventListener("load", install);
}
