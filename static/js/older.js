// What older browsers lack, done with what they have: Safari 15.4 is the oldest that a page is made for.
// Before Safari 16 only a button sends a form, and leaves it its submitter.
HTMLFormElement.prototype.requestSubmit ??= function (submitter) {
  const button = submitter ?? document.createElement("button");
  if (!submitter) {
    button.hidden = true;
    this.append(button);
  }
  button.click();
  if (!submitter) button.remove();
};

// Before Safari 17 there are no popovers: a button shows what it controls, and the next tap puts that away.
if (!("popover" in HTMLElement.prototype)) {
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[popovertarget]");
    const told = button && document.getElementById(button.getAttribute("popovertarget"));
    const isAway = told && !told.classList.contains("shown");
    document.querySelectorAll("[popover].shown").forEach((one) => one.classList.remove("shown"));
    if (isAway) told.classList.add("shown");
  });
}
