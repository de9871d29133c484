"""What the worker processes import before the time limit of their first job begins."""

from __future__ import annotations

import os


def load() -> None:
    """Imports what the jobs need, before the time limit of the first one begins."""
    import nonet.hints
    import nonet.play
    import nonet.rating  # noqa: F401
    from nonet.limits import own_process

    own_process()


def load_behind_moves() -> None:
    """`load`, and what answers about any puzzle need; the system prefers processes that answer moves."""
    import nonet.faces.web.desk  # noqa: F401

    if hasattr(os, "nice"):
        os.nice(5)
    load()


def load_games() -> None:
    """`load`, and what jobs on saved games need, most of which is imported when it is first used."""
    import nonet.faces.web.open_games
    import nonet.faces.web.views
    import nonet.play.saved.pack_progress  # noqa: F401

    load()


def load_hints() -> None:
    """What games wait for, a hint included, behind their moves: the first would import for a fifth of a second."""
    load_behind_moves()
    load_games()
    from nonet.faces.web.analysis import hint
    from nonet.faces.web.bodies import PuzzleToHint

    hint(PuzzleToHint(puzzle=_SMALL), "en")


_SMALL = (
    '{"nonet": 1, "layout": "4x4", "givens": "...............1", "rules": ['
    '{"kind": "thermometer", "cells": ["r1c3", "r2c4", "r3c3"]}, '
    '{"kind": "thermometer", "cells": ["r2c3", "r1c2", "r2c1"]}]}'
)
"""A puzzle with rules and one solution."""
