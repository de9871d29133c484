// Starts Python and nonet in the core's worker: from a snapshot of a Python that has imported everything, which saves
// most of the time; without one, or where it does not load, from bytecode.
//
// A snapshot is the memory of one build of Pyodide with one build of our modules; files are not in it. Pyodide calls
// both of the options for it experimental.

/**
 * @typedef {any} Pyodide
 * @typedef {{ instantiateWasm: (imports: unknown, receive: (...made: any[]) => void) => unknown }} Settings
 * @typedef {{ exports: { memory: WebAssembly.Memory } }} Instance
 * @typedef {{ restoreSnapshot: (memory: Uint8Array) => object }} SnapshotReader
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
 * Everything is loaded at the same time: Pyodide is started and our files are written while another worker unpacks the
 * snapshot.
 * @param {string} place  the address of the folder with Pyodide and our modules
 * @returns {Promise<Pyodide>}
 */
export async function startPython(place) {
  const files = fetched(`${place}nonet.bin`).then(whole);
  const snapshot = unpackedElsewhere(`${place}memory.bin`, MEMORY);
  const module = import(`${place}pyodide.asm.mjs`);
  for (const each of [files, snapshot, module]) each.catch(() => {}); // they are awaited below
  const { loadPyodide } = await import(`${place}pyodide.mjs`);
  /**
   * @param {object} options
   * @param {(settings: Settings) => Settings} prepared
   * @param {(API: SnapshotReader) => Promise<void>} [before]  Python starts
   */
  const start = (options, prepared, before) =>
    loadPyodide({
      indexURL: place,
      ...options,
      createPyodideModule: async (/** @type {Settings} */ settings) => {
        const created = await (await module).default(prepared(settings));
        unpack(created.FS, await files);
        await before?.(created.API);
        return created;
      },
    });
  try {
    const later = new Uint8Array(0); // Pyodide asks for the snapshot long before it is read
    const pyodide = await start({ _loadSnapshot: later }, withRoom, async (API) => {
      const memory = await snapshot;
      const { restoreSnapshot } = API;
      API.restoreSnapshot = () => {
        API.restoreSnapshot = restoreSnapshot; // the bytes are not kept
        return restoreSnapshot(memory);
      };
    });
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
 * The settings of Pyodide's module, with a memory that has room for the snapshot. It starts with 30 MB, whatever
 * INITIAL_MEMORY says.
 * @param {Settings} settings
 */
function withRoom(settings) {
  const { instantiateWasm } = settings;
  settings.instantiateWasm = (imports, receive) =>
    instantiateWasm(imports, (/** @type {Instance} */ instance, /** @type {unknown} */ module) => {
      const { memory } = instance.exports;
      const missing = MEMORY - memory.buffer.byteLength;
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
 * A packed file that another worker fetches and unpacks: a second core of the processor would be idle.
 * @param {string} address
 * @param {number} size  without compression; 0 if there is no such file
 * @returns {Promise<Uint8Array>}
 */
function unpackedElsewhere(address, size) {
  return new Promise((resolve, reject) => {
    if (!size) throw new Error("there is none");
    const worker = new Worker(new URL("./unpack_worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => {
      worker.terminate();
      if (typeof data === "string") reject(new Error(data));
      else resolve(data);
    };
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.postMessage({ address, size });
  });
}

/**
 * @param {Uint8Array} bytes  as many as the file has without compression
 * @param {string} address
 */
export async function unpackInto(bytes, address) {
  let size = 0;
  const write = (/** @type {Uint8Array} */ part) => {
    bytes.set(part, size);
    size += part.length;
  };
  await (await fetched(address)).pipeTo(new WritableStream({ write }));
  if (size !== bytes.length) throw new Error("another size");
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
