"""For models and agents: what they answer and how they reason, judged.

    judge.py        the public names, as `nonet.judge`
    answers.py      the grid in what a model wrote, and whether it is right
    statements.py   the grammar: what a sentence says of the board
    reasons.py      each statement true or false, and whether it follows

docs/judge.md explains it.
"""

from __future__ import annotations

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
