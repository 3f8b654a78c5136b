// An evening is copied, shared, saved or printed: what no form can do. Every button says which by its
// `data-hand`. Words are copied as a selection, since a table's own network has no https, and without that no
// clipboard.
document.documentElement.classList.toggle("shares", Boolean(navigator.share));

const words = () => document.querySelector(".told-text");

const drawn = async () => {
  const picture = document.querySelector(".told-picture");
  await picture.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: picture.naturalWidth,
    height: picture.naturalHeight,
  });
  canvas.getContext("2d").drawImage(picture, 0, 0);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  return new File([blob], picture.dataset.name, { type: blob.type });
};

const save = (file) => {
  const href = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
};

// Whoever closes the list of apps again has changed their mind, and that is no fault.
const share = (what) => navigator.share(what).catch(() => {});

const WAYS = {
  copy: (button) => {
    words().select();
    if (!document.execCommand("copy")) return;
    button.querySelector("span").textContent = button.dataset.done;
    document.getElementById("said").textContent = button.dataset.done;
  },
  text: () => share({ text: words().value }),
  picture: async () => {
    const files = [await drawn()];
    return navigator.canShare?.({ files }) ? share({ files, text: words().value }) : save(files[0]);
  },
  save: async () => save(await drawn()),
  print: () => print(),
};
export const hand = (target) => {
  const button = target.closest("[data-hand]");
  WAYS[button.dataset.hand](button);
};
