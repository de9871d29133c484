"""A stub of the project, to start the launcher in.

It is a copy of the real `sudoku`, `tools/` and `Makefile` in a folder with a space in its name, with a stub of the
package. A script named `uv` replaces the installer and the compiler, so that no test needs a network; it records each
call, and tests count the calls.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ROOT", "UV", "Project", "new_project"]

ROOT = Path(__file__).resolve().parents[2]

LAUNCHER = (
    "sudoku",
    "Makefile",
    "pyproject.toml",
    "constraints.txt",
    "tools/install.py",
    "tools/kernel.py",
    "tools/progress.py",
    "tools/sources.py",
    "tools/find-python.sh",
)

UV = """\
#!/bin/sh
case "$*" in
*--target*) # the kernel, in the background
    echo "compile $PPID" >>"$CALLS"
    waited=0
    while [ "$UV_DOES" = wait ] && ! [ -e "$CALLS.go" ] && [ $waited -lt 600 ]; do
        sleep 0.05
        waited=$((waited + 1))
    done
    while [ "$1" != --target ]; do shift; done
    mkdir -p "$2/nonet"
    [ "$UV_DOES" = no-kernel ] || : >"$2/nonet/_native.abi3.so"
    exit 0
    ;;
esac
echo "uv $1" >>"$CALLS"
[ "$1" = pip ] || exit 0
case $UV_DOES in
fail) echo "error: the index is out of reach"; exit 1 ;;
hang) sleep 60 ;;
esac
site=$(.venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
for package in click textual starlette uvicorn; do
    mkdir -p "$site/$package"
    : >"$site/$package/__init__.py"
done
echo "$@" >>"$CALLS.words"
[ -d .venv/source ] || exit 0 # packages only
find "$site/nonet" -name "*.py" -delete 2>/dev/null
mkdir -p "$site/nonet"
cp -R .venv/source/src/nonet "$site"
"""

MAIN = """\
import os, sys
if "need" in sys.argv and "NONET_FETCHED" not in os.environ:
    from nonet.errors import MissingExtra
    from nonet.faces.cli.extras import fetch_extra, remember_input
    remember_input(sys.stdin.buffer.read())
    fetch_extra(MissingExtra("pyarrow", "data", "Parquet"))
    sys.exit(2)
def main():
    print(os.getcwd(), sys.argv[1:], sys.stdin.read())
    return 3 if "fail" in sys.argv else 0
if __name__ == "__main__":
    sys.exit(main())
"""


@dataclass
class Project:
    """A stub of the project in a temporary folder."""

    folder: Path
    calls: Path
    environment: dict[str, str]

    def start(
        self, *words: str, program: str = "./sudoku", cwd: Path | None = None, **environment: str
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [program, *words],
            cwd=cwd or self.folder,
            env=self.environment | environment,
            input="typed",
            capture_output=True,
            text=True,
            check=False,
        )

    def answer(self, *words: str, cwd: Path | None = None) -> str:
        return f"{cwd or self.folder} {list(words)} typed\n"

    def installs(self) -> int:
        """How often the installer was called."""
        return self.calls.read_text().split("\n").count("uv pip")

    def compilations(self) -> list[int]:
        """The processes that have compiled the kernel."""
        return [int(line.split()[1]) for line in self.calls.read_text().splitlines() if "compile" in line]

    def kernels(self) -> list[Path]:
        """Those in the environment."""
        return list(self.folder.glob(".venv/lib/*/site-packages/nonet/_native*"))

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def new_project(tmp_path: Path) -> Project:
    """A stub that was never started."""
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    (bin_folder / "uv").write_text(UV)
    (bin_folder / "uv").chmod(0o755)
    calls = tmp_path / "calls"
    calls.touch()
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PIP_", "UV_", "PYTHON", "MAKE", "MFLAGS", "READY"))
    }
    environment = kept | {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHON": sys.executable,
        "CALLS": str(calls),
        "UV_DOES": "install",
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_NO_INDEX": "1",
    }
    stub = Project(tmp_path / "a folder", calls, environment)
    (stub.folder / "tools").mkdir(parents=True)
    for name in LAUNCHER:
        shutil.copy(ROOT / name, stub.folder / name)
    stub.write("src/nonet/__init__.py", "")
    stub.write("src/nonet/__main__.py", MAIN)
    return stub
