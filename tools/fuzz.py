"""Attacks, most of them under sanitizers: `make fuzz`, or `make fuzz MINUTES=480` for a night.

    python tools/fuzz.py [--minutes 3] [--seed N] [--jobs N] [--only PART] [--plain] [--keep]

    kernel    every way into the C++ (native/fuzz/target.cpp, rules.cpp, killers.cpp), coverage-guided; address and
              undefined-behaviour sanitizers
    threads   the same inputs under the thread sanitizer
    module    the Python module (native/fuzz/lines.py, boards.py, rules.py); address and undefined-behaviour
              sanitizers
    texts     everything that reads text (tools/fuzz_texts.py), on the same sanitized module
    pictures  the reader of photographs (tools/fuzz_pictures.py), in bounded memory, without sanitizers
    tests     the tests marked `attack`, in more rounds than `make test` runs

Needs a C++ compiler with sanitizers, GCC or Clang (CXX names it), and setuptools. `--jobs` runs as many processes
side by side, with the seeds N, N+1, …; each part ends with a line that gives the sum of their counts. `--plain` runs
the module and the texts on the package in src/ as it is: it needs no compiler and reads texts almost three times as
fast.

The corpus is in native/fuzz/corpus; inputs that reach new code are collected in build/fuzz/corpus, and `--keep` adds
them to the repository's. A finding ends the run with status 1 and leaves its input in build/fuzz/SEED/failed, or in
the output for texts.

    python tools/fuzz.py check [ARGUMENTS]    pytest on the sanitized module, e.g. tests/test_native_lanes.py
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
CORPUS = ROOT / "native" / "fuzz" / "corpus"
COMPILER = shlex.split(os.environ.get("CXX", "c++"))

ADDRESS = ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
THREAD = ["-fsanitize=thread"]
COMMON = [
    "-std=c++17", "-O2", "-g1", "-fno-omit-frame-pointer", "-pthread", "-Wno-psabi", "-Wno-unknown-pragmas",
    "-Inative", "-Isrc/nonet",
]  # fmt: skip
SAME_BRANCHES = {"native/lanes/kernel_avx2.cpp", "native/lanes/kernel_avx512.cpp"}
"""Their branches are those of the baseline kernel: the coverage of that one is enough, and a quarter faster."""


class Finding(Exception):
    """Something was found, or the tools are missing."""


def run(command: Sequence[str | Path], environment: dict[str, str] | None = None) -> None:
    print("$", shlex.join(map(str, command)), flush=True)
    ended = subprocess.run(command, cwd=ROOT, env={**os.environ, **(environment or {})}, check=False)
    if ended.returncode:
        raise Finding(f"{Path(command[0]).name} ended with status {ended.returncode}")


def setup_module() -> Any:
    """setup.py, which knows the flags of every unit."""
    spec = importlib.util.spec_from_file_location("setup", ROOT / "setup.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        spec.loader.exec_module(module)
    finally:
        os.chdir(before)
    return module


def build_driver(name: str, sanitizers: list[str]) -> Path:
    """The fuzzer of the kernel: its units without Python, the target and the driver."""
    setup = setup_module()
    folder = BUILD / name
    setup.write_technique_table(folder)
    platform = sysconfig.get_platform()
    units = [unit for unit in setup.UNITS if not unit.startswith("native/python/")]
    flags = {unit: [*sanitizers, *setup.processor_flags(unit, platform)] for unit in units}
    for unit in ("native/fuzz/target.cpp", "native/fuzz/rules.cpp", "native/fuzz/killers.cpp"):
        flags[unit] = [*sanitizers]
    for unit in set(flags) - SAME_BRANCHES:
        flags[unit].append("-fsanitize-coverage=trace-pc")
    flags["native/fuzz/driver.cpp"] = []

    def compile_unit(unit: str) -> Path:
        target = folder / unit.replace("/", "-").replace(".cpp", ".o")
        run([*COMPILER, *COMMON, f"-I{folder}", *flags[unit], "-c", unit, "-o", target])
        return target

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(compile_unit, flags))
    run([*COMPILER, *sanitizers, "-pthread", *objects, "-o", folder / "fuzz"])
    return folder / "fuzz"


def prepare_driver(name: str, sanitizers: list[str], new: Path) -> tuple[Path, Path]:
    """The program, and a folder with the repository's corpus and what was found before."""
    program = build_driver(name, sanitizers)
    new.mkdir(parents=True, exist_ok=True)
    begin = BUILD / "begin"
    shutil.rmtree(begin, ignore_errors=True)
    begin.mkdir()
    for path in [*CORPUS.iterdir(), *new.iterdir()]:
        shutil.copy(path, begin)
    return program, begin


def build_module() -> dict[str, str]:
    """Copies the package, with a sanitized module, into a folder; returns the environment that runs it."""
    folder = BUILD / "package"
    run(
        [
            sys.executable,
            "setup.py",
            "-q",
            "build_ext",
            "--build-lib",
            BUILD / "lib",
            "--build-temp",
            BUILD / "objects",
        ],
        {
            "CXXFLAGS": " ".join(["-O2", "-g1", "-fno-omit-frame-pointer", *ADDRESS]),
            "NONET_REQUIRE_KERNEL": "1",
        },
    )
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(
        ROOT / "src" / "nonet", folder / "nonet", ignore=shutil.ignore_patterns("*.so", "__pycache__")
    )
    for path in (BUILD / "lib" / "nonet").iterdir():
        shutil.copy(path, folder / "nonet")
    libraries = [
        subprocess.run(
            [*COMPILER, f"-print-file-name={name}"], capture_output=True, text=True, check=True
        ).stdout.strip()
        for name in ("libasan.so", "libubsan.so")
    ]
    return {
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",  # Python itself leaks on purpose
        "UBSAN_OPTIONS": "print_stacktrace=1",
        "PYTHONPATH": str(folder),
        "PYTHONMALLOC": "malloc",
    }


