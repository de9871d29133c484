"""Check that a release can be made, and write its notes: python tools/release.py [TAG].

    the version      of src/nonet/version.py is MAJOR.MINOR.PATCH, and the tag is "v" and the version
    the changelog    begins with the section of this version and its date: ## 1.2.3 (2026-12-31)
    the files        are those of the commit: nothing is changed or new

Every problem is printed. The section of the changelog becomes build/release/notes.md. `make release-check` runs this.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from nonet.version import __version__

__all__ = ["main", "notes", "problems"]

ROOT = Path(__file__).resolve().parent.parent


def notes(changelog: str) -> tuple[str, str]:
    """The first section: its heading, and what it says."""
    _, *sections = re.split(r"^## ", changelog, flags=re.MULTILINE)
    heading, _, text = sections[0].partition("\n") if sections else ("", "", "")
    return heading.strip(), text.strip()


def problems(version: str, tag: str, changelog: str, changed: Sequence[str]) -> list[str]:
    """What stands in the way of a release. The tag is empty if there is none yet."""
    found = []
    if not re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}", version):
        found.append(f"the version is {version!r}, not MAJOR.MINOR.PATCH: src/nonet/version.py")
    if tag and tag != f"v{version}":
        found.append(f"the tag is {tag!r}, but the version is {version}, so it must be v{version}")
    heading, text = notes(changelog)
    if not re.fullmatch(re.escape(version) + r" \(\d{4}-\d\d-\d\d\)", heading):
        found.append(
            f"CHANGELOG.md begins with {heading!r}, not with a section like '{version} (2026-12-31)'"
        )
    elif not text:
        found.append(f"CHANGELOG.md says nothing about {version}")
    found += [f"not committed: {name}" for name in changed]
    return found


def main(arguments: Sequence[str]) -> int:
    """Check this folder; returns the exit status."""
    status = ["git", "status", "--porcelain", "--untracked-files=all"]
    changed = subprocess.run(status, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    tag = arguments[0] if arguments else ""
    found = problems(__version__, tag, changelog, [line[3:] for line in changed])
    for problem in found:
        print(f"release: {problem}", file=sys.stderr)
    if found:
        return 1
    file = ROOT / "build/release/notes.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(notes(changelog)[1] + "\n", encoding="utf-8")
    print(f"nonet {__version__} can be released" + ("" if tag else f"; the tag will be v{__version__}"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
