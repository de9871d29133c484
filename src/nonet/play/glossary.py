"""The glossary: each term in one sentence."""

from __future__ import annotations

from nonet.explain.voice import voice
from nonet.messages import T

_TERMS = (
    (T("Cell"), T("One place on the board; it takes one digit.")),
    (T("Given digit"), T("A digit that is on the board from the beginning.")),
    (T("House"), T("A row, a column, a box, or another group of cells that holds every digit once.")),
    (T("To see"), T("Two cells see each other if they share a house; they cannot hold the same digit.")),
    (T("Candidate"), T("A digit that a cell may still take.")),
    (
        T("Note"),
        T("A small digit that you write into a cell: a candidate, or whatever you want to remember."),
    ),
    (
        T("Single"),
        T("The only candidate of a cell (naked), or the only place of a digit in a house (hidden)."),
    ),
    (T("Subset"), T("As many cells of a house as digits: a pair, a triple or a quadruple.")),
    (T("Elimination"), T("A candidate that cannot be true, and is struck out.")),
    (
        T("Strong link"),
        T("Two candidates of which one must be true: if one is false, the other is true."),
    ),
    (T("Weak link"), T("Two candidates that cannot both be true: if one is true, the other is false.")),
    (T("Chain"), T("Links one after another, strong and weak in turn.")),
    (
        T("Fish"),
        T("Rows and as many columns that share the places of a digit: X-wing, swordfish and larger ones."),
    ),
    (T("Fin"), T("An extra place that a fish does not cover.")),
)


def glossary(*, language: str = "en") -> tuple[tuple[str, str], ...]:
    """Terms and what they mean.

    >>> dict(glossary())["Candidate"]
    'A digit that a cell may still take.'
    """
    say = voice(language).say
    return tuple((say(term), say(meaning)) for term, meaning in _TERMS)
