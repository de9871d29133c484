"""The chromium that the browser tests drive: find it, or install Debian's, or say what to type.

    python3 tools/chromium.py        prints its path

`CHROMIUM=` names one; else one is looked for on PATH. Where there is none, root on Debian gets Debian's by
apt-get, and is told so; anybody else is told the command. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["FLAGS", "HOW", "find", "main"]

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

HOW = (
    "no chromium was found, and the browser tests need one: type `apt-get install chromium` (as root, on "
    "Debian or Ubuntu), or name one: CHROMIUM=/path/to/chromium make test"
)

# A browser that stays on this machine, and starts where there is neither a screen nor a sandbox.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def find() -> str | None:
    """The path of a chromium: that of CHROMIUM, if it is set, else one on PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def can_install() -> bool:
    """Whether we are root on a Debian (or a child of it)."""
    return os.geteuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def install() -> None:
    """Debian's chromium, by apt-get; what it says goes to standard error."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", "chromium"],
    ):
        print(f"chromium is missing: {' '.join(command)}", file=sys.stderr)
        subprocess.run(command, check=True, env=quiet, stdout=sys.stderr)


def main() -> int:
    """Prints the path; 1 and the command to type, if there is none."""
    if find() is None and not os.environ.get("CHROMIUM") and can_install():
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"that failed: {error}", file=sys.stderr)
    found = find()
    print(found or HOW, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
