"""Find the chromium that the browser tests drive; install Debian's, or say how to get one.

    python3 tools/chromium.py        prints its path

`CHROMIUM=PATH` names one; otherwise PATH is searched. If there is none, root on Debian gets Debian's through
apt-get; anybody else is told the command. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["FLAGS", "HOW", "find", "main"]

PACKAGE = "chromium-headless-shell"  # without windows: opens a page for half the processor time of "chromium"
NAMES = (PACKAGE, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

HOW = (
    "the browser tests need chromium, and none was found: run "
    f"`apt-get install {PACKAGE}` (as root, on Debian), or name one: CHROMIUM=/path/to/chromium make test"
)

# No background network traffic, no display, no sandbox.
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
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next(filter(None, map(shutil.which, NAMES)), None)


def can_install() -> bool:
    """Whether we are root on Debian or a system derived from it."""
    return os.geteuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def install() -> None:
    """Install Debian's chromium; the output of apt-get goes to standard error."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (
        ["apt-get", "update"],
        ["apt-get", "install", "-y", "--no-install-recommends", PACKAGE],
    ):
        print(f"chromium is missing: {' '.join(command)}", file=sys.stderr)
        subprocess.run(command, check=True, env=quiet, stdout=sys.stderr)


def main() -> int:
    """Print the path; if there is none, say how to get one and return 1."""
    if find() is None and not os.environ.get("CHROMIUM") and can_install():
        try:
            install()
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"could not install chromium: {error}", file=sys.stderr)
    found = find()
    print(found or HOW, file=sys.stdout if found else sys.stderr)
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
