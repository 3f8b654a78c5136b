// Just count: one player at a time, a pad that moves on by itself. The fields are the state; which player and
// which field is under the pad is written on the page (data-step on the form, data-here on the field), so
// that nothing is remembered here. Each sheet is kept separately: a new one, one that is opened again to
// change a number, and what was sent, to which Back leads.
import { changed, isNonsense, isToken, number } from "./fields.js";
import { onceShown } from "./frames.js";
import { check, tell, use, used } from "./names.js";
import {
  all,
  asksOnce,
  copies,
  form,
  goodOf,
  here,
  lines,
  nameOf,
  names,
  over,
  plate,
  seats,
  section,
  stops,
  takers,
  total,
} from "./sheet.js";
import { tellMoved, tellOf } from "./words.js";

const asked = () => new URLSearchParams(location.search);
const fresh = () => `counting-house-count${asked().get("again") ?? ""}`;
const kept = () => fresh() + (asked().has("kept") ? "-counted" : "");
let counting = "";
// A pad that has moved on asks a new question with the same key. Whoever knows the sheet taps on without
// reading, and each tap counts, but not one that came before the question was drawn: it may be the last
// answer once more, to a page that was busy. Then nothing is taken until there is a pause, and a word says
// so: no number lands in a later place. The same key at once is a finger that bounced.
const BOUNCE_MILLISECONDS = 120;
const PAUSE_MILLISECONDS = 400;
let asksSince = -Infinity;
let pausesUntil = 0;
let pressedAt = null;
let pressed = null;
let answeredAt = -Infinity;
const isBounce = (at) => at - answeredAt < BOUNCE_MILLISECONDS;
const isUnread = (at) => at < pausesUntil || at < asksSince || isBounce(at);
const outrun = (key, at, { clientY }) => {
  if (key === pressed && isBounce(at) && !pausesUntil) return;
  pausesUntil = performance.now() + PAUSE_MILLISECONDS;
  tellMoved({ y: clientY });
};
// What the sheet asks once, for everybody: it is asked where it is needed first.
const once = (input) => input.dataset.once;
// All that is asked once, to be looked at and changed: a step like a player's.
const NUMBERS = "numbers";
const isOfPlayer = (step) => step !== "names" && step !== NUMBERS;
const stopsOf = (step) => (step === NUMBERS ? all("[data-once]") : stops(step));
// Contraband is answered in any row of its pad: few have more than two kinds of it. The row that is asked is
// marked; the key of a number that was given takes it back, unless the finger only bounced.
const kinds = (input) => input.closest(".ledger-contraband");
const drawKinds = (asked) =>
  all(".pad-kinds [data-kind]").forEach((part) => {
    const { kind, number: said } = part.dataset;
    part.toggleAttribute("data-asked", asked === kind);
    if (said) part.ariaPressed = form().elements[`${form().dataset.step}-${kind}`].value === said;
  });
const ask = () => {
  const input = here();
  const question = form().querySelector("[data-question]");
  if (!input) return;
  const isPlate = Boolean(plate());
  const isGold = !isPlate && "gold" in input.dataset;
  const digits = isPlate || isGold || once(input) || "more" in input.dataset;
  const keys = digits ? "digits" : kinds(input) ? "kinds" : "number";
  all("[data-keys]").forEach((pad) => {
    pad.hidden = pad.dataset.keys !== keys;
  });
  if (keys === "kinds") drawKinds(goodOf(input));
  const tooMany = !isPlate && !isGold && over(input);
  question.toggleAttribute("data-alarm", tooMany);
  const special = tooMany ? "over" : isPlate ? "plate" : isGold && "gold";
  const { step } = form().dataset;
  const asks = special ? question.dataset[special] : input.dataset.asks;
  tellOf(question, isOfPlayer(step) && nameOf(step), asks, { copies: tooMany && copies(input) });
  const next = form().querySelector("[data-next]");
  next.textContent = isGold && step === seats().at(-1) ? next.dataset.last : next.dataset.label;
};

const mark = (input, isWrong) => {
  if (isWrong) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
};

