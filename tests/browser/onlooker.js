// What a test sees of a page without any help of the page: whether something that a tap or an update began is
// still under way, whether the last tap was ignored, and what time it is, which the test moves.
(() => {
  const LONGEST_MILLISECONDS = 500; // of a timer that may be waited for; longer ones repeat or remind
  const NO_CLICK_MILLISECONDS = 1000; // after which a finger that lifted has clicked nothing
  const NO_PAGE_MILLISECONDS = 10000; // after which the way to another page has led nowhere
  const FRAMES = 3; // without anything under way: what a frame shows may begin something in the next
  const [later, frame, ask] = [setTimeout, requestAnimationFrame, fetch].map((own) => own.bind(globalThis));
  const never = clearTimeout.bind(globalThis);
  const real = performance.now.bind(performance);

  // What follows in the same moment has begun before this ends.
  const underWay = new Set();
  const begin = (what, delay = 0) => {
    const one = { what, delay };
    underWay.add(one);
    return () => later(() => underWay.delete(one));
  };
  const during = (what, promise) => {
    const end = begin(what);
    promise.then(end, end);
    return promise;
  };
  globalThis.fetch = (...how) => during(`fetches ${how[0].url ?? how[0]}`, ask(...how));
  const { text } = Response.prototype;
  Response.prototype.text = function () {
    return during("reads an answer", text.call(this));
  };

  const timers = new Map();
  const forget = (id) => {
    timers.get(id)?.();
    timers.delete(id);
  };
  globalThis.setTimeout = (act, delay = 0, ...facts) => {
    // Playwright's clock keeps the time by a timer of its own.
    if (delay > LONGEST_MILLISECONDS || globalThis.__pwClock) return later(act, delay, ...facts);
    const id = later(() => {
      forget(id);
      act(...facts);
    }, delay);
    timers.set(id, begin(`waits ${delay} ms`, delay));
    return id;
  };
  globalThis.clearTimeout = (id) => {
    forget(id);
    never(id);
  };

  // What is loaded once the page was painted; a page that nobody sees is not.
  const { observe, disconnect } = PerformanceObserver.prototype;
  const unpainted = new WeakMap();
  PerformanceObserver.prototype.observe = function (options) {
    if (options.type === "paint" && !document.hidden) unpainted.set(this, begin("is not painted"));
    observe.call(this, options);
  };
  PerformanceObserver.prototype.disconnect = function () {
    unpainted.get(this)?.();
    disconnect.call(this);
  };

  globalThis.navigation?.addEventListener("navigate", ({ destination, downloadRequest }) => {
    if (destination.sameDocument || downloadRequest !== null) return;
    const end = begin(`goes to ${destination.url}`);
    globalThis.navigation.addEventListener("navigateerror", end, { once: true });
    later(end, NO_PAGE_MILLISECONDS);
  });
  ["go", "back", "forward"].forEach((way) => {
    const go = history[way].bind(history);
    history[way] = (...how) => {
      const end = begin("goes through its history");
      addEventListener("popstate", end, { once: true });
      later(end, NO_CLICK_MILLISECONDS);
      go(...how);
    };
  });

  // The browser tells a page of a click some time after the finger has lifted. One that the page ignores gets no
  // further than the window.
  let ends = () => {};
  let isIgnored = false;
  addEventListener("pointerup", ({ pointerType }) => {
    if (pointerType !== "touch") return;
    ends();
    ends = begin("expects a click");
    later(ends, NO_CLICK_MILLISECONDS);
    isIgnored = false;
  }, true);
  addEventListener("click", () => {
    isIgnored = true;
    ends();
  }, true);
  document.addEventListener("click", () => {
    isIgnored = false;
  }, true);

  let ahead = 0;
  let stopped = null;
  performance.now = () => stopped ?? real() + ahead;
  const { get } = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp");
  Object.defineProperty(Event.prototype, "timeStamp", {
    configurable: true,
    get() {
      return stopped ?? get.call(this) + ahead;
    },
  });

  globalThis.onlooker = {
    // What is under way, timers of at most this length included, or nothing once all of it is over; and whether
    // the last tap was ignored.
    rest: (limit, longest) =>
      new Promise((resolve) => {
        const latest = real() + limit;
        let frames = 0;
        const look = () => {
          const left = [...underWay].filter(({ delay }) => delay <= longest).map(({ what }) => what);
          const isOver = document.readyState === "complete" && !left.length;
          frames = isOver ? frames + 1 : 0;
          if (frames === FRAMES) resolve(["", isIgnored]);
          else if (real() > latest) resolve([left.join() || "loads", false]);
          else next();
        };
        // A page that nobody sees draws no frames; one that is seen and starved draws its next frame late.
        const next = () => {
          if (document.hidden) later(look, 100);
          else frame(look);
        };
        look();
      }),
    stop: () => {
      stopped = Math.round(performance.now());
    },
    pass: (milliseconds) => {
      if (stopped === null) ahead += milliseconds;
      else stopped += milliseconds;
    },
  };
})();
