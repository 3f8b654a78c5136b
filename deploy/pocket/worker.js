// Python and the app, in a thread of their own. The service worker's questions come through the shell page;
// their answers go straight back, once all that they changed is stored, in one transaction.
const DATA = "/data";
const CHUNK = 16_384;
const TAKEN = "another tab has it";
const LAST = [[]]; // an array comes after every text
// Which packages there are does not matter: none is loaded by Pyodide.
const LOCKED = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
const me = crypto.randomUUID();

let py, house, db, base, files, cache;
let isOver = false;
let busy = 0;
// The content of each file as it is stored.
const stored = new Map();

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const path = (name) => `${DATA}/${name}`;

// ---- what is kept

// Whoever opens it last owns it: a page that was put to sleep, and wakes, writes no more.
const open = async () => {
  const opening = indexedDB.open("counting-house", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  db = await settled(opening);
  const kept = db.transaction("kept", "readwrite").objectStore("kept");
  kept.put(me, "owner");
  const every = IDBKeyRange.bound([], LAST);
  const [keys, values] = await Promise.all([settled(kept.getAllKeys(every)), settled(kept.getAll(every))]);
  keys.forEach(([name, at], index) => at < 0 && stored.set(name, new Uint8Array(values[index])));
  keys.forEach(([name, at], index) => at >= 0 && stored.get(name).set(values[index], at * CHUNK));
  py.FS.mkdirTree(DATA);
  stored.forEach((content, name) => write(name, content));
};
const write = (name, content) => {
  py.FS.writeFile(path(name), content);
  py.FS.utime(path(name), 0, 0);
};

// SQLite shares -shm with itself alone. A file that nobody wrote has the time that it got when it was stored.
const changes = () =>
  py.FS.readdir(DATA).filter((name) => !/^\.|-shm$/.test(name)).flatMap((name) => {
    const { mtime, size, mode } = py.FS.stat(path(name));
    const before = stored.get(name);
    if (!py.FS.isFile(mode) || (before?.length === size && mtime.getTime() === 0)) return [];
    return [[name, py.FS.readFile(path(name)), before ?? new Uint8Array(0)]];
  });
const isEqual = (one, other) => one.length === other.length && indexedDB.cmp(one, other) === 0;
const store = async (until) => {
  const changed = changes();
  const gone = [...stored.keys()].filter((name) => !py.FS.analyzePath(path(name)).exists);
  if (!changed.length && !gone.length && until === busy) return;
  const writing = db.transaction("kept", "readwrite", { durability: "strict" });
  const kept = writing.objectStore("kept");
  const done = new Promise((resolve, reject) => {
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error ?? new Error(TAKEN));
  });
  kept.get("owner").onsuccess = ({ target }) => {
    if (target.result !== me) return writing.abort();
    changed.forEach(([name, content, before]) => {
      for (let at = 0; at * CHUNK < content.length; at += 1) {
        const part = content.slice(at * CHUNK, (at + 1) * CHUNK);
        if (!isEqual(part, before.subarray(at * CHUNK, (at + 1) * CHUNK))) kept.put(part, [name, at]);
      }
      kept.delete(IDBKeyRange.bound([name, Math.ceil(content.length / CHUNK)], [name, LAST]));
      kept.put(content.length, [name, -1]);
    });
    gone.forEach((name) => kept.delete(IDBKeyRange.bound([name], [name, LAST])));
    kept.put(until, "busy");
  };
  await done;
  changed.forEach(([name, content]) => {
    stored.set(name, content);
    py.FS.utime(path(name), 0, 0);
  });
  gone.forEach((name) => stored.delete(name));
  busy = until;
};

// A look confirms nothing: what it changed is stored with the next action, or a full phone could not even look.
const mayWait = (fault) => {
  if (fault.message === TAKEN) throw fault;
};

// ---- Python

// A worker that is kept itself has no address that others could be relative to.
const address = (name) => new URL(files[name][0], base).href;
const bytes = async (name) => (await caches.match(address(name))).arrayBuffer();
const script = async (name) =>
  URL.createObjectURL(new Blob([await bytes(name)], { type: "text/javascript" }));

