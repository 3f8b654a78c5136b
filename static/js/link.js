// This phone's link to the table's machine: one value, and all its transitions. A transition returns what
// changes; nothing here touches the page, and the time is passed in, in milliseconds.
export const START = {
  stream: null, // the event source, which says that something moved, never what
  table: "", // the one it is about
  stamp: 0, // the last one received
  heard: 0, // when the stream last said anything
  crowded: 0, // since when there has been no room for a stream
  answered: 0, // when the machine last responded
  failures: 0, // how many requests have failed since
  isAsking: false, // a request for what is new is under way
  isAskedAgain: false, // another one was asked for meanwhile
  sending: null, // the page on which a tap waits for its response
  left: 0, // when another window took the focus
  shown: "live", // else "late" or "lost"
};

export const opened = (_, now, stream, table) => ({ stream, table, stamp: 0, heard: now });
export const heard = (link, now, stamp) => ({ heard: now, crowded: 0, stamp: stamp || link.stamp });
export const closed = () => ({ stream: null });
export const refused = (_, now) => ({ stream: null, crowded: now });
export const broken = () => ({ stream: null, crowded: 0 });
export const ended = () => ({ stream: null, table: "" });

export const asked = () => ({ isAsking: true, isAskedAgain: false });
export const askedAgain = () => ({ isAskedAgain: true });
export const answered = (_, now) => ({ answered: now, failures: 0, shown: "live" });
export const delayed = () => ({ shown: "late" });
export const failed = ({ failures }) => ({
  failures: failures + 1,
  crowded: 0,
  shown: failures ? "lost" : "late",
});
export const urged = () => ({ failures: 0, shown: "late" });
export const finished = () => ({ isAsking: false });

export const sent = (_, _now, page) => ({ sending: page });
export const returned = () => ({ sending: null });
export const left = (_, now) => ({ left: now });
export const focused = () => ({ left: 0 });

// A tap waits for its own response: nothing is drawn under it.
export const isBusy = ({ isAsking, sending }, page) => isAsking || sending === page;
export const isAskedMore = ({ isAskedAgain, failures, sending }, page) =>
  isAskedAgain && !failures && sending !== page;
// An answer is stale once the page shows something else than when it was asked for, or while a tap waits.
export const isStale = ({ sending }, then, now) =>
  sending === then.page || Object.keys(then).some((what) => then[what] !== now[what]);
export const isBehind = (link, stamp) => link.stamp > stamp;
// A stream without heartbeats is dead, whatever its state; if there was no room, there may be some now.
export const needsStream = ({ stream, heard: last, crowded }, now) =>
  stream ? now - last > 35_000 : now - crowded > 60_000;
export const wasAway = (link, now) => link.left && now - link.left > 3_000;
// How long it waits for an answer.
export const ANSWERED_WITHIN = 8_000;
// The delay before it asks again. While a stream says what moves, a question now and then is enough: it shows
// that this phone is still there (ASLEEP in companion/records.py). It retries with jitter (`luck`, 0 to 1),
// so that phones that lost the machine together do not come back together.
export const patience = ({ failures, stream }, luck) => {
  if (failures) return Math.min(10_000, 500 * 2 ** failures) * (0.7 + 0.3 * luck);
  return stream ? 15_000 : 3_000;
};
