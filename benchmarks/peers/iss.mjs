// Proves with Interactive Sudoku Solver that puzzles have one solution.
//
//     node benchmarks/peers/iss.mjs FOLDER < puzzles
//
// FOLDER holds a copy of the repository sigh/Interactive-Sudoku-Solver, which is not part of this one. Every line of the
// input is a puzzle as that program writes it. The output has a line of JSON for each: how many solutions were found (two
// are enough), guesses, and the processor time in milliseconds: to read it, and for the rest with set-up. The better of two
// runs, after a first one, whose time is given, too.
import { join } from "node:path";
import { stdin, argv, cpuUsage, stdout } from "node:process";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= "";
const { SimpleSolver } = await import(pathToFileURL(join(argv[2], "js/sandbox/simple_solver.js")).href);

const { SudokuParser } = await import(pathToFileURL(join(argv[2], "js/sudoku_parser.js")).href);

const solver = new SimpleSolver();

function milliseconds(since) {
  const used = cpuUsage(since);
  return (used.user + used.system) / 1000;
}

function measured(puzzle) {
  const begun = cpuUsage();
  const constraints = SudokuParser.parseText(puzzle);
  const read = milliseconds(begun);
  const set = cpuUsage();
  const solutions = solver.countSolutions(constraints, 2);
  return { solutions, guesses: solver.latestStats().guesses, read, ms: milliseconds(set) };
}

const puzzles = [];
for await (const line of createInterface({ input: stdin })) puzzles.push(line);
const [cold, second, third] = [1, 2, 3].map(() => puzzles.map(measured));
cold.forEach(({ ms: first }, i) => {
  const best = second[i].ms < third[i].ms ? second[i] : third[i];
  stdout.write(`${JSON.stringify({ ...best, first })}\n`);
});
