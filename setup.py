"""Builds the compiled kernel (nonet._native); everything else stands in pyproject.toml.

One C++ file is compiled for each instruction set, with flags of its own, all at the same time. A machine
without a working compiler still gets a complete nonet, in pure Python.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel  # type: ignore[no-redef,import-not-found]

COMMON = ["-std=c++17", "-O3", "-fPIC", "-fvisibility=hidden", "-pthread", "-DNDEBUG", "-Wno-psabi"]
KERNEL = ["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
AVX2 = ["-mavx2", "-mbmi", "-mbmi2", "-mpopcnt"]
AVX512 = [
    *AVX2, "-mavx512f", "-mavx512bw", "-mavx512vl", "-mavx512dq", "-mavx512vbmi", "-mavx512bitalg",
    "-mtune=icelake-server",
]  # fmt: skip
X86 = platform.machine().lower() in ("x86_64", "amd64") and sys.maxsize > 2**32

UNITS: dict[str, list[str]] = {
    "native/module.cpp": [],
    "native/nine_module.cpp": [],
    "native/generic_module.cpp": [],
    "native/generic.cpp": [],
    "native/generic_plan.cpp": [],
    "native/dig_module.cpp": [],
    "native/canonical_module.cpp": [],
    "native/canonical.cpp": [],
    "native/count.cpp": [],
    "native/dispatch.cpp": [],
    "native/kernel_portable.cpp": KERNEL,
}
if X86:
    UNITS |= {
        "native/kernel_avx512.cpp": KERNEL + AVX512,
        "native/kernel_avx2.cpp": KERNEL + AVX2,
        "native/kernel_baseline.cpp": KERNEL,
    }


class BuildKernel(build_ext):
    """Compiles every unit with its own flags, in parallel, and links them."""

    def build_extension(self, ext: Extension) -> None:
        """Compiles, or says why it could not."""
        try:
            self.compile_units(ext)
        except (OSError, subprocess.CalledProcessError, RuntimeError) as error:
            if os.environ.get("NONET_REQUIRE_KERNEL"):
                raise
            print(
                f"nonet: the kernel could not be compiled ({error}); everything works in pure Python, slower."
            )

    def compile_units(self, ext: Extension) -> None:
        """Every unit to an object, and all objects to one library."""
        compiler = os.environ.get("CXX", "c++").split()
        extra = os.environ.get("CXXFLAGS", "").split()
        include = [f"-I{path}" for path in self.compiler.include_dirs]
        folder = Path(self.build_temp)
        folder.mkdir(parents=True, exist_ok=True)

        def compile_unit(unit: str) -> str:
            target = folder / (Path(unit).stem + ".o")
            command = [*compiler, *COMMON, *UNITS[unit], *extra, *include, "-c", unit, "-o", str(target)]
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise RuntimeError(f"{' '.join(command)}\n{done.stderr[-2000:]}")
            return str(target)

        with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            objects = list(pool.map(compile_unit, UNITS))
        target = Path(self.get_ext_fullpath(ext.name))
        target.parent.mkdir(parents=True, exist_ok=True)
        shared = ["-bundle", "-undefined", "dynamic_lookup"] if sys.platform == "darwin" else ["-shared"]
        subprocess.run([*compiler, *shared, *extra, "-pthread", *objects, "-o", str(target)], check=True)


class AbiWheel(bdist_wheel):
    """One wheel for CPython 3.11 and later."""

    def get_tag(self) -> tuple[str, str, str]:
        """The limited API makes it one wheel for all."""
        python, abi, plat = super().get_tag()
        return ("cp311", "abi3", plat) if python.startswith("cp") else (python, abi, plat)


setup(
    ext_modules=[
        Extension(
            "nonet._native",
            sources=list(UNITS),
            depends=[str(path) for path in sorted(Path("native").glob("*.h"))],
            py_limited_api=True,
            language="c++",
        )
    ],
    cmdclass={"build_ext": BuildKernel, "bdist_wheel": AbiWheel},
)