// The pack of the app: a line that says which files there are, then these one after the other.
const lay = async () => {
  const unpacked = `${address("site")}?unpacked`;
  const known = await caches.match(unpacked);
  let pack = known && new Uint8Array(await known.arrayBuffer());
  if (!pack) {
    py.FS.writeFile("/site.xz", new Uint8Array(await bytes("site")));
    py.runPython("import lzma; open('/site.pack', 'wb').write(lzma.open('/site.xz').read())");
    pack = py.FS.readFile("/site.pack");
    ["/site.xz", "/site.pack"].forEach((path) => py.FS.unlink(path));
    await (await caches.open(cache)).put(unpacked, new Response(pack));
  }
  const end = pack.indexOf(10);
  let at = end + 1;
  const folders = new Set();
  JSON.parse(new TextDecoder().decode(pack.subarray(0, end))).forEach(([name, size]) => {
    const folder = `/site/${name}`.replace(/\/[^/]*$/, "");
    if (!folders.has(folder)) py.FS.mkdirTree(folder);
    folders.add(folder);
    py.FS.writeFile(`/site/${name}`, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  });
};

const start = async (given) => {
  ({ base, files, cache } = given);
  // Pyodide loads from its address what this phone keeps.
  const load = globalThis.fetch;
  globalThis.fetch = async (what, how) => {
    const name = String(what).split("/").at(-1);
    return (files[name] && await caches.match(address(name))) ?? load(what, how);
  };
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map(async (name) => import(await script(name))),
  );
  postMessage({ step: 1 });
  py = await loadPyodide({
    indexURL: base,
    stdLibURL: `${base}std.zip`,
    lockFileContents: { info: LOCKED, packages: {} },
    packageBaseUrl: base,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    createPyodideModule,
  });
  postMessage({ step: 2 });
  await lay();
  await open();
  py.runPython("import sys; sys.path.insert(0, '/site'); import pocket");
  postMessage({ step: 3 });
  py.globals.set("below", new URL("app", base).pathname);
  house = py.runPython(`pocket.House("${DATA}", below)`);
  await store(house.busy_until()).catch(mayWait);
  postMessage({ step: 4, busy });
};

const told = (call, ...values) => {
  const result = call(...values);
  const plain = result.toJs({ create_pyproxies: false });
  result.destroy();
  return plain;
};
const answer = async ({ method, url, headers, body, isPage }) => {
  const sent = [headers, new Uint8Array(body ?? 0)].map((one) => py.toPy(one));
  const [status, said, content] = told(house.answer, method, url, sent[0], sent[1].tobytes());
  sent.forEach((one) => one.destroy());
  if (method === "GET") await store(busy).catch(mayWait);
  else await store(house.busy_until());
  return { status, headers: said, body: content, offer: isPage || method === "POST" };
};

// One file that any release reads, whatever the app here makes of it.
const rescued = () => {
  py.runPython(`import sqlite3
sqlite3.connect("${DATA}/counting-house.db").execute("VACUUM INTO '/rescued.db'")`);
  return py.FS.readFile("/rescued.db");
};

const failed = (fault) => {
  isOver = true;
  const isFull = fault?.name === "QuotaExceededError";
  const isNewer = String(fault).includes("this program knows up to");
  const why = isFull ? "full" : fault?.message === TAKEN ? "taken" : isNewer ? "newer" : "stopped";
  console.warn(String(fault));
  postMessage({ failed: why });
};

let turn = Promise.resolve();
const take = async ({ data, ports: [port] }) => {
  if (data.end) return close();
  if (data.rescue) return port.postMessage(rescued());
  if (data.start) return await start(data.start).catch(failed);
  if (isOver) return port.postMessage({ status: 0 });
  try {
    const said = await answer(data);
    port.postMessage(said, [said.body.buffer]);
    if (said.offer) postMessage({ offer: told(house.offer, data.url) });
  } catch (fault) {
    failed(fault);
    port.postMessage({ status: 0 });
  }
};
onmessage = (event) => {
  turn = turn.then(() => take(event));
};
