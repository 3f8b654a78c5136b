// This phone's link to the table's machine: one value, and all that can happen to it. A happening says what
// is other after it; nothing here touches the page, and the time is given, in milliseconds.
export const START = {
  stream: null, // which says that something moved, and never what
  table: "", // that it is about
  stamp: 0, // that it told last
  heard: 0, // when it last said anything
  crowded: 0, // since when there is no room for one
  answered: 0, // when the machine last answered
  failures: 0, // how often it did not since
  isAsking: false, // what is new
  isAskedAgain: false, // meanwhile
  sending: null, // the page on which a tap waits for its answer
  left: 0, // when another window took the focus
  shown: "live", // else "late" or "lost"
};

export const opened = (_, now, stream, table) => ({ stream, table, heard: now });
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

// A tap waits for its own answer: nothing is drawn under it.
export const isBusy = ({ isAsking, sending }, page) => isAsking || sending === page;
export const isAskedMore = ({ isAskedAgain, failures, sending }, page) =>
  isAskedAgain && !failures && sending !== page;
export const isBehind = (link, stamp) => link.stamp > stamp;
// A stream that beats no more is dead, whatever it says; where there was no room, there may be some by now.
export const needsStream = ({ stream, heard: last, crowded }, now) =>
  stream ? now - last > 35_000 : now - crowded > 60_000;
export const wasAway = (link, now) => link.left && now - link.left > 3_000;
// Until it asks again; by luck (0 to 1) a little earlier, so that phones that lost the machine together do
// not come back together.
export const patience = ({ failures, stream }, luck) => {
  if (failures) return Math.min(10_000, 500 * 2 ** failures) * (0.7 + 0.3 * luck);
  return stream ? 20_000 : 3_000;
};
