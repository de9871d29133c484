"""Python's sources as bytecode, for the exported page: a browser that need not compile them starts sooner.

Bytecode belongs to one version of Python, so this runs in the Python that will import it: in Pyodide, under node
(`core_build.mjs`), or here, where the version is the same. It needs the standard library only.
"""

from __future__ import annotations

import gzip
import io
import marshal
import re
import tarfile
import zipfile
from collections.abc import Mapping
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

LIBRARY = "python_stdlib.zip"
OURS = "nonet.bin"
"""A tar file, packed with gzip. A name that said so would make some servers announce it as a compressed page."""

UNUSED = re.compile(
    r"(_pyio|_pydatetime|bdb|cProfile|compileall|doctest|ftplib|imaplib|mailbox|modulefinder|optparse|pdb|pickletools"
    r"|plistlib|poplib|profile|pstats|pyclbr|pydoc|smtplib|socketserver|symtable|tabnanny|timeit|trace|tracemalloc|wave"
    r"|zipapp)\.py|(_pyrepl|multiprocessing|unittest|wsgiref|xmlrpc)/|xml/dom/|http/server"
    r"|encodings/(big5|cp(?!437)|euc|gb|hp|hz|iso|johab|koi8|kz|mac|ptcp|shift|tis)"
)
"""Parts of the standard library that nothing on the page imports."""


def compile_archives(folder: Path) -> None:
    """Compiles the standard library of Pyodide, and our own modules, in the folder that has both archives."""
    with zipfile.ZipFile(folder / LIBRARY) as library:
        sources = {name: library.read(name) for name in library.namelist() if not UNUSED.match(name)}
    with zipfile.ZipFile(folder / LIBRARY, "w") as library:
        for name, data in _compiled(sources).items():
            library.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, compresslevel=9)
    with tarfile.open(folder / OURS) as archive:
        sources = {entry.name: archive.extractfile(entry).read() for entry in archive}  # type: ignore[union-attr]
    (folder / OURS).write_bytes(packed(_compiled(sources)))


def _compiled(sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """The files of an archive, modules as bytecode without docstrings. anyio's packages stay as they are: they read
    their own source.
    """
    files = {}
    for name, data in sources.items():
        if name.endswith(".py") and not (name.startswith("anyio/") and name.endswith("/__init__.py")):
            code = compile(data, name, "exec", dont_inherit=True, optimize=2)
            unchecked = (1).to_bytes(4, "little")  # the bytecode is used without a look at the source
            files[f"{name}c"] = MAGIC_NUMBER + unchecked + source_hash(data) + marshal.dumps(code)
        else:
            files[name] = data
    return files


def packed(files: Mapping[str, bytes]) -> bytes:
    """The files as one. The same files give the same bytes."""
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(buffer.getvalue(), mtime=0)