const draw = () => {
  const { step } = form().dataset;
  all("[data-player]").forEach((player) =>
    player.toggleAttribute("data-now", player.dataset.player === step)
  );
  all(".plates").forEach((plates) => {
    const many = number(form().elements[`${plates.closest("[data-player]").dataset.player}-feast_plate`]);
    all("select", plates).forEach((select, place) => {
      select.disabled = place >= many;
    });
  });
  all("[data-go]").forEach((tab) => {
    if (tab.dataset.go === step) tab.setAttribute("aria-current", "true");
    else tab.removeAttribute("aria-current");
    if (!isOfPlayer(tab.dataset.go)) return;
    const name = nameOf(tab.dataset.go);
    tab.hidden = !name;
    tab.children[0].textContent = name;
    tab.children[1].textContent = total(tab.dataset.go);
    if (name) section(tab.dataset.go).querySelector("legend bdi").textContent = name;
  });
  all("[data-prints]").forEach((place) => {
    const both = asksOnce(place.dataset.prints).map(({ value }) => value);
    place.textContent = both.every(Boolean) ? both.join("/") : "";
  });
  const running = document.querySelector("[data-running]");
  if (isOfPlayer(step)) tellOf(running, nameOf(step), running.dataset.running, { total: total(step) });
  else running.textContent = "";
  all("[data-copies]").forEach((input) => {
    input.closest(".count-row, .pick").hidden = !copies(input) && !number(input);
    mark(input, isNonsense(input) || (number(input) && over(input)));
  });
  all("input[data-gold]:not([aria-describedby])").forEach((input) => mark(input, isNonsense(input)));
  all("[data-mission]").forEach((card) => {
    card.disabled = !card.checked && takers(card) >= card.dataset.takers;
  });
  ask();
};

const moveTo = (input) => {
  all("[data-here]").forEach((old) => {
    delete old.dataset.here;
    delete old.dataset.more;
  });
  input.dataset.here = "";
  input.dataset.fresh = "";
  if (document.activeElement !== input) input.focus({ preventScroll: true });
  // What the pad never asks about is shown with the gold, which it asks for last.
  if ("gold" in input.dataset) {
    input.closest("[data-player]").querySelector(".count-royal")?.setAttribute("open", "");
    all(".count-royal, .count-promo > summary, .count-extras", input.closest("[data-player]")).at(-1)
      ?.scrollIntoView({
        block: "nearest",
      });
  }
  input.closest("label").scrollIntoView({ block: "nearest" });
  ask();
};

// A card takes no number from the pad: the card is shown, and the pad stays where it is.
const show = (card) => {
  card.closest("details").open = true;
  const tile = card.closest(".pick").querySelector("[data-card]");
  tile.focus({ preventScroll: true });
  tile.scrollIntoView({ block: "center" });
};

// A choice from a list is not a number: the pad makes room for it and leaves the button that goes on.
const choose = (select) => {
  select.focus({ preventScroll: true });
  select.closest("label").scrollIntoView({ block: "center" });
};
const chosen = () => {
  const fields = stops(form().dataset.step);
  const empty = all(".plates select:enabled", section(form().dataset.step)).find(({ value }) => !value);
  if (empty && empty !== plate()) choose(empty);
  else moveTo(fields.find(({ value }) => !value) ?? fields.at(-1));
};

const go = (step) => {
  form().dataset.step = step;
  draw();
  if (step === "names") lines()[0].focus();
  else moveTo(stopsOf(step).find((input) => !input.value) ?? stopsOf(step)[0]);
  keep();
};

const onward = (input) => {
  const { step } = form().dataset;
  const fields = once(input) && step !== NUMBERS ? asksOnce(once(input)) : stopsOf(step);
  const next = fields[fields.indexOf(input) + 1];
  if (next) {
    moveTo(next);
    return;
  }
  const order = seats();
  if (once(input)) {
    go(step === NUMBERS ? order.find((seat) => stops(seat).some(({ value }) => !value)) ?? order[0] : step);
    return;
  }
  const player = order[order.indexOf(step) + 1];
  if (player) go(player);
  else form().requestSubmit();
};

