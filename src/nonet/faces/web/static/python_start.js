// Starts Python and nonet in the core's worker: from a snapshot of a Python that has imported everything, which saves
// most of the time; without one, or where it does not load, from bytecode.
//
// A snapshot is the memory of one build of Pyodide with one build of our modules; files are not in it. Pyodide calls
// both of the options for it experimental.

/**
 * @typedef {any} Pyodide
 * @typedef {{ instantiateWasm: (imports: unknown, receive: (...made: any[]) => void) => unknown }} Settings
 * @typedef {{ exports: { memory: WebAssembly.Memory } }} Instance
 * @typedef {{ mkdirTree: (path: string) => void, writeFile: (path: string, data: Uint8Array, options: object) => void }} Files
 */

const HOME = "/core";
/** Before our modules are imported. Pyodide's sleep would let other tasks run, by means that node and browsers differ in. */
export const PREPARATION = `
import sys, time
sys.path.insert(0, "${HOME}")
time.sleep = time.sleep.__wrapped__
`;
const BUILD = `${HOME}/nonet/build.txt`; // names the build of our modules
const MEMORY = 0; // bytes of the snapshot, without compression; written by nonet.faces.web.export
const PAGE = 65536; // bytes of WebAssembly's memory
const BLOCK = 512; // bytes of a tar file

/**
 * Everything is loaded at the same time: Pyodide is started and our files are written while the snapshot is unpacked.
 * @param {string} place  the address of the folder with Pyodide and our modules
 * @returns {Promise<Pyodide>}
 */
export async function startPython(place) {
  const files = fetched(`${place}nonet.bin`).then(whole);
  const snapshot = new Uint8Array(MEMORY);
  const filled = fill(snapshot, `${place}memory.bin`);
  const module = import(`${place}pyodide.asm.mjs`);
  for (const each of [files, filled, module]) each.catch(() => {}); // they are awaited below
  const { loadPyodide } = await import(`${place}pyodide.mjs`);
  /**
   * @param {object} options
   * @param {(settings: Settings) => Settings} prepared
   * @param {Promise<void>} [ready]
   */
  const start = (options, prepared, ready) =>
    loadPyodide({
      indexURL: place,
      ...options,
      createPyodideModule: async (/** @type {Settings} */ settings) => {
        const created = await (await module).default(prepared(settings));
        unpack(created.FS, await files);
        await ready;
        return created;
      },
    });
  try {
    const pyodide = await start({ _loadSnapshot: snapshot }, (settings) => withRoom(snapshot.length, settings), filled);
    if (pyodide.globals.get("build") !== pyodide.FS.readFile(BUILD, { encoding: "utf8" }))
      throw new Error("another build");
    pyodide.runPython("import random; random.seed()"); // otherwise it is the same for everybody
    performance.mark("snapshot");
    return pyodide;
  } catch (error) {
    performance.mark("no snapshot", { detail: String(error) }); // for those who wonder why it is slow
    const pyodide = await start({}, (settings) => settings);
    pyodide.runPython(PREPARATION);
    return pyodide;
  }
}

/**
 * The settings of Pyodide's module, with a memory that has room for so many bytes. It starts with 30 MB, whatever
 * INITIAL_MEMORY says.
 * @param {number} size
 * @param {Settings} settings
 */
function withRoom(size, settings) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, receive) =>
    instantiateWasm(imports, (/** @type {Instance} */ instance, /** @type {unknown} */ module) => {
      const { memory } = instance.exports;
      const missing = size - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
      receive(instance, module);
    });
  return settings;
}

/** @param {string} address */
async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return inflated(response);
}

/** @param {Response} response  packed with gzip */
export function inflated({ body }) {
  return /** @type {ReadableStream<BufferSource>} */ (body).pipeThrough(new DecompressionStream("gzip"));
}

/** @param {ReadableStream} stream */
export async function whole(stream) {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * @param {Uint8Array} memory
 * @param {string} address
 */
async function fill(memory, address) {
  if (!memory.length) throw new Error("there is none");
  let size = 0;
  const write = (/** @type {Uint8Array} */ part) => {
    memory.set(part, size);
    size += part.length;
  };
  await (await fetched(address)).pipeTo(new WritableStream({ write }));
  if (size !== memory.length) throw new Error("another size");
}

/**
 * Writes the files of a tar file. In Python this takes half a second.
 * @param {Files} files
 * @param {Uint8Array} archive
 */
export function unpack(files, archive) {
  const decoder = new TextDecoder();
  const text = (/** @type {number} */ from, /** @type {number} */ size) =>
    decoder.decode(archive.subarray(from, from + size)).replace(/\0.*$/s, "");
  const folders = new Set();
  for (let at = 0; archive[at]; ) {
    const path = `${HOME}/${[text(at + 345, 155), text(at, 100)].filter(Boolean).join("/")}`;
    const size = Number.parseInt(text(at + 124, 12), 8);
    const folder = path.slice(0, path.lastIndexOf("/"));
    if (!folders.has(folder)) files.mkdirTree(folder);
    folders.add(folder);
    files.writeFile(path, archive.subarray(at + BLOCK, at + BLOCK + size), { canOwn: true }); // without a copy
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
