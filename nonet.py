"""Makes `python3 -m nonet` and `import nonet` work in the root of a clone, with nothing installed.

The package itself is src/nonet. An installed nonet, which may have the compiled kernel, is preferred to it.
Any Python may start this file, so its syntax is that of Python 2.7.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    _needed = "nonet needs Python 3.11 or newer; this is Python %d.%d" % sys.version_info[:2]  # noqa: UP031
    if __name__ == "__main__":
        sys.exit(_needed)
    raise ImportError(_needed)

import importlib.util
import os
from importlib.machinery import PathFinder

_root = os.path.dirname(os.path.abspath(__file__))
_source = os.path.join(_root, "src")
_elsewhere = [path for path in sys.path if os.path.abspath(path) != _root]
_spec = PathFinder.find_spec("nonet", _elsewhere) or PathFinder.find_spec("nonet", [_source])
_package = importlib.util.module_from_spec(_spec)
sys.modules["nonet"] = _package  # what `import nonet` gives
_spec.loader.exec_module(_package)

if __name__ == "__main__":
    import runpy

    runpy.run_module("nonet", run_name="__main__", alter_sys=True)