const write = (input, value) => {
  input.value = value;
  delete input.dataset.fresh;
  changed(input);
};

// The same keys ask what comes next.
const answered = (input) => {
  answeredAt = performance.now();
  asksSince = Infinity;
  onceShown(() => {
    asksSince = performance.now();
  });
  onward(input);
};

// What is left empty is none, except the number of a mission: its card has one.
const goOn = (input) => {
  if (!input.value && !once(input)) write(input, "0");
  if (input.value || form().dataset.step === NUMBERS) onward(input);
  else form().querySelector("[data-question]").dataset.alarm = "";
};

const press = (key) => {
  const input = here();
  if (!input) return;
  const isAgain = key === pressed;
  pressed = key;
  pausesUntil = 0;
  if (key.dataset.kind) {
    const kind = form().elements[`${form().dataset.step}-${key.dataset.kind}`];
    if (kind.value === key.dataset.number) {
      if (isAgain && isBounce(performance.now())) return;
      write(kind, "");
      moveTo(kind);
      return;
    }
    const before = all("input", kinds(kind));
    before.slice(0, before.indexOf(kind)).filter(({ value }) => !value).forEach((skipped) => {
      skipped.value = "0";
    });
    write(kind, key.dataset.number);
    answered(kind);
  } else if (key.dataset.number) {
    write(input, key.dataset.number);
    answered(input);
  } else if (key.dataset.digit) {
    write(
      input,
      (("fresh" in input.dataset ? "" : input.value) + key.dataset.digit).replace(/^0+(?=\d)/, "").slice(
        0,
        Math.min(4, input.maxLength),
      ),
    );
    if (once(input) && input.value.length === input.maxLength) answered(input);
  } else if ("erase" in key.dataset) write(input, input.value.slice(0, -1));
  else if ("more" in key.dataset) {
    input.dataset.more = "";
    write(input, "");
    ask();
  } else if (plate()) chosen();
  else if ("next" in key.dataset) goOn(input);
  else if ("back" in key.dataset) {
    const fields = stopsOf(form().dataset.step);
    moveTo(fields[Math.max(0, fields.indexOf(input) - 1)]);
  } else if ("rest" in key.dataset) {
    const fields = stops(form().dataset.step);
    fields.filter((field) => !("gold" in field.dataset) && !field.value).forEach((field) => {
      field.value = "0";
    });
    changed(input);
    if ("gold" in fields.at(-1).dataset) moveTo(fields.at(-1));
    else onward(fields.at(-1));
  }
};

const begin = () => {
  const wrong = check(form().querySelector("[data-begin]").dataset.begin);
  if (wrong) wrong.focus();
  else go(seats()[0]);
};

const keep = () => {
  const fields = [...new FormData(form())].filter(([name]) => !isToken(name));
  try {
    localStorage.setItem(kept(), JSON.stringify({ step: form().dataset.step, fields }));
  } catch { /* a private window keeps nothing */ }
};

const bring = () => {
  try {
    const text = localStorage.getItem(kept());
    if (!text || document.getElementById("refusals") || (names().length && !asked().has("again"))) return;
    const { step, fields } = JSON.parse(text);
    fields.forEach(([name, value]) => {
      const field = form().elements[name];
      if (field?.type === "checkbox") field.checked = true;
      else if (field) field.value = value;
    });
    if (step !== "names" && names().length) go(step);
  } catch { /* nothing kept, or not ours */ }
};

const counted = () => {
  const result = document.querySelector("[data-counted]");
  if (!counting || !result) return;
  localStorage.removeItem(counting);
  // What Back leads to is sent to replace this result.
  const sent = JSON.parse(localStorage.getItem(`${counting}-counted`));
  sent?.fields.push(["again", result.dataset.counted]);
  if (sent) localStorage.setItem(`${counting}-counted`, JSON.stringify(sent));
  counting = "";
};

const offer = () => {
  const button = form().querySelector("[data-used]");
  button.hidden = !used().length || names().length > 0;
  button.querySelector("bdi").textContent = used().slice(0, lines().length).join(", ");
};

