// Python and the app, in a thread of their own. The service worker's questions come through the shell page;
// their answers go straight back, once all that they changed is stored, in one transaction.
const DATA = "/data";
const CHUNK = 16_384;
const PAGE_OF_MEMORY = 65_536;
const TAKEN = "another tab has it";
const LAST = [[]]; // an array comes after every text
// Which packages there are does not matter: none is loaded by Pyodide.
const LOCKED = { abi_version: "2026_0", arch: "wasm32", platform: "emscripten_5_0_3", python: "3.14.2" };
// What Python does once, for the image of its memory: in a folder of no other use, all that a start repeats.
const FIRST = `
import sys
sys.path.insert(0, "/site")
import pocket
first = pocket.House("/first", below)
first.answer("GET", f"http://localhost{below}", [], b"")
first.app.extensions["archive"].__exit__()
`;
const me = crypto.randomUUID();

let py, house, db, base, files, cache;
let isOver = false;
// The content of each file as it is stored.
const stored = new Map();

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
const path = (name) => `${DATA}/${name}`;

// ---- what is kept: each file in pieces, in their order

// Whoever opens it last owns it: a page that was put to sleep, and wakes, writes no more.
const open = async () => {
  const opening = indexedDB.open("counting-house", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
  db = await settled(opening);
  const kept = db.transaction("kept", "readwrite").objectStore("kept");
  kept.put(me, "owner");
  const every = IDBKeyRange.bound([], LAST);
  const [keys, values] = await Promise.all([settled(kept.getAllKeys(every)), settled(kept.getAll(every))]);
  py.FS.mkdirTree(DATA);
  for (const name of new Set(keys.map(([name]) => name))) {
    const pieces = values.filter((_, index) => keys[index][0] === name);
    stored.set(name, new Uint8Array(await new Blob(pieces).arrayBuffer()));
    py.FS.writeFile(path(name), stored.get(name));
    py.FS.utime(path(name), 0, 0);
  }
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
const store = async () => {
  const changed = changes();
  const gone = [...stored.keys()].filter((name) => !py.FS.analyzePath(path(name)).exists);
  if (!changed.length && !gone.length) return;
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
        const piece = content.slice(at * CHUNK, (at + 1) * CHUNK);
        if (!isEqual(piece, before.subarray(at * CHUNK, (at + 1) * CHUNK))) kept.put(piece, [name, at]);
      }
      kept.delete(IDBKeyRange.bound([name, Math.ceil(content.length / CHUNK)], [name, LAST]));
    });
    gone.forEach((name) => kept.delete(IDBKeyRange.bound([name], [name, LAST])));
  };
  await done;
  gone.forEach((name) => stored.delete(name));
  changed.forEach(([name, content]) => {
    stored.set(name, content);
    py.FS.utime(path(name), 0, 0);
  });
};
// A look confirms nothing: what it changed is stored with the next action, or a full phone could not even look.
const mayWait = (fault) => {
  if (fault.message === TAKEN) throw fault;
};

// ---- Python

// A worker that is kept itself has no address that others could be relative to.
const address = (name) => new URL(files[name][0], base).href;
const bytes = async (name) => new Uint8Array(await (await caches.match(address(name))).arrayBuffer());
const imported = async (name) =>
  import(URL.createObjectURL(new Blob([await bytes(name)], { type: "text/javascript" })));

// Pyodide, with the memory that Python had in an earlier start once all was loaded, if there is such an image.
const python = async (image) => {
  const load = globalThis.fetch;
  globalThis.fetch = async (what, how) => {
    const name = String(what).split("/").at(-1);
    return (files[name] && await caches.match(address(name))) ?? load(what, how);
  };
  const [{ loadPyodide }, { default: create }] = await Promise.all(
    ["pyodide.mjs", "pyodide.asm.mjs"].map(imported),
  );
  const grown = (instance) => {
    const { memory } = instance.exports;
    const more = (image?.length ?? 0) - memory.buffer.byteLength;
    if (more > 0) memory.grow(Math.ceil(more / PAGE_OF_MEMORY));
  };
  return loadPyodide({
    indexURL: base,
    stdLibURL: `${base}std.zip`,
    lockFileContents: { info: LOCKED, packages: {} },
    packageBaseUrl: base,
    env: { HOME: "/home/pyodide", PYTHONDONTWRITEBYTECODE: "1" },
    ...image ? { _loadSnapshot: image } : { _makeSnapshot: true },
    createPyodideModule: (settings) =>
      create({
        ...settings,
        instantiateWasm: (needs, done) =>
          settings.instantiateWasm(needs, (instance, module) => {
            grown(instance);
            return done(instance, module);
          }),
      }),
  });
};

