// What a page asks for once it stands, a script or a style sheet, is asked for until it arrives: the Wi-Fi
// may be away at that very moment. It is asked for again after a pause, or as soon as the connection or the
// reader is back.
import { patience } from "./link.js";

const pause = (failures) =>
  new Promise((resolve) => {
    setTimeout(resolve, patience({ failures }, Math.random()));
    addEventListener("online", resolve, { once: true });
    document.addEventListener("visibilitychange", resolve, { once: true });
  });

export const arrived = async (address, failures = 1) => {
  try {
    const answer = await fetch(address);
    if (!answer.ok) throw answer;
    await answer.text();
  } catch {
    await pause(failures);
    await arrived(address, failures + 1);
  }
};

// A browser may remember which script it could not fetch: that one needs another address. Under both it
// would run twice, so each is asked for once.
const scripts = new Map();
const insist = async (name) => {
  try {
    return await import(name);
  } catch {
    const again = `${name}?again`;
    await arrived(new URL(again, import.meta.url));
    return import(again);
  }
};
export const script = (name) => {
  if (!scripts.has(name)) scripts.set(name, insist(name));
  return scripts.get(name);
};
