// Builds what the core of the exported page starts from. core_build.py runs it with node, in a folder with Pyodide and our
// modules: the modules become bytecode, and memory.raw is a snapshot of a Python that has imported and used them.

import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "./pyodide.mjs";
import { inflated, PREPARATION, unpack, whole } from "./python_start.mjs";

const folder = fileURLToPath(new URL("./", import.meta.url));
const compiler = await loadPyodide({ indexURL: folder });
compiler.mountNodeFS("/build", folder);
compiler.runPython(await readFile(`${folder}bytecode.py`, "utf8"));
compiler.runPython("compile_archives(Path('/build'))");

const pyodide = await loadPyodide({ indexURL: folder, _makeSnapshot: true });
unpack(pyodide.FS, await whole(inflated(new Response(await readFile(`${folder}nonet.bin`)))));
pyodide.runPython(PREPARATION);
await pyodide.runPythonAsync(`
from pathlib import Path
from nonet.faces.web.rehearsal import rehearse
await rehearse(Path("/rehearsal.sqlite"))
build = Path("/core/nonet/build.txt").read_text()
`);
await writeFile(`${folder}memory.raw`, pyodide.makeMemorySnapshot());
process.exit(0);
