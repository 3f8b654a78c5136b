import { number } from "./fields.js";
import { all, form, lines, names } from "./sheet.js";
import { tellOf } from "./words.js";

// The names that were used last on this phone, at a new table or in a count.
const USED = "counting-house-names";
export const used = () => {
  try {
    return JSON.parse(localStorage.getItem(USED) ?? "[]");
  } catch {
    return [];
  }
};
export const use = (inputs) => {
  const every = inputs.map(({ value }) => value.trim()).filter(Boolean);
  try {
    if (every.length) localStorage.setItem(USED, JSON.stringify(every));
  } catch { /* a private window keeps nothing */ }
};

// The server judges the names in the end; obvious faults are pointed out while typing, the first one beside
// its line.
const plain = ({ value }) => value.normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
export const isLong = ({ value }) => {
  const { longest } = document.querySelector("[data-longest]").dataset;
  return [...value.normalize("NFC").trim().replace(/\s+/g, " ")].length > longest;
};
const faultOf = (line, at, every) => {
  const name = plain(line);
  if (isLong(line)) return "long";
  if (!name) return all(`[name^="${line.name.slice(5)}-"]`).some(number) && "nameless";
  return every.slice(0, at).some((other) => plain(other) === name) && "twice";
};
export const tell = (line, why) => {
  const said = form().querySelector("[data-twice]");
  said.hidden = !line;
  all(`[aria-describedby="${said.id}"]`).forEach((old) =>
    ["aria-invalid", "aria-describedby"].forEach((name) => old.removeAttribute(name))
  );
  if (!line) return;
  tellOf(said.lastChild, line.value.trim(), said.dataset[why], { count: names().length });
  line.parentElement.after(said);
  line.setAttribute("aria-invalid", "true");
  line.setAttribute("aria-describedby", said.id);
};
export const check = (fewest = 0) => {
  const wrong = lines().find(faultOf) ??
    (names().length < fewest ? lines().find((line) => !plain(line)) : undefined);
  tell(wrong, wrong && (faultOf(wrong, lines().indexOf(wrong), lines()) || "few"));
  return wrong;
};
