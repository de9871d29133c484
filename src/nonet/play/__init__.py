"""Play: a session of moves, its state, hints, saved games. Faces show the state and send actions; no rule of
Sudoku is known to them.

    game = new_puzzle("9x9", "easy")            what is played (choose, entry, share)
    session = Store().new(game)                 a SavedSession; Session(game) keeps nothing
    session.play(Place((0,), 5))                → Outcome: the new state, and what happened
    session.hint(1) … session.hint(4)           → HintView: words, what to light up, the moves it amounts to

The names below load what they need when they are first used, so that a face starts quickly.
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