const start = () => {
  counted();
  if (!form() || form().dataset.ready) return;
  form().dataset.ready = "true";
  // Later, cards beyond the box's number are marked too, on a sheet that has not been sent.
  const refused = form().querySelector(":is([data-player], .count-once) [aria-invalid]");
  all(":is(.count-row, .count-once) input").forEach((input) => {
    input.inputMode = "none";
  });
  bring();
  offer();
  if (asked().has("again") && form().dataset.step === "names") begin();
  draw();
  if (form().dataset.step === "names") lines().find((input) => !input.value)?.focus();
  if (!refused) return;
  go(refused.closest("[data-player]")?.dataset.player ?? seats()[0]);
  if (refused.type === "checkbox") refused.focus();
  else if (refused.matches("select")) choose(refused);
  else if (refused.closest(".pick")) show(refused);
  else moveTo(refused);
};

document.addEventListener("pointerdown", (event) => {
  pressedAt = event.timeStamp;
  if (event.target.closest("#count [data-pad]")) event.preventDefault();
});
// Keyboards and screen readers have no finger. A mission's two numbers may be typed in one go.
addEventListener("click", (event) => {
  const key = event.target.closest?.("#count .key:is([data-number], [data-digit]):not([data-kind])");
  const isAnswer = key && ("number" in key.dataset || key === pressed);
  const at = pressedAt ?? event.timeStamp;
  if (event.detail && isAnswer && isUnread(at)) {
    event.stopImmediatePropagation();
    outrun(key, at, event);
  }
  pressedAt = null;
}, true);
document.addEventListener("click", (event) => {
  if (!form()) return;
  const key = event.target.closest("[data-pad] .key");
  const card = event.target.closest("[data-card]");
  const tab = event.target.closest("[data-go]");
  if (key) press(key);
  else if (event.target.closest("[data-used]")) {
    lines().forEach((line, at) => write(line, used()[at] ?? ""));
    offer();
    form().querySelector("[data-begin]").focus();
  } else if (tab) go(tab.dataset.go);
  else if (event.target.closest("[data-begin]")) begin();
  else if (card) {
    const input = form().elements[card.dataset.card];
    write(input, number(input) >= copies(input) ? "" : String(number(input) + 1));
    const plate = goodOf(input) === "feast_plate" &&
      all(".plates select:enabled", section(form().dataset.step)).at(-1);
    if (plate) choose(plate);
  }
});
document.addEventListener("focusin", ({ target }) => {
  if (target.matches?.("#count :is(.count-row, .count-once) input") && target !== here()) moveTo(target);
});
// The list with the focus is what the pad asks about.
["focusin", "focusout"].forEach((kind) =>
  document.addEventListener(kind, ({ target }) => {
    if (target.matches?.(".plates select")) ask();
  })
);
const isName = ({ form: of, name }) => of?.id === "count" && name.startsWith("name-");
document.addEventListener("input", ({ target }) => {
  if (target.form?.id === "count") {
    delete target.dataset.fresh;
    if (isName(target)) tell();
    draw();
    keep();
  }
});
document.addEventListener("change", ({ target }) => {
  if (target.form?.id === "count") {
    if (isName(target)) check();
    const unknown = target.checked && asksOnce(target.dataset.mission).find(({ value }) => !value);
    if (unknown) moveTo(unknown);
    draw();
    keep();
  }
});
// The address of the sent sheet: Back leads to it, filled in, and not to an empty one.
document.addEventListener("submit", (event) => {
  if (event.target.id !== "count") return;
  counting = fresh();
  use(lines());
  const query = asked();
  query.set("kept", "1");
  history.replaceState(history.state, "", `?${query}`);
  keep();
}, true);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.form?.id !== "count" || event.target.tagName !== "INPUT") return;
  event.preventDefault();
  // Holding a key down moves on by one only.
  if (event.repeat) return;
  const input = event.target;
  if (isName(input)) {
    const next = lines()[lines().indexOf(input) + 1];
    if (!input.value.trim() || !next) begin();
    else (check() ?? next).focus();
  } else if (input.closest(".count-row, .count-once")) {
    goOn(input);
  }
});
document.addEventListener("htmx:after:swap", start);
start();
