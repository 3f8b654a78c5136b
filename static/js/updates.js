// Every phone shows what the table's machine knows: a stream says that something moved, and the phone fetches
// it at once. `state` is all that is remembered, and link.js has all its transitions.
import { show } from "./chip.js";
import { draw, dropNews, sheetSaid } from "./drawing.js";
import * as link from "./link.js";
import { board, line, page, phones, table, tell } from "./table.js";

const LATE_MILLISECONDS = 500;
let state = { ...link.START, answered: Date.now() };
let timer = 0;

const become = (happening, ...facts) => {
  const before = state;
  const change = happening(state, Date.now(), ...facts);
  state = { ...state, ...change };
  if (change.shown) show(state, before);
};

const reached = () => {
  become(link.answered);
  tell("table:reached");
};

const close = (happening = link.closed) => {
  state.stream?.close();
  become(happening);
};

const connect = () => {
  close();
  const { stamp, silence } = page().dataset;
  const stream = new EventSource(`${table()}/stream?since=${stamp}&silence=${silence}`);
  become(link.opened, stream, table());
  const hear = ({ data }) => {
    become(link.heard, Number(data));
    reached();
    if (data && page() && data !== page().dataset.stamp) refresh();
  };
  stream.onopen = hear;
  ["moved", "beat"].forEach((kind) => stream.addEventListener(kind, hear));
  // A phone fell asleep or is back, which moves no stamp.
  stream.addEventListener("silence", (event) => {
    hear(event);
    refresh();
  });
  stream.addEventListener("bye", () => {
    close(link.refused);
    plan();
  });
  stream.onerror = () => {
    if (state.stream !== stream) return;
    close(stream.readyState === EventSource.CLOSED ? link.refused : link.broken);
    refresh();
  };
};

const plan = () => {
  clearTimeout(timer);
  timer = setTimeout(tick, link.patience(state, Math.random()));
};

const tick = () => {
  if (!page() || document.hidden) return;
  if (link.needsStream(state, Date.now())) connect();
  refresh();
};

const DELETED = 410;
// This phone no longer has a place at the table, or there is none: where nothing is being typed for it, the
// page says so.
const gone = (isTold) => {
  page().removeAttribute("data-stamp");
  line().remove();
  close(link.ended);
  if (isTold) location.reload();
};

const address = (isWhole) => {
  const { stamp, mark, silence } = page().dataset;
  const query = new URLSearchParams(board() ? location.search : "");
  query.set("on", board() ? "board" : phones() ? "phones" : "sheet");
  query.set("mark", mark);
  query.set("said", sheetSaid() ?? "");
  query.set("silence", silence);
  query.set("at", location.pathname.slice(table().length + 1));
  if (!isWhole) query.set("since", stamp);
  return `${table()}/live?${query}`;
};

const shown = () => ({ page: page(), board: board(), stamp: page()?.dataset.stamp });

const ask = async (isWhole) => {
  const then = shown();
  const late = setTimeout(become, LATE_MILLISECONDS, link.delayed);
  try {
    const answer = await fetch(address(isWhole), { signal: AbortSignal.timeout?.(link.ANSWERED_WITHIN) });
    if (answer.status >= 500) throw answer;
    const text = await answer.text();
    clearTimeout(late);
    if (link.isStale(state, then, shown())) become(link.askedAgain);
    else if (answer.status === 200) draw(text, then.board);
    else if (!answer.ok) {
      gone(answer.status === DELETED || then.board || !document.querySelector("form.bag"));
    }
    reached();
  } catch {
    clearTimeout(late);
    become(link.failed);
  }
};

// The whole of it, even if nothing moved: on return to a page whose clock may have stopped, or once it ends.
const refresh = async (isWhole = false) => {
  if (!page() || document.hidden) return;
  if (link.isBusy(state, page())) {
    become(link.askedAgain);
    return;
  }
  become(link.asked);
  clearTimeout(timer);
  await ask(isWhole);
  become(link.finished);
  if (link.isAskedMore(state, page())) refresh();
  else plan();
};

const catchUp = () => {
  const isBehind = link.isBehind(state, Number(page()?.dataset.stamp));
  if (isBehind) refresh();
  return isBehind;
};

// A phone that slept may still report its stream as open: it is reopened regardless, and the state fetched.
const wake = () => {
  if (page() && !document.hidden) {
    connect();
    refresh(true);
  }
};
const sleep = (happening) => {
  close(happening);
  clearTimeout(timer);
};

document.addEventListener("visibilitychange", () => {
  if (document.hidden) sleep();
  else wake();
});
addEventListener("pagehide", () => sleep());
addEventListener("pageshow", (event) => {
  if (event.persisted) wake();
});
addEventListener("online", wake);
addEventListener("offline", () => refresh());
addEventListener("blur", () => become(link.left));
addEventListener("focus", () => {
  if (link.wasAway(state, Date.now())) wake();
  become(link.focused);
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("#live")) {
    become(link.urged);
    wake();
  }
});

const told = () => document.querySelector("[data-told]");
const isPost = ({ detail: { ctx } }) => ctx.request.method === "POST";
document.addEventListener("htmx:before:request", (event) => {
  if (!isPost(event)) return;
  become(link.sent, page());
  // What this phone was told goes with the next thing that it does.
  if (told()) document.documentElement.dataset.acted = "";
});
document.addEventListener("htmx:finally:request", (event) => {
  if (!isPost(event)) return;
  become(link.returned);
  if (!catchUp()) plan();
});
document.addEventListener("table:booked", () => refresh());
document.addEventListener("timer:over", () => refresh(true));

const settle = () => {
  if (!told()) delete document.documentElement.dataset.acted;
  if (!page()) {
    sleep(link.ended);
    return;
  }
  dropNews();
  show(state);
  if (state.table !== table()) connect();
  catchUp();
};
document.addEventListener("htmx:after:swap", settle);
if (page()) {
  settle();
  plan();
}
