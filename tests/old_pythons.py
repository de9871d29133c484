"""Finds Pythons on this machine that are too old for nonet, to test the messages they get."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

__all__ = ["OLD_PYTHONS"]


def _found() -> Iterator[str]:
    for name in ("python2.7", "python3.6", "python3.10"):
        if (first := shutil.which(name)) is None:
            continue
        # pyenv's shims are slow and refuse to start a version that is not selected: real executables first.
        for path in (*map(str, Path(first).parents[1].glob(f"versions/*/bin/{name}")), first):
            if subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
                yield path
                break


OLD_PYTHONS = [*_found()]
