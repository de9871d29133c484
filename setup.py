"""Builds the compiled kernel, nonet._native, and the manual pages. The rest of the package is in pyproject.toml.

Every unit (a C++ file) has compiler flags of its own, and all are compiled at the same time, many of them several
together. The list is the same on every processor, so an sdist made on one builds on all: the units for AVX are empty
on ARM.

Without a working compiler the build still succeeds. The wheel then holds pure Python and is tagged py3-none-any.

    NONET_REQUIRE_KERNEL=1        a failed compilation is an error
    NONET_NO_KERNEL=1             nothing is compiled; the wheel is the pure one
    NONET_KERNEL_PROGRESS=FILE    keeps in FILE how many units are compiled, of how many: "23 61"

    compiler      target                  state
    ------------  ----------------------  -----------------------------------------------------------------
    GCC, Clang    Linux, x86 and ARM      tested
    Clang         macOS, also universal2  not yet run: flags of one architecture are passed by -Xarch_x86_64
    clang-cl      Windows                 not yet run: it takes the place of MSVC's cl, which knows neither
                                          GCC's vector types nor 128-bit integers; without it, pure Python
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import CCompilerError, ExecError, PlatformError

COMMON = {
    "unix": [
        "-std=c++17", "-O2", "-g0", "-fvisibility=hidden", "-pthread", "-DNDEBUG", "-fno-wrapv",
        "-Wno-psabi", "-Wno-unknown-pragmas",
    ],
    "clang-cl": ["/std:c++17", "/O2", "/EHsc", "-Wno-unknown-pragmas"],
}  # fmt: skip
FASTEST = {"unix": ["-O3"], "clang-cl": ["/clang:-O3"]}
HOT = {
    "braids": "braids",
    "canonical": "canonical",
    "catalogue": "stacks walk",
    "explainer": "basic board chaining following path",
    "generic": "generic",
    "lanes": "count kernel_avx2 kernel_avx512 kernel_baseline",
    "logic": "als forcing links loops net nets position suppose",
    "python": "catalogue effort unavoidable unbiased uniform",
    "rules": "cages equal_sums groups houses lines matchings position search sums",
}
"""The units in which the time is spent."""

LANES = {
    "unix": [
        "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-fno-stack-protector",
        "-Wno-uninitialized",  # GCC 12 warns of its own AVX-512 headers
    ],
    "clang-cl": ["/GS-", "/GR-"],
}  # fmt: skip
AVX2 = ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]
AVX512 = [
    *AVX2, "-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512dq", "-mavx512vbmi", "-mavx512bitalg",
    "-mtune=tigerlake",  # the tuning of Ice Lake; zig, which takes this for -mcpu, knows only the shorter names
]  # fmt: skip
PROCESSOR = {
    "native/lanes/kernel_avx512.cpp": AVX512,
    "native/lanes/kernel_avx2.cpp": AVX2,
    "native/lanes/kernel_baseline.cpp": [],
}
"""The units of the 9x9 kernel, and what the x86 processors they run on can do."""

UNITS = sorted(path.as_posix() for path in Path("native").glob("*/*.cpp") if path.parent.name != "fuzz")

TOGETHER = {"explainer": 4, "logic": 5, "python": 5, "rules": 4}
"""How many units of a folder that have the same flags are compiled together: most read the same headers.

