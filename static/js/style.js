// Fetching replaces a page's body alone. The kinds of pages, and all of them after an upgrade, have different
// style sheets: one is loaded before its page is drawn, and replaces the one before it.
import { arrived } from "./fetched.js";

const sheets = () => [...document.querySelectorAll("link[rel=stylesheet]")];
const address = (sheet) => sheet.getAttribute("href");
const sheetOf = (text) => text.match(/<link rel="stylesheet" href="([^"]+)"/)?.[1];

const isThere = (wanted) => sheets().some((sheet) => address(sheet) === wanted);

const loaded = (wanted) =>
  new Promise((resolve, reject) => {
    if (!wanted || isThere(wanted)) {
      resolve();
      return;
    }
    const sheet = document.createElement("link");
    // It loads, and changes nothing yet.
    Object.assign(sheet, { rel: "stylesheet", href: wanted, media: "not all" });
    sheet.onload = resolve;
    sheet.onerror = () => {
      sheet.remove();
      reject(sheet);
    };
    document.head.append(sheet);
  });

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const send = ctx.fetch ?? fetch;
  ctx.fetch = async (...request) => {
    const response = await send(...request);
    await loaded(sheetOf(await response.clone().text())).catch(() => {});
    return response;
  };
});
const use = (wanted) =>
  sheets().forEach((sheet) => {
    sheet.media = address(sheet) === wanted ? "all" : "not all";
  });
// What was kept on this phone is drawn without a request, and a sheet may not arrive: until it does, the page
// stands in the style of the one before.
let next = null;
let shown = null;
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail;
  // The sum of a sheet that is over is answered with a board, of which nothing belongs on the sheet.
  if (ctx.select && !tasks[0].fragment.childElementCount) {
    event.preventDefault();
    return;
  }
  const wanted = sheetOf(ctx?.text ?? "");
  next = isThere(wanted) ? wanted : null;
  shown = wanted ?? shown;
  if (!wanted || next) return;
  arrived(wanted).then(() => loaded(wanted)).then(() => {
    if (shown === wanted) use(wanted);
  });
});
// Only once the new page is there: else the old one is laid out in a style that is not its own, as it goes.
document.addEventListener("htmx:before:settle", () => {
  if (next) use(next);
  next = null;
});
