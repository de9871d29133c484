"""Find the browsers that the tests drive; install Debian's, or say how to get them.

    python3 tools/browsers.py firefox webkit        prints their paths

`CHROMIUM=PATH`, `FIREFOX=PATH` and `WEBKIT=PATH` name one; otherwise PATH is searched. If one is missing, root on
Debian gets Debian's through apt-get; anybody else is told the command. Standard library only.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["BROWSERS", "CHROMIUM", "FIREFOX", "FLAGS", "WEBKIT", "Browser", "main"]

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


@dataclass(frozen=True)
class Browser:
    name: str
    packages: tuple[str, ...]
    """Debian's."""
    programs: tuple[tuple[str, ...], ...]
    """The programs that are needed, the browser first; for each the names under which it may be installed."""

    @property
    def variable(self) -> str:
        """The environment variable that names it."""
        return self.name.upper()

    def paths(self) -> list[str]:
        """The paths of its programs; none if one of them is missing."""
        first, *others = self.programs
        named = os.environ.get(self.variable)
        found = [
            next(filter(None, map(shutil.which, names)), None)
            for names in ((named,) if named else first, *others)
        ]
        return [] if None in found else [path for path in found if path]

    def find(self) -> str | None:
        return next(iter(self.paths()), None)

    @property
    def how(self) -> str:
        """What to do if it is missing."""
        needed = " and ".join(names[0] for names in self.programs)
        return (
            f"the browser tests need {needed}, and not all of it was found: run "
            f"`apt-get install {' '.join(self.packages)}` (as root, on Debian), "
            f"or name one: {self.variable}=/path/to/{self.programs[0][0]} make test"
        )

    def install(self) -> None:
        """Install Debian's; the output of apt-get goes to standard error."""
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (
            ["apt-get", "update"],
            ["apt-get", "install", "-y", "--no-install-recommends", *self.packages],
        ):
            print(f"{self.name} is missing: {' '.join(command)}", file=sys.stderr)
            subprocess.run(command, check=True, env=quiet, stdout=sys.stderr)


CHROMIUM = Browser(
    "chromium",
    ("chromium-headless-shell",),  # without windows: opens a page for half the processor time of "chromium"
    (
        (
            "chromium-headless-shell",
            "chromium",
            "chromium-browser",
            "google-chrome",
            "google-chrome-stable",
            "chrome",
        ),
    ),
)
FIREFOX = Browser("firefox", ("firefox-esr",), (("firefox-esr", "firefox"),))
WEBKIT = Browser("webkit", ("webkit2gtk-driver", "xvfb"), (("WebKitWebDriver",), ("Xvfb",)))
BROWSERS = {browser.name: browser for browser in (CHROMIUM, FIREFOX, WEBKIT)}


def can_install() -> bool:
    """Whether we are root on Debian or a system derived from it."""
    return os.geteuid() == 0 and Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def main(names: Sequence[str]) -> int:
    """Print the paths; if a browser is missing, say how to get it and return 1."""
    status = 0
    for browser in map(BROWSERS.__getitem__, names):
        if browser.find() is None and not os.environ.get(browser.variable) and can_install():
            try:
                browser.install()
            except (OSError, subprocess.CalledProcessError) as error:
                print(f"could not install {browser.name}: {error}", file=sys.stderr)
        found = browser.find()
        print(found or browser.how, file=sys.stdout if found else sys.stderr)
        status |= found is None
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(BROWSERS)))
