// The hardest killers of Interactive Sudoku Solver's collections.
//
//     node benchmarks/peers/iss_killers.mjs FOLDER
//
// FOLDER holds a copy of the repository sigh/Interactive-Sudoku-Solver, which is not part of this one. The output has a
// line for each puzzle: the set and the puzzle's text, separated by a tab.
import { join } from "node:path";
import { argv, stdout } from "node:process";
import { pathToFileURL } from "node:url";

globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= "";
const { TAREK_ALL, EXTREME_KILLERS } = await import(pathToFileURL(join(argv[2], "data/collections.js")).href);

const SETS = { "tarek's hardest killers": TAREK_ALL, "extreme killers": EXTREME_KILLERS };

for (const [title, set] of Object.entries(SETS))
  for (const entry of set) stdout.write(`${title}\t${set.configFor(entry).input}\n`);
