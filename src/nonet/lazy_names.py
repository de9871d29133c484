"""Packages whose names are imported when they are first used.

Such a package lists its public names in one place, the stub `__init__.pyi` that type checkers and editors read, one
line per name:

    from nonet.rules.cages import Cage as Cage

and its `__init__.py` has `__getattr__, __dir__, __all__ = lazy_names(__name__)`. A line `from nonet import rules as
rules` in the package's own stub lists a module of the package, which dir() shows and `import *` leaves out.

This module imports next to nothing: it is what `import nonet` takes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from importlib import import_module
from types import FunctionType


def lazy_names(package: str) -> tuple[Callable[[str], object], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a package that is being imported.

    >>> import nonet.rules
    >>> "Cage" in nonet.rules.__all__, nonet.rules.Cage.__module__
    (True, 'nonet.rules.cages')
    """
    module = sys.modules[package]
    path = os.path.join(module.__path__[0], "__init__.pyi")
    stub: str = module.__loader__.get_data(path).decode()  # type: ignore[union-attr] # from a zip file too
    home = {}
    for line in stub.splitlines():
        match line.split():
            case ["from", where, "import", name, "as", _]:
                home[name] = where

    def get(name: str) -> object:
        if name not in home:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        if home[name] == package:
            return import_module(f"{package}.{name}")
        value = getattr(import_module(home[name]), name)
        if isinstance(value, FunctionType) or hasattr(value, "cache_info"):
            from nonet.arguments import clear_type_errors

            value = clear_type_errors(value)
            setattr(sys.modules[value.__module__], value.__name__, value)  # where pickle looks for it
        setattr(module, name, value)
        return value

    return get, lambda: sorted(home), sorted(name for name, where in home.items() if where != package)
