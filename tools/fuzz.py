"""Fuzzing under sanitizers: `make fuzz`, or `make fuzz MINUTES=480` for a night.

    python tools/fuzz.py [--minutes 3] [--seed N] [--only PART] [--keep]

    kernel    every way into the C++ (native/fuzz/target.cpp), coverage-guided; address and undefined-behaviour
              sanitizers
    threads   the same inputs under the thread sanitizer
    module    the Python module (native/fuzz/lines.py, boards.py); address and undefined-behaviour sanitizers
    texts     everything that reads text (tools/fuzz_texts.py), on the same sanitized module

Needs a C++ compiler with sanitizers, GCC or Clang (CXX names it), and the development environment. The corpus is
in native/fuzz/corpus; inputs that reach new code are collected in build/fuzz/corpus, and `--keep` adds them to the
repository's. A finding ends the run with status 1 and leaves its input in build/fuzz.

    python tools/fuzz.py check [ARGUMENTS]    pytest on the sanitized module, e.g. tests/test_native_lanes.py
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Sequence
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
    "-std=c++17", "-O2", "-g1", "-fno-omit-frame-pointer", "-pthread", "-Wno-psabi", "-Wno-unknown-pragmas", "-Inative",
]  # fmt: skip
PARTS = {"kernel": 0.45, "threads": 0.1, "module": 0.2, "texts": 0.25}
"""The parts, and the share of the time that each gets."""


class Finding(Exception):
    """Something was found, or the tools are missing."""


def run(
    command: Sequence[str | Path], environment: dict[str, str] | None = None, *, folder: Path = ROOT
) -> None:
    print("$", shlex.join(map(str, command)), flush=True)
    ended = subprocess.run(command, cwd=folder, env={**os.environ, **(environment or {})}, check=False)
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
    folder.mkdir(parents=True, exist_ok=True)
    platform = sysconfig.get_platform()
    units = [unit for unit in setup.UNITS if not unit.startswith("native/python/")]
    flags = {
        unit: [*sanitizers, "-fsanitize-coverage=trace-pc", *setup.processor_flags(unit, platform)]
        for unit in units
    }
    flags["native/fuzz/target.cpp"] = [*sanitizers, "-fsanitize-coverage=trace-pc"]
    flags["native/fuzz/driver.cpp"] = []

    def compile_unit(unit: str) -> Path:
        target = folder / unit.replace("/", "-").replace(".cpp", ".o")
        run([*COMPILER, *COMMON, *flags[unit], "-c", unit, "-o", target])
        return target

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(compile_unit, flags))
    run([*COMPILER, *sanitizers, "-pthread", *objects, "-o", folder / "fuzz"])
    return folder / "fuzz"


def fuzz_driver(name: str, sanitizers: list[str], seconds: float, seed: int, new: Path) -> None:
    program = build_driver(name, sanitizers)
    new.mkdir(parents=True, exist_ok=True)
    begin = BUILD / "begin"  # the repository's corpus and what was found before
    shutil.rmtree(begin, ignore_errors=True)
    begin.mkdir()
    for path in [*CORPUS.iterdir(), *new.iterdir()]:
        shutil.copy(path, begin)
    run([program, str(seconds), str(seed), begin, new], folder=BUILD)


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


def fuzz(part: str, seconds: float, seed: int) -> None:
    python = sys.executable
    if part == "kernel":
        fuzz_driver("address", ADDRESS, seconds, seed, BUILD / "corpus")
    elif part == "threads":
        fuzz_driver("thread", THREAD, seconds, seed, BUILD / "corpus-threads")
    elif part == "module":
        environment = build_module()
        run([python, "native/fuzz/lines.py", str(seconds / 2), str(seed)], environment)
        run([python, "native/fuzz/boards.py", str(seconds / 2), str(seed)], environment)
    else:
        run([python, "tools/fuzz_texts.py", str(seconds), str(seed)], build_module())


def main(arguments: Sequence[str]) -> int:
    if arguments[:1] == ["check"]:
        tests = list(arguments[1:]) or ["tests/test_native_lanes.py", "tests/test_native_dig.py"]
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
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--keep", action="store_true", help="add new inputs to the repository's corpus")
    options = parser.parse_args(arguments)
    for part in [options.only] if options.only else PARTS:
        share = 1 if options.only else PARTS[part]
        fuzz(part, 60 * options.minutes * share, options.seed)
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
