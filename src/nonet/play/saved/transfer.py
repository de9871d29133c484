"""Saved games as text, one record per line, to carry them to another machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from nonet.errors import FormatError, NonetError
from nonet.limits import check, reading
from nonet.play.errors import StoreError
from nonet.play.saved.record import changed_in, from_record, result_in, to_record
from nonet.play.saved.store import Store
from nonet.play.session import Session


@dataclass(frozen=True)
class Imported:
    """The result of an import: ids of games that were added, ids of games that were here already, and the lines that
    are not games, with the reason.
    """

    added: tuple[str, ...]
    known: tuple[str, ...]
    refused: tuple[tuple[int, str], ...]


def export_games(store: Store, games: Iterable[str] | None = None) -> Iterator[str]:
    """The records of these games, or of all, the one played last first; a game that cannot be read is an error."""
    chosen = [saved.id for saved in store.games(limit=1_000_000)] if games is None else games
    for game in chosen:
        record = to_record(store.stopped_session(game), store.result(game), store.changed(game))
        yield json.dumps(record, ensure_ascii=False)


MOST_REFUSED = 10_000
"""So many lines are no damage any more: it is a file of something else, which may have no end."""


def import_games(store: Store, lines: Iterable[str]) -> Imported:
    """Adds the games of a file, and how they ended to the statistics; those that are saved here already stay as they
    are.

    >>> from nonet.formats import parse
    >>> from nonet.play import Game, Store
    >>> with Store(":memory:") as one, Store(":memory:") as other:
    ...     game = one.new(Game.of(parse("0130430202030000"))).game
    ...     text = list(export_games(one))
    ...     first, again = import_games(other, text), import_games(other, text)
    ...     first.added == again.known == (game.id,)
    True
    """
    added: list[str] = []
    known: list[str] = []
    refused: list[tuple[int, str]] = []
    for number, line in enumerate(lines, start=1):
        check("file", len(line))
        if len(refused) > MOST_REFUSED:
            raise FormatError(f"more than {MOST_REFUSED:,} lines are not games; the rest is not read")
        if not line.strip():
            continue
        try:
            record, session = _read(line)
            result, changed = result_in(record, session), changed_in(record)
            with store.transaction():  # another process may be adding the same games
                if is_known := store.has(session.game.id):
                    known.append(session.game.id)
                else:
                    store.add(session, result, changed)
            if not is_known:
                added.append(session.game.id)
        except StoreError:
            raise  # the file of saved games is at fault, not the line
        except RecursionError:
            refused.append((number, "nested too deeply"))
        except NonetError as error:
            refused.append((number, str(error)))
        except ValueError as error:
            refused.append((number, f"not JSON: {error}"))
    return Imported(tuple(added), tuple(known), tuple(refused))


@reading
def _read(line: str) -> tuple[Any, Session]:
    record = json.loads(line)
    return record, from_record(record, clock=lambda: 0.0)
