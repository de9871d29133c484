"""Packages outside the standard library, imported when they are first used."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any

from nonet.errors import MissingExtra, NonetError

_LOADED: dict[str, Any] = {}
_EXTRA = {
    "cv2": "photo",
    "datasets": "datasets",
    "gymnasium": "gym",
    "mcp": "mcp",
    **dict.fromkeys(("dask", "distributed", "fsspec"), "cluster"),
    **dict.fromkeys(("fpdf", "PIL", "resvg_py", "segno"), "print"),
    "pysat": "sat",
    "torch": "torch",
}


def optional_import(package: str, why: str = "bulk") -> Any:
    """The package of that name. If it is missing, the error says what needs it and how to install it.

    >>> optional_import("json").loads("[1]")
    [1]
    >>> optional_import("pyarrow_of_tomorrow", "Parquet")
    Traceback (most recent call last):
        ...
    nonet.errors.MissingExtra: Parquet needs pyarrow_of_tomorrow; install it with: pip install "nonet[data]"
    """
    loaded = _LOADED.get(package)
    if loaded is not None and loaded is sys.modules.get(package):
        return loaded
    try:
        _LOADED[package] = import_module(package)
        return _LOADED[package]
    except ImportError as error:
        name = package.split(".")[0]
        missing = MissingExtra(name, _EXTRA.get(name, "data"), why)
        if isinstance(error, ModuleNotFoundError) and (error.name or name).split(".")[0] == name:
            raise missing from None
        broken = (
            f"{why} needs {name}, which is installed but does not load ({error}); install it again with: "
        )
        raise NonetError(f'{broken}pip install --force-reinstall "nonet[{missing.extra}]"') from error


def installer() -> str | None:
    """The program that installs extras, where `./sudoku` runs this."""
    path = os.environ.get("NONET_INSTALLER", "")
    return os.path.abspath(path) if os.path.isfile(path) else None


def install_extra(extra: str) -> bool:
    """Installs the packages of an extra; its output goes to standard error. False if that failed, or there is no
    installer.
    """
    import subprocess  # most commands do without

    program = installer()
    command = [sys.executable, "-EsB", program or "", "--extra", extra]
    done = program and subprocess.run(command, stdin=subprocess.DEVNULL, stdout=sys.stderr, check=False)
    return bool(done and done.returncode == 0)
