// A tap that got no response from the table's machine is kept on this phone and sent again, in order, until
// there is a definite response. Its own id makes it count once. It is not drawn before that: what the board
// shows is in the journal.
import { still } from "./still.js";
import { line, table, tell } from "./table.js";
import { fill } from "./words.js";

const KEPT = "counting-house-outbox";
const strip = () => document.getElementById("outbox");

const read = () => {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? [];
  } catch {
    return [];
  }
};
const write = (items) => {
  try {
    localStorage.setItem(KEPT, JSON.stringify(items));
    return true;
  } catch {
    return false;
  }
};
const waiting = () => read().filter((item) => !item.answer);
const change = (id, ...others) => write(read().flatMap((item) => (item.id === id ? others : [item])));
const shown = () => read().find((item) => item.answer) ?? read()[0];

let tries = 0;
let timer = 0;
let isSending = false;
// Whether anything else was asked for in vain while a tap waits.
let isShut = false;
// What was booked since the last look, and where it leads.
let booked = [];

// What it moves may be under somebody's finger.
const moved = () => tell("table:drawn");

const drawStrip = () => {
  const item = shown();
  if (!item) {
    isShut = false;
    if (strip()) {
      moved();
      strip().remove();
    }
    return;
  }
  if (!strip()) {
    moved();
    const buttons = ["send", "look", "drop"].map((name) =>
      `<button class="button" type="button" data-${name}></button>`
    );
    line().insertAdjacentHTML(
      "beforeend",
      `<div id="outbox" class="strip strip-alarm"><p role="status"></p>${buttons.join("")}</div>`,
    );
    [...strip().querySelectorAll("button")].forEach((button, at) => {
      button.textContent = line().dataset[["send", "look", "drop"][at]];
    });
    line().hidden = false;
  }
  const [said, send, look] = strip().children;
  const number = read().length - 1;
  const sentence = fill(line().dataset[item.answer ? "refused" : number ? "more" : "one"], {
    what: item.what,
    number,
  });
  const words = isShut && !item.answer ? `${sentence}. ${line().dataset.shut}` : sentence;
  if (said.textContent !== words) said.textContent = words;
  send.hidden = Boolean(item.answer);
  look.hidden = !item.answer;
};
// Every page asks, and to measure costs a phone something.
const draw = () => {
  if (line() && (shown() || strip())) still(drawStrip);
};

const address = () => location.pathname + location.search;

const keep = ({ request, sourceElement }) => {
  const id = request.body.get("action_id");
  const button = request.submitter ?? sourceElement.querySelector("button:not([type=button])");
  const good = sourceElement.querySelector(":checked")?.parentNode.textContent.trim();
  const what = fill(button?.dataset.what ?? sourceElement.dataset.what ?? "{what}", {
    what: (button?.querySelector("strong") ?? button)?.textContent.trim() ?? "",
    number: request.body.get("number"),
    good: document.documentElement.lang === "de" ? good : good?.toLowerCase(), // its nouns have capitals
  });
  const item = {
    id,
    what: what.replace(/\.$/, ""), // a sentence goes on behind it
    to: request.action,
    body: String(request.body),
    from: address(),
  };
  return Boolean(id) && write([...read().filter((other) => other.id !== id), item]);
};

const isOurs = (ctx) =>
  ctx?.request.method === "POST" && !ctx.sourceElement.matches("[data-now]") &&
  table() && new URL(ctx.request.action, location).pathname.startsWith(`${table()}/`);

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  if (!isOurs(ctx) || !waiting().length || !keep(ctx)) return;
  event.preventDefault();
  draw();
  send();
});
document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  if (!ctx || ctx.text !== undefined || !(isOurs(ctx) ? keep(ctx) : waiting().length)) return;
  isShut = !isOurs(ctx);
  still(() => {
    document.getElementById("unreached").hidden = true;
  });
  draw();
  later();
});

const later = () => {
  clearTimeout(timer);
  timer = setTimeout(send, Math.min(15000, 1000 * 2 ** tries));
};

const post = async (item) => {
  const body = new URLSearchParams(item.body);
  const token = document.querySelector("[name=csrf_token]")?.value;
  if (token) body.set("csrf_token", token);
  const answer = await fetch(item.to, { method: "POST", body, signal: AbortSignal.timeout?.(15000) });
  if (answer.status === 429 || answer.status >= 500) throw answer;
  const text = await answer.text();
  if (answer.ok) {
    booked.push({ ...item, to: answer.url });
    change(item.id);
  } else {
    const from = answer.headers.get("HX-Replace-Url") ?? item.from;
    const why = new DOMParser().parseFromString(text, "text/html").querySelector("#refusals li")?.textContent;
    if (why) item.what += ` – ${why}`;
    if (!change(item.id, { ...item, from, answer: text })) change(item.id, { ...item, from, answer: "-" });
  }
};

const send = async () => {
  if (isSending || !waiting().length) return;
  isSending = true;
  clearTimeout(timer);
  try {
    while (waiting().length) {
      await post(waiting()[0]);
      tries = 0;
      draw();
    }
  } catch {
    tries += 1;
  }
  isSending = false;
  if (waiting().length) {
    later();
    return;
  }
  // A booked sheet goes on to the board, as it does after a tap. One that was reloaded meanwhile has another
  // id, but its address still says what it was filled with.
  const done = booked.find(({ id, from }) =>
    document.querySelector(
      `main:not(:has(#board)) [name=action_id]${from === address() ? "" : `[value="${id}"]`}`,
    )
  );
  if (done) location.replace(done.to);
  else tell("table:booked");
  booked = [];
};

const look = ({ id, answer, from }) => {
  change(id);
  if (answer === "-") {
    location.assign(from);
    return;
  }
  history.pushState(null, "", from);
  htmx.swap({ text: answer, target: document.body, sourceElement: document.body, swap: "innerHTML" });
};

document.addEventListener("click", ({ target }) => {
  const button = target.closest("#outbox button");
  if (!button || !shown()) return;
  if ("send" in button.dataset) {
    tries = 0;
    send();
  } else if ("look" in button.dataset) look(shown());
  else {
    change(shown().id);
    draw();
  }
});
["table:reached", "visibilitychange"].forEach((kind) =>
  document.addEventListener(kind, () => {
    if (!document.hidden) send();
  })
);
document.addEventListener("htmx:after:swap", draw);
htmx.config.defaultTimeout = 15000;
draw();
send();
