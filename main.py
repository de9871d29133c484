"""The file solver, straight from a clone: python3 main.py [PATH]."""

import sys
from pathlib import Path

if __name__ == "__main__":
    if sys.version_info < (3, 11):  # noqa: UP036 - a clone meets any Python
        sys.exit("nonet needs Python 3.11 or newer")
    home = Path(__file__).resolve().parent
    sys.path.insert(0, str(home / "src"))
    from nonet.faces.file_solver import main

    sys.exit(main(sys.argv[1:], data=home / "data"))
