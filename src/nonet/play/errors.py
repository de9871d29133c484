"""The errors of play.

PlayError             an action or data that makes no sense
├── StoreError        the store cannot be used
│   ├── NewerStore        it was written by a newer version of nonet
│   └── UnreadableGame    one saved game in it cannot be read
└── StaleGame         another process has played this game meanwhile
"""

from __future__ import annotations

from nonet.errors import FieldError


class PlayError(FieldError):
    """Something that cannot be done in a game, or data that is not a game.

    `where` is "" where no part of the data is wrong.

    >>> str(PlayError("there is no colour 9", where="colour"))
    'colour: there is no colour 9'
    """


class StoreError(PlayError):
    """The file of saved games cannot be used; it is left as it is."""


class NewerStore(StoreError):
    """The store was written by a newer version of nonet."""


class UnreadableGame(StoreError):
    """A saved game is damaged. The others can be played."""


class StaleGame(PlayError):
    """Another process has played this game meanwhile."""