Command = tuple[int, list[str | Path], dict[str, str]]
"""A seed, the words of the command, and what it adds to the environment."""

Attack = Callable[[float, Sequence[int], bool], list[Command]]
"""From the seconds, the seeds and whether it runs without sanitizers, to commands that run at the same time. Compiles
what they need. The last line that each prints begins with a count.
"""


def sanitized(name: str, sanitizers: list[str], corpus: str) -> Attack:
    def commands(seconds: float, seeds: Sequence[int], plain: bool) -> list[Command]:
        new = BUILD / corpus
        program, begin = prepare_driver(name, sanitizers, new)
        return [(seed, [program, str(seconds), str(seed), begin, new], {}) for seed in seeds]

    return commands


def scripts(*paths: str, always_plain: bool = False) -> Attack:
    """Programs that take the seconds and the seed."""

    def commands(seconds: float, seeds: Sequence[int], plain: bool) -> list[Command]:
        source = {"PYTHONPATH": os.pathsep.join((str(ROOT / "src"), str(ROOT / "tests")))}
        environment = source if plain or always_plain else build_module()
        return [
            (seed, [sys.executable, ROOT / path, str(seconds / len(paths)), str(seed)], environment)
            for path in paths
            for seed in seeds
        ]

    return commands


def marked_tests(seconds: float, seeds: Sequence[int], plain: bool) -> list[Command]:
    """All tests marked `attack`; see the fixture `attack_rounds` in tests/conftest.py."""
    words = ["-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "-m", "attack"]
    words += ["-c", str(ROOT / "pyproject.toml"), "--rootdir", str(ROOT), str(ROOT / "tests")]
    return [
        (
            seed,
            [sys.executable, *words],
            {"NONET_ATTACK_SECONDS": str(seconds), "NONET_ATTACK_SEED": str(seed)},
        )
        for seed in seeds
    ]


ATTACKS: dict[str, tuple[Attack, float, str]] = {
    "kernel": (sanitized("address", ADDRESS, "corpus"), 0.35, "calls"),
    "threads": (sanitized("thread", THREAD, "corpus-threads"), 0.1, "calls"),
    "module": (
        scripts("native/fuzz/lines.py", "native/fuzz/boards.py", "native/fuzz/rules.py"),
        0.15,
        "calls",
    ),
    "texts": (scripts("tools/fuzz_texts.py"), 0.2, "texts"),
    "pictures": (scripts("tools/fuzz_pictures.py", always_plain=True), 0.1, "pictures"),
    "tests": (marked_tests, 0.1, "tests"),
}
"""Each attack, the share of the time that it gets, and what it counts. To add one: a line here, or a test marked
`attack`.
"""


def fuzz(part: str, seconds: float, seeds: Sequence[int], *, plain: bool) -> None:
    """Runs an attack with every seed, and adds up the numbers that the last lines begin with."""
    commands, _, unit = ATTACKS[part]

    def run_one(command: Command) -> int:
        seed, words, environment = command
        folder = BUILD / str(seed)
        folder.mkdir(parents=True, exist_ok=True)
        ended = subprocess.run(
            words,
            cwd=folder,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            text=True,
            errors="replace",
        )
        lines = ended.stdout.splitlines() or [""]
        found = re.match(r"\d+", lines[-1])
        if ended.returncode or not found:
            (folder / "output").write_text(ended.stdout)
            raise Finding(
                "\n".join(
                    [*lines[-60:], f"{shlex.join(map(str, words))}: status {ended.returncode}, see {folder}"]
                )
            )
        print(f"{part}: {lines[-1]}, seed {seed}", flush=True)
        return int(found[0])

    with ThreadPoolExecutor(len(seeds)) as pool:
        counts = list(pool.map(run_one, commands(seconds, seeds, plain)))
    print(f"{part}: {sum(counts):,} {unit} in all, no finding", flush=True)


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["check"]:
        tests = list(arguments[1:]) or [
            "tests/test_native_lanes.py",
            "tests/test_native_puzzles.py",
            "tests/test_native_dig.py",
        ]
        environment = build_module()
        paths = f"pythonpath={environment['PYTHONPATH']} tests tools"
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-n",
            "0",
            "-p",
            "no:cacheprovider",
            "-o",
            paths,
            *tests,
        ]
        run(command, environment)
        return 0
    parser = argparse.ArgumentParser(prog="tools/fuzz.py", description="Fuzz under sanitizers.")
    parser.add_argument("--minutes", type=float, default=3)
    parser.add_argument("--seed", type=int, default=time.time_ns() // 1_000_000 % 1_000_000)
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument("--only", choices=ATTACKS)
    parser.add_argument("--plain", action="store_true", help="module and texts without sanitizers")
    parser.add_argument("--keep", action="store_true", help="add new inputs to the repository's corpus")
    options = parser.parse_args(arguments)
    for part in [options.only] if options.only else ATTACKS:
        share = 1 if options.only else ATTACKS[part][1]
        seeds = range(options.seed, options.seed + max(options.jobs, 1))
        fuzz(part, 60 * options.minutes * share, seeds, plain=options.plain)
    if options.keep:
        for path in (BUILD / "corpus").iterdir():
            shutil.copy(path, CORPUS)
    print(f"seed {options.seed}: nothing was found")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Finding as finding:
        print(f"fuzz: {finding}", file=sys.stderr)
        sys.exit(1)
