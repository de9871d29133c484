"""The file solver, straight from a clone: python3 main.py [PATH]."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036 - any Python may start this file, so its syntax is that of 2.7
    sys.exit("nonet needs Python 3.11 or newer; this is Python %d.%d" % sys.version_info[:2])  # noqa: UP031

if __name__ == "__main__":
    from pathlib import Path

    home = Path(__file__).resolve().parent
    sys.path.insert(0, str(home / "src"))
    from nonet.faces.file_solver import main

    sys.exit(main(sys.argv[1:], data=home / "data"))
