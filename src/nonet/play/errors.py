"""The errors of play.

PlayError             an action or data that makes no sense
├── StoreError        the store cannot be used
│   ├── NewerStore        it was written by a newer version of nonet
│   ├── UnwritableStore   the disk is full, or its folder cannot be written to
│   └── UnreadableGame    one saved game in it cannot be read
└── StaleGame         another process has played this game meanwhile
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nonet.errors import FieldError


class PlayError(FieldError):
    """Something that cannot be done in a game, or data that is not a game.

    `where` names the part of the data that is wrong, "" where there is no such part.

    >>> str(PlayError("there is no colour 9", where="colour"))
    'colour: there is no colour 9'
    """


class StoreError(PlayError):
    """The file of saved games cannot be used; it is left as it is."""


class NewerStore(StoreError):
    """The store was written by a newer version of nonet."""


class UnwritableStore(StoreError):
    """The disk is full, or the folder of the store cannot be written to; sqlite needs that to read, too."""


class UnreadableGame(StoreError):
    """A saved game is damaged. The others can be played."""


class StaleGame(PlayError):
    """Another process has played this game meanwhile."""


@contextmanager
def as_play_error() -> Iterator[None]:
    """Data of play is being read: what is wrong with it is a PlayError."""
    try:
        yield
    except FieldError as error:
        raise PlayError(error.reason, where=error.where) from None
