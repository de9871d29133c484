"""What the core of the exported page starts from (`static/python_start.js`): Pyodide, our modules, a snapshot.

pyodide…, python_stdlib.zip     Python for browsers (see pyodide_package), its library as bytecode
nonet.bin                       nonet and Starlette, as far as the page needs them, as bytecode
memory.bin                      the memory of a Python that has imported all this; empty if there is none
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

from nonet.faces.web.bytecode import OURS, compile_archives
from nonet.faces.web.pyodide_package import node

MEMORY = "memory.bin"
SCRIPTS = {
    "core_build.mjs": "core_build.mjs",
    "bytecode.py": "bytecode.py",
    "static/python_start.js": "python_start.mjs",
}
"""What node runs, and how it is called there: a .js file may be something else for node."""
PATIENCE = 600
"""Seconds for node."""


def core_files(pyodide: Mapping[str, bytes], archive: bytes, say: Callable[[str], None]) -> dict[str, bytes]:
    """The files of the core, by their names. Where there can be no snapshot, it says that the page starts later."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each, data in {**pyodide, OURS: archive}.items():
            (folder / each).write_bytes(data)
        if problem := _build(folder):
            say(f"the page will take some seconds longer to start: {problem}")
            if sys.version.startswith(_python(pyodide)) and (folder / OURS).read_bytes() == archive:
                compile_archives(folder)
        memory = folder / "memory.raw"
        packed = gzip.compress(memory.read_bytes(), mtime=0) if memory.exists() else b""
        return {each: (folder / each).read_bytes() for each in (*pyodide, OURS)} | {MEMORY: packed}


def _build(folder: Path) -> str:
    """Runs node; why it could not, or ""."""
    program = node()
    if program is None:
        return "a snapshot of its memory is made with node, and there is none"
    for name, copy in SCRIPTS.items():
        (folder / copy).write_bytes((files("nonet.faces.web") / name).read_bytes())
    command = [str(program), str(folder / "core_build.mjs")]
    try:
        run = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"node could not make a snapshot of its memory ({error})"
    if run.returncode == 0:
        return ""
    said = re.findall(r"^\w*Error: .+", run.stderr, re.MULTILINE) or [f"exit status {run.returncode}"]
    return f"node could not make a snapshot of its memory ({said[-1]})"


def _python(pyodide: Mapping[str, bytes]) -> str:
    """The version of Python that runs the bytecode, as `sys.version` begins: "3.14."."""
    version = json.loads(pyodide["pyodide-lock.json"]).get("info", {}).get("python", "none")
    return ".".join(version.split(".")[:2]) + "."
