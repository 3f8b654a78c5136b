// What a phone keeps of the program, for the page and for the service worker alike. The build puts in front
// VERSION, the large FILES by name (each an address, which changes with the content, and its packed size) and
// the SMALL ones.
const PREFIX = "counting-house pocket ";
const CACHE = PREFIX + VERSION;
const TYPES = { mjs: "text/javascript", wasm: "application/wasm" };

// Keep a large file, unpacked; one that another release has is not loaded again.
const keep = async (cache, name, heard) => {
  const [address, size] = FILES[name];
  const known = await caches.match(address);
  if (known) {
    heard(size);
    return await cache.match(address) ?? cache.put(address, known);
  }
  const answer = await fetch(address, { cache: "no-store" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const counted = new TransformStream({
    transform: (part, onward) => {
      heard(part.length);
      onward.enqueue(part);
    },
  });
  const packed = answer.body.pipeThrough(counted);
  const plain = name === "site" ? packed : packed.pipeThrough(new DecompressionStream("gzip"));
  const headers = { "content-type": TYPES[name.split(".").at(-1)] ?? "application/octet-stream" };
  await cache.put(address, new Response(await new Response(plain).arrayBuffer(), { headers }));
};
globalThis.keepAll = async (heard = () => {}) => {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.keys(FILES).map((name) => keep(cache, name, heard)));
  return cache;
};
