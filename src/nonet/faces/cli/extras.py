"""Packages of an extra that are installed when a command first needs them."""

from __future__ import annotations

import os
import sys

from nonet.errors import MissingExtra
from nonet.faces.cli.status import complain
from nonet.optional_import import install_extra, installer

_already_read = bytearray()


def remember_input(data: bytes) -> None:
    """Keeps what was read from standard input, for the process that begins again."""
    if installer() is not None:
        _already_read.extend(data)


def fetch_extra(error: MissingExtra) -> bool:
    """Installs what is missing and begins again. It returns only if that failed (True) or cannot be tried (False)."""
    if installer() is None or os.environ.get("NONET_FETCHED") == error.extra:
        return False
    complain(f"{error.why} needs {error.package}; installing it now")
    if not install_extra(error.extra):
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
