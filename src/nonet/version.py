"""The version, in one place: the build, `sudoku --version` and `nonet.__version__` all read it here."""

__version__ = "0.1.0"
