// The screen stays on while a table is open on this phone, unless that is switched off. Where a page may not
// request that (plain http) a silent video does it, which only a tap may start.
const playing = () => document.querySelector("[data-playing]");
const wanted = () =>
  "awake" in document.documentElement.dataset && playing() && document.visibilityState === "visible";
const film = () => document.getElementById("film");

const roll = () => {
  if (film()) return film();
  const video = document.createElement("video");
  video.id = "film";
  video.className = "unseen";
  video.loop = true;
  video.playsInline = true;
  video.ariaHidden = "true";
  video.tabIndex = -1;
  for (const type of ["webm", "mp4"]) {
    const source = document.createElement("source");
    source.type = `video/${type}`;
    source.src = new URL(`../video/still.${type}`, import.meta.url);
    video.append(source);
  }
  document.documentElement.append(video);
  return video;
};

let lock = null;
const hold = async () => {
  if (!wanted()) {
    lock?.release();
    lock = null;
    film()?.pause();
  } else if (navigator.wakeLock) {
    if (!lock || lock.released) lock = await navigator.wakeLock.request("screen").catch(() => null);
  } else if (film()) film().play().catch(() => {});
};

document.addEventListener("pointerup", () => {
  if (wanted() && !navigator.wakeLock) roll().play().catch(() => {});
});
document.addEventListener("visibilitychange", hold);
document.addEventListener("htmx:after:swap", hold);
hold();
