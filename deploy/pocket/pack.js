// Runs pack.py in the Python that a phone will run, and takes what it made; run by build.py, in Deno.
// Arguments: the folder with stage.zip, which gets the results, and pack.py.
import { loadPyodide } from "pyodide";

const [folder, script] = Deno.args;
const python = new URL(import.meta.resolve("pyodide/pyodide.mjs"));
const py = await loadPyodide();
py.FS.writeFile("/stage.zip", Deno.readFileSync(`${folder}/stage.zip`));
py.FS.writeFile("/std.zip", Deno.readFileSync(new URL("python_stdlib.zip", python)));
py.runPython(Deno.readTextFileSync(script));
for (const name of ["std.zip", "site"]) {
  Deno.writeFileSync(`${folder}/${name}`, py.FS.readFile(`/packed/${name}`));
}
for (const name of ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm"]) {
  Deno.copyFileSync(new URL(name, python), `${folder}/${name}`);
}
