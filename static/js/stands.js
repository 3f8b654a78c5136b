// A changed stand that has not been sent yet is the next thing to send, unless it is discarded; until then no
// other stand can be changed. Once the count is closed nothing is sent any more: a button leads on.

const isChanged = ({ elements }) =>
  [...elements].some(({ defaultValue, value }) => (value || "0") !== (defaultValue || "0"));

const weigh = () => {
  const isOver = document.getElementById("onward") !== null;
  const puts = [...document.querySelectorAll("[data-put-right]")];
  const now = puts.find((put) => "refused" in put.dataset || isChanged(put.form));
  puts.forEach((put) => {
    put.hidden = put !== now || isOver;
    put.form.parentNode.inert = Boolean(now) && put !== now;
    put.form.parentNode.classList.toggle("unsent", put === now);
  });
  if (!puts.length) return;
  const dock = puts[0].parentNode;
  dock.lastElementChild.hidden = Boolean(now) && !isOver;
  dock.querySelector("[data-discard]").hidden = !now || isOver;
};
["change", "input", "table:led", "htmx:after:swap"].forEach((kind) => document.addEventListener(kind, weigh));
weigh();
