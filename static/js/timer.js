// The inspection clock: counts data-remaining down from the moment it arrived; the server keeps the real one.
// Whose turn it is feels it too. What both sound like is in sounds.js.
const shake = () => navigator.vibrate?.([300, 150, 300]);
document.addEventListener("ring", shake);

let ticking = 0;
const show = () => {
  const clock = document.querySelector("[data-timer='running']");
  if (!clock || !ticking) {
    clearInterval(ticking);
    ticking = clock ? setInterval(show, 250) : 0;
  }
  if (!clock) return;
  clock.dataset.until ||= String(performance.now() + Number(clock.dataset.remaining) * 1000);
  const left = Math.max(0, Math.ceil((Number(clock.dataset.until) - performance.now()) / 1000));
  clock.textContent = left
    ? `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`
    : clock.dataset.over;
  // Offers that lie over it say it, too.
  document.querySelectorAll("[data-clock]").forEach((other) => {
    other.textContent = clock.textContent;
  });
  if (left) return;
  clock.dataset.timer = "over";
  clock.closest(".strip")?.classList.add("strip-alarm");
  shake();
  clock.dispatchEvent(new CustomEvent("timer:over", { bubbles: true }));
};

// A locked phone slept through its ticks: the page fetches the clock again; here it is only redrawn.
document.addEventListener("visibilitychange", show);
["htmx:after:swap", "table:reached"].forEach((kind) => document.addEventListener(kind, show));
show();