// The pack of the app: a line that says which files there are, then these one after the other.
const lay = async (kept) => {
  let pack = await bytes("site");
  if (pack[0] !== "[".charCodeAt()) {
    py.FS.writeFile("/site.xz", pack);
    py.runPython("import lzma, shutil; shutil.copyfileobj(lzma.open('/site.xz'), open('/site.pack', 'wb'))");
    pack = py.FS.readFile("/site.pack");
    ["/site.xz", "/site.pack"].forEach((path) => py.FS.unlink(path));
    await kept.put(address("site"), new Response(pack));
  }
  let at = pack.indexOf(10) + 1;
  JSON.parse(new TextDecoder().decode(pack.subarray(0, at))).forEach(([name, size]) => {
    const folder = `/site/${name}`.replace(/\/[^/]*$/, "");
    if (!py.FS.analyzePath(folder).exists) py.FS.mkdirTree(folder);
    py.FS.writeFile(`/site/${name}`, pack.subarray(at, at + size), { canOwn: true });
    at += size;
  });
};

const start = async (given) => {
  ({ base, files, cache } = given);
  const kept = await caches.open(cache);
  const [imageOf, begun] = ["image", "begun"].map((name) => base + name);
  if (await kept.match(begun)) await kept.delete(imageOf); // the last start did not come through
  await kept.put(begun, new Response());
  const found = await kept.match(imageOf);
  const image = found && new Uint8Array(await found.arrayBuffer());
  postMessage({ step: 1 });
  py = await python(image);
  postMessage({ step: 2 });
  await lay(kept);
  py.globals.set("below", new URL("app", base).pathname);
  if (!image) py.runPython(FIRST);
  postMessage({ step: 3 });
  // Nothing waits for it: a phone without room for it starts slowly, and that is all.
  if (!image) kept.put(imageOf, new Response(py.makeMemorySnapshot())).catch(() => {});
  await open();
  house = py.runPython(`pocket.House("${DATA}", below)`);
  await store().catch(mayWait);
  await kept.delete(begun);
  postMessage({ step: 4, busy: house.is_busy() });
};

const told = (call, ...values) => {
  const result = call(...values);
  const plain = result.toJs({ create_pyproxies: false });
  result.destroy();
  return plain;
};
const answer = async ({ method, url, headers, body }) => {
  const sent = [headers, new Uint8Array(body)].map((one) => py.toPy(one));
  const [status, said, content] = told(house.answer, method, url, sent[0], sent[1].tobytes());
  sent.forEach((one) => one.destroy());
  await (method === "GET" ? store().catch(mayWait) : store());
  return { status, headers: said, body: content };
};
// One file that any release reads, whatever the app here makes of it.
const rescued = () => {
  py.runPython(`import sqlite3
sqlite3.connect("${path("counting-house.db")}").execute("VACUUM INTO '/rescued.db'")`);
  return py.FS.readFile("/rescued.db");
};

const failed = (fault) => {
  isOver = true;
  const isNewer = String(fault).includes("this program knows up to");
  const known = { QuotaExceededError: "full" }[fault?.name] ?? (isNewer ? "newer" : "stopped");
  console.warn(String(fault));
  postMessage({ failed: fault?.message === TAKEN ? "taken" : known });
};

let turn = Promise.resolve();
const take = async ({ data, ports: [port] }) => {
  if (data.end) return close();
  if (data.rescue) return port.postMessage(rescued());
  if (data.start) return await start(data.start).catch(failed);
  if (isOver) return port?.postMessage({ status: 0 });
  try {
    if (data.saved) {
      house.saved(data.saved);
      return await store();
    }
    const said = await answer(data);
    port.postMessage(said, [said.body.buffer]);
    if (data.isPage || data.method === "POST") postMessage({ offer: told(house.offer, data.url) });
  } catch (fault) {
    failed(fault);
    port?.postMessage({ status: 0 });
  }
};
onmessage = (event) => {
  turn = turn.then(() => take(event));
};
