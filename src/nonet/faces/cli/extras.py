"""Packages of an extra that are installed when a command first needs them."""

from __future__ import annotations

import os
import sys

from nonet.errors import MissingExtra
from nonet.faces.cli.status import complain


def installer() -> str | None:
    """The program that installs extras, where `./sudoku` runs this."""
    path = os.environ.get("NONET_INSTALLER", "")
    return os.path.abspath(path) if os.path.isfile(path) else None


_already_read = bytearray()


def remember_input(data: bytes) -> None:
    """Keeps what was read from standard input, for the process that begins again."""
    if installer() is not None:
        _already_read.extend(data)


def fetch_extra(error: MissingExtra) -> bool:
    """Installs what is missing and begins again. It returns only if that failed (True) or cannot be tried (False)."""
    program = installer()
    if program is None or os.environ.get("NONET_FETCHED") == error.extra:
        return False
    import subprocess

    complain(f"{error.why} needs {error.package}; installing it now")
    command = [sys.executable, "-EsB", program, "--extra", error.extra]
    if subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False).returncode != 0:
        return True
    os.environ["NONET_FETCHED"] = error.extra
    if _already_read:
        import tempfile

        with tempfile.TemporaryFile() as file:
            file.write(_already_read)
            file.seek(0)
            os.dup2(file.fileno(), 0)
    sys.stdout.flush()
    os.execv(sys.executable, [sys.executable, "-P", "-s", "-m", "nonet", *sys.argv[1:]])
