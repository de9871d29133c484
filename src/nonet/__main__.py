"""`python -m nonet` is the command `sudoku`."""

import sys

from nonet.faces.cli import main

sys.exit(main())