So no two of them may use a name for different things, not even in unnamed namespaces.
"""

CATALOG = Path("src/nonet/logic/catalog.txt")
SHARED = (CATALOG, *sorted(Path("src/nonet/gpu").glob("*.h")))
"""What the kernel is compiled from besides native/: headers of the GPU, for learners and for minimal puzzles."""


def write_technique_table(folder: Path) -> None:
    """Writes what native/logic/techniques.h includes: the name, key, level and score of every technique."""
    table = ""
    for line in CATALOG.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            level, score, *_, key, _ = re.split(" {2,}", line)
            name = "".join(word.capitalize() for word in key.split("-"))
            table += f'NONET_TECHNIQUE(k{name}, "{key}", k{level.capitalize()}, {score})\n'
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "technique_table.inc").write_text(table, encoding="utf-8")


def processor_flags(unit: str, platform: str) -> list[str]:
    """The instruction set of a unit, for a platform as `sysconfig.get_platform()` names it."""
    flags = PROCESSOR.get(unit, [])
    if platform.endswith("universal2"):  # one compiler call serves two architectures
        return [word for flag in flags for word in ("-Xarch_x86_64", flag)]
    return flags if platform.endswith(("x86_64", "amd64")) else []


def is_hot(unit: str) -> bool:
    path = Path(unit)
    return path.stem in HOT.get(path.parent.name, "").split()


def unit_flags(unit: str, kind: str, platform: str) -> list[str]:
    """All flags of a unit, for a compiler of this kind ("unix" or "clang-cl")."""
    return [
        *COMMON[kind],
        *(FASTEST[kind] if is_hot(unit) else []),
        *(LANES[kind] if unit in PROCESSOR else []),
        *processor_flags(unit, platform),
    ]


def write_groups(folder: Path) -> dict[str, str]:
    """The files to compile: units, and files that include several of them. Of each, a unit whose flags it gets."""
    joined: dict[tuple[str, bool], list[str]] = {}
    files: dict[str, str] = {}
    for unit in UNITS:
        if (name := Path(unit).parent.name) in TOGETHER:
            joined.setdefault((name, is_hot(unit)), []).append(unit)
        else:
            files[unit] = unit
    for (name, hot), units in joined.items():
        for start in range(0, len(units), TOGETHER[name]):
            group = units[start : start + TOGETHER[name]]
            file = folder / name / f"{'hot' if hot else 'cold'}_{start}.cpp"
            file.parent.mkdir(exist_ok=True)
            file.write_text(
                "".join(f'#include "{name}/{Path(unit).name}"\n' for unit in group), encoding="utf-8"
            )
            files[file.as_posix()] = group[0]
    return files


class BuildKernel(build_ext):
    """Compiles the units in parallel, each with its own flags, and links them."""

    def build_extension(self, ext: Extension) -> None:
        try:
            self.compile_and_link(ext)
        except (CCompilerError, ExecError, PlatformError, OSError) as error:
            if os.environ.get("NONET_REQUIRE_KERNEL"):
                raise
            print(f"nonet: the kernel could not be compiled ({error}).")
            print(
                "nonet: continuing in pure Python: solving is up to 100 times slower, without Sudoku Explainer."
            )
            self.extensions = []
            self.distribution.ext_modules = []  # so that the wheel is tagged as pure Python

    def compile_and_link(self, ext: Extension) -> None:
        kind = self.prepare_compiler()
        extra = os.environ.get("CXXFLAGS", "").split()  # once more at the end: here they overrule ours
        folder = Path(self.build_temp)
        write_technique_table(folder)
        files = write_groups(folder)
        progress, compiled = os.environ.get("NONET_KERNEL_PROGRESS"), count(1)

        def compile_file(file: str) -> Sequence[str]:
            objects: list[str] = self.compiler.compile(
                [file],
                output_dir=str(folder),
                include_dirs=["native", "src/nonet", str(folder)],
                extra_postargs=[*unit_flags(files[file], kind, sysconfig.get_platform()), *extra],
                depends=ext.depends,
            )
            if progress:
                Path(progress).write_text(f"{next(compiled)} {len(files)}")
            return objects

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            objects = [path for paths in pool.map(compile_file, files) for path in paths]
        self.compiler.link_shared_object(
            objects,
            self.get_ext_fullpath(ext.name),
            libraries=self.get_libraries(ext),
            library_dirs=ext.library_dirs,
            export_symbols=self.get_export_symbols(ext),
            extra_postargs=["-pthread", *extra] if kind == "unix" else [],
            build_temp=str(folder),
            target_lang="c++",
        )

    def get_ext_filename(self, fullname: str) -> str:
        name: str = super().get_ext_filename(fullname)
        return name.replace(".abi3.so", ".pyd") if sysconfig.get_platform().startswith("win") else name

    def prepare_compiler(self) -> str:
        """The kind of compiler, "unix" or "clang-cl"."""
        if self.compiler.compiler_type != "msvc":
            return "unix"
        clang = shutil.which("clang-cl")
        if clang is None:
            raise PlatformError(
                "MSVC cannot compile it; install clang-cl (in Visual Studio: 'C++ Clang tools')"
            )
        self.compiler.initialize()
        self.compiler.cc = clang
        self.compiler.compile_options = [
            "/nologo",
            "/W3",
            "/DNDEBUG",
            "/MD",
        ]  # without /GL, which is MSVC's own
        return "clang-cl"


def manual(folder: Path, package: str) -> list[tuple[str, list[str]]]:
    """Writes the manual pages and completion scripts of the package that was built: which go into which folder of an
    environment. There are none in the copy of the sources that `./sudoku` installs.
    """
    if not Path("tools/manual.py").exists():
        return []
    shutil.rmtree(folder, ignore_errors=True)
    places = os.pathsep.join(filter(None, (os.path.abspath(package), os.environ.get("PYTHONPATH"))))
    subprocess.run(
        [sys.executable, "-B", "tools/manual.py", folder],
        env={**os.environ, "PYTHONPATH": places},
        check=True,
    )
    files = [path for path in folder.rglob("*") if path.is_file()]
    return [(str(Path("share", path.relative_to(folder).parent)), [str(path)]) for path in sorted(files)]


class KernelWheel(bdist_wheel):
    """One wheel for CPython 3.11 and later; py3-none-any where the kernel could not be compiled."""

    def run(self) -> None:
        self.run_command("build")
        self.skip_build = True  # else build_ext is reset and compiles everything once more
        self.root_is_pure = not self.distribution.has_ext_modules()
        build = self.get_finalized_command("build")
        self.distribution.data_files = manual(Path(build.build_base, "share"), build.build_lib)
        super().run()

    def get_tag(self) -> tuple[str, str, str]:
        python, abi, platform = super().get_tag()
        return ("cp311", "abi3", platform) if python.startswith("cp") else (python, abi, platform)


if __name__ == "__main__":  # tools/fuzz.py imports the flags
    setup(
        ext_modules=[]
        if os.environ.get("NONET_NO_KERNEL")
        else [
            Extension(
                "nonet._native",
                sources=UNITS,
                depends=[
                    *(path.as_posix() for path in sorted(Path("native").rglob("*.h"))),
                    *map(str, SHARED),
                    "setup.py",
                ],
                py_limited_api=True,
                language="c++",
            )
        ],
        cmdclass={"build_ext": BuildKernel, "bdist_wheel": KernelWheel},
    )
