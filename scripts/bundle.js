// Bundles each entry of static/js with all that it imports, and minifies it; run by scripts/lighten.py, in Deno.
// Rollup and Terser come from npm, as deno.json and deno.lock pin them.
// Arguments: the folder `static`, then the entries within it. Writes JSON: the code of each by its entry.
import { rollup } from "@rollup/browser";
import { minify } from "terser";

const [folder, ...entries] = Deno.args;
const MINIFIED = { module: true, ecma: 2020, compress: { passes: 3, inline: 1 } };

const modules = {
  name: "modules",
  resolveId: (name, from) => from ? name.replace("./", from.replace(/[^/]*$/, "")) : name,
  load: (name) => Deno.readTextFile(`${folder}/${name}`),
};

const bundle = async (entry) => {
  const onwarn = ({ message }) => {
    throw new Error(message);
  };
  const graph = await rollup({ input: entry, plugins: [modules], onwarn });
  const { output: [{ code }] } = await graph.generate({ format: "es" });
  return [entry, (await minify(code, MINIFIED)).code];
};

console.log(JSON.stringify(Object.fromEntries(await Promise.all(entries.map(bundle)))));
