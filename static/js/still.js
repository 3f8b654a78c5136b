// What comes above a page, or goes from there, moves nothing that a finger aims at: where the page has room,
// it is scrolled along.
export const still = (draw) => {
  const main = document.getElementById("main");
  const { top } = main.getBoundingClientRect();
  draw();
  if (scrollY) scrollBy({ top: main.getBoundingClientRect().top - top, behavior: "instant" });
};
