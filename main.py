"""The file solver, straight from a clone: python3 main.py [PATH]."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - any Python may start this file, so its syntax is that of 2.7
    sys.exit("nonet needs Python 3.11 or newer; this is Python %d.%d" % sys.version_info[:2])  # noqa: UP031

if __name__ == "__main__":
    import os

    home = os.path.dirname(os.path.realpath(__file__))
    sys.path.insert(0, os.path.join(home, "src"))
    from nonet.__main__ import imported

    sys.exit(imported("nonet.faces.file_solver").main(sys.argv[1:], data=os.path.join(home, "data")))
