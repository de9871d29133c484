"""The jobs of the worker processes on saved games. What they return is ready to be sent: the JSON of the answer."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from math import inf
from time import process_time
from typing import Any, NamedTuple
from urllib.parse import quote

from nonet.draw.board import board_scene
from nonet.draw.setter_words import with_words
from nonet.draw.svg import to_svg_file
from nonet.errors import NonetError
from nonet.faces.web import jobs
from nonet.faces.web.answers import OutcomeJson, ReadyJson
from nonet.faces.web.json_text import json_text
from nonet.faces.web.open_games import Sessions
from nonet.faces.web.problems import Problem
from nonet.faces.web.views import (
    game_view,
    help_view,
    outcome_view,
    replay_view,
    result_view,
    unsaved,
)
from nonet.formats import read
from nonet.play import Game, PlayError, SavedSession, Store, to_record, to_share, verdict_words
from nonet.play.actions import from_json, to_json
from nonet.play.exchange import options_of
from nonet.play.game import ELSEWHERE, fresh_id
from nonet.play.result import techniques_needed
from nonet.play.saved.pack_progress import pack_named, puzzle_to_play
from nonet.play.saved.record import from_record, identity_of
from nonet.play.saved.statistics import standing
from nonet.play.words import say_check
from nonet.puzzle import Puzzle

SLICE = 0.05
"""Seconds of computing after which a job takes no more actions."""

MOST_TOLD = 20
"""Cells of a move, and moves of a batch, that others in a room are told of."""

SITES = {"sudokupad": "SudokuPad", "coach": "sudoku.coach"}
"""Other sites that open our puzzles."""


class Begun(NamedTuple):
    view: bytes
    is_new: bool = False
    harmless: str = ""
    """The id of a new game on which no move can take long: it has no rules, or it is one of ours."""


class AlreadyStarted(Exception):
    """There is a game to continue instead of a new one; the only argument is its id."""


def begin(
    sessions: Sessions,
    game: Game,
    *,
    ours: bool = True,
    started: Callable[[], str | None] = lambda: None,
    **options: Any,
) -> Begun:
    """A new game, unless `started` has the id of one to continue; it is asked again when nobody else can
    begin one.
    """

    def continue_started() -> None:
        if (existing := started()) is not None:
            raise AlreadyStarted(existing)

    try:
        continue_started()
        session = sessions.begin(game, alongside=continue_started, **options)
    except AlreadyStarted as found:
        return Begun(view(sessions, *found.args))
    harmless = ours or not game.puzzle.rules
    return Begun(json_text(game_view(session)), True, session.game.id if harmless else "")


def begin_daily(sessions: Sessions, game: Game, day: date, board: str) -> Begun:
    return begin(sessions, game, started=lambda: sessions.store.daily(day, board))


def begin_level(sessions: Sessions, board: str, level: str | None, seed: int | None) -> Begun:
    return begin(sessions, jobs.new_game(board, level, seed))


def begin_own(
    sessions: Sessions,
    text: str | None,
    values: Sequence[int] | None,
    layout: str | None,
    shared: bool,
    identity: str,
) -> Begun:
    """The player's own puzzle, or, with `shared`, one from a link, which is started only once. A text may say how far
    the puzzle was played. With an `identity`, the game is already played under this name.
    """
    store = sessions.store
    if identity and store.has(identity):
        return Begun(view(sessions, identity))
    verdict = jobs.judge(text, values, layout)
    if verdict.puzzle is None or not verdict.playable:
        raise Problem(
            422,
            f"puzzle-{verdict.kind.value}",
            verdict_words(verdict, language=store.settings().voice),
            cells=list(verdict.cells),
        )
    puzzle, source = verdict.puzzle, "shared" if shared else "own"
    game = Game(puzzle=puzzle, solution=verdict.solution, id=identity_of(identity), source=source)

    def started() -> str | None:
        if identity:
            return identity if store.has(identity) else None
        return store.shared(puzzle) if shared else None

    return begin(sessions, game, ours=False, started=started, **options_of(verdict.state, puzzle))


def preview(sessions: Sessions, text: str, layout: str | None) -> Begun:
    """The puzzle of a link as a game that is not saved; the game itself, if it was started."""
    entry = read(text, layout=layout)
    if entry.state is not None:  # it is more than a puzzle
        return begin_own(sessions, text, None, layout, True, "")
    if (existing := sessions.store.shared(entry.puzzle)) is not None:
        return Begun(view(sessions, existing))
    game = Game(puzzle=entry.puzzle, solution=None, source="shared")
    return Begun(json_text(game_view(unsaved(game, sessions.store))))


def ready(sessions: Sessions, game: Game) -> bytes:
    """A game that is not saved, as the page shows it, and the record to begin it with."""
    return json_text(ready_view(game, sessions.store))


def ready_view(game: Game, store: Store) -> ReadyJson:
    session = unsaved(game, store)
    return {"record": to_record(session), "game": game_view(session)}


def begin_in_pack(sessions: Sessions, name: str, number: int | None, after: int) -> Begun:
    """A puzzle of a pack: the game that was started, or a new one. Without a number, the next one after another."""
    pack = pack_named(sessions.store, name)
    number, started = puzzle_to_play(sessions.store, pack, number, after=after)
    if started is not None:
        return Begun(view(sessions, started))
    game, store = pack.game(number), sessions.store
    return begin(sessions, game, ours=pack.is_ours, started=lambda: puzzle_to_play(store, pack, number)[1])


def begin_record(sessions: Sessions, record: object, keep_id: bool) -> Begun:
    """The game of a record, with its puzzle solved again. If there is a game with its id already, that game is meant
    with `keep_id`; otherwise the record becomes another game.
    """
    session, store = from_record(record, clock=lambda: 0.0), sessions.store
    game = session.game

    def started() -> str | None:
        return game.id if keep_id and store.has(game.id) else None

    if started() is None and store.is_taken(game.id):
        game = replace(game, id=fresh_id())
    return begin(sessions, game, ours=False, started=started, **session.played)


def view(sessions: Sessions, identity: str) -> bytes:
    with sessions.playing(identity) as session:
        return json_text(game_view(session))


def delete(sessions: Sessions, identity: str) -> bytes:
    if not sessions.store.has(identity):
        raise Problem(404, "not-found", "there is no such game")
    sessions.store.delete(identity)
    sessions.forget(identity)
    return json_text({})


class Taken(NamedTuple):
    """`taken`: how many of the actions are taken now, here or before; `last`: the number of the last one. `game` is
    empty as long as there are more. `made`: what others in a room are told, without what was refused. `ran`: by so
    many seconds the clock was set forward.
    """

    taken: int
    last: int
    outcomes: bytes
    game: bytes
    made: list[dict[str, Any]]
    progress: RaceProgress
    ran: float


def act(
    sessions: Sessions,
    identity: str,
    client: str,
    first: int,
    actions: Sequence[Any],
    seconds: float | None,
    before: int = 0,
    more: bool = False,
    by: int | None = None,
    unplayed: float = inf,
) -> Taken:
    """Takes actions from a page's queue, each once, however often they are sent. After SLICE seconds it leaves the rest
    to another job, so that other games get their turn. `before`: so many actions of the same batch were taken by other
    jobs; `more`: there are more after these. `by`: who plays, where several do; then the clock is set forward by
    `unplayed` seconds at most.
    """
    store, began = sessions.store, process_time()
    with sessions.playing(identity) as session:
        last = store.last_action(identity, client)
        if first > last + 1:
            raise Problem(
                409, "gap", f"actions {last + 1} to {first - 1} are missing", where="first", last=last
            )
        clock = session.seconds
        reported = clock if seconds is None else min(seconds, clock + unplayed)

        def count() -> None:
            taken = store.last_action(identity, client)
            if taken != last:  # another request is taking the same batch
                raise Problem(409, "gap", "these actions were sent twice at once", where="first", last=taken)
            store.save_last_action(identity, client, last + 1)

        outcomes: list[OutcomeJson] = []
        made: list[dict[str, Any]] = []
        while (index := last + 1 - first) < len(actions):
            if outcomes and process_time() - began > SLICE:
                break
            try:
                action = replace(from_json(actions[index], session.game.layout), by=by)
            except PlayError as error:
                if outcomes:
                    break  # those before it are made; another job refuses it
                place = f"actions[{before + index}]" + (f".{error.where}" if error.where else "")
                raise Problem(400, "bad-action", error.reason, where=place, last=last) from None
            session.start_clock()
            session.set_seconds(reported)
            outcome = session.play(action, alongside=count)
            last += 1
            outcomes.append(outcome_view(last, outcome, session.settings.voice))
            if outcome.refused is None:
                made.append({name: _few(value) for name, value in to_json(action).items()})
        if not outcomes and seconds is not None:
            session.set_seconds(reported)
            session.tick()
        taken = min(index, len(actions))
        game = b"" if more or taken < len(actions) else json_text(game_view(session))
        progress, ran = progress_of(session), session.seconds - clock
        return Taken(taken, last, json_text(outcomes)[1:-1], game, made, progress, ran)


def _few(value: Any) -> Any:
    """Of a long list of cells, the first: enough to tell others what was done."""
    return value[:MOST_TOLD] if isinstance(value, list) else value


class RaceProgress(NamedTuple):
    """How far a game is, as others in a race see it."""

    game: str
    filled: int
    total: int
    status: str
    seconds: float


def progress_of(session: SavedSession) -> RaceProgress:
    state = session.state
    return RaceProgress(session.game.id, state.filled, state.total, state.status.value, session.seconds)


def copy_to_room(sessions: Sessions, identity: str, room: str, with_progress: bool) -> str:
    """Gives a room the game that the player has, from the beginning or as it is now; its id there."""
    with sessions.playing(identity) as session:
        game, played, check = session.game, session.played, session.settings.check
        is_over = session.is_over
    copied = replace(game, id=fresh_id(), created="", source=ELSEWHERE)
    shared = sessions.as_player(room)
    if with_progress and not is_over:
        played["moves"] = [replace(move, by=0) for move in session.moves[: session.cursor]]
        shared.begin(copied, **{**played, "cursor": None})
    else:
        shared.begin(copied)
    shared.store.keep({"check": check})
    return copied.id


class BegunRace(NamedTuple):
    view: bytes
    progress: RaceProgress


def begin_race(sessions: Sessions, room: str, template: str, known: str, seconds: float) -> BegunRace:
    """The player's own game in a race; a new one, unless they have it already. If they have deleted it, the clock of
    the new one goes on from the seconds of the race.
    """
    if not (known and sessions.store.has(known)):
        game = sessions.as_player(room).store.load(template).game
        source = "level" if game.level else "shared"
        fresh = replace(game, id=fresh_id(), created="", source=source)
        known = sessions.begin(fresh, seconds=seconds).game.id
    with sessions.playing(known) as session:
        return BegunRace(json_text(game_view(session)), progress_of(session))


def hint(sessions: Sessions, identity: str, tier: int, known: bytes | None) -> tuple[bytes, bytes]:
    """A hint, and what to pass as `known` with the next request: more about the same hint costs no second search,
    whichever process is asked. A game begun again under the id of a deleted one is another one.
    """
    with sessions.playing(identity) as session:
        if known is not None:
            row, known_hint = pickle.loads(known)
            if row == session.version.row:
                session.known_hint = known_hint
        shown = session.hint(tier)
        view = help_view(shown, session.seen, session.settings.voice, auto=session.board.auto)
        return json_text(view), pickle.dumps((session.version.row, session.known_hint))


def check(sessions: Sessions, identity: str) -> bytes:
    with sessions.playing(identity) as session:
        wrong = session.check()
        text = say_check(wrong, session.game.layout, language=session.settings.voice)
        return json_text({"wrong": sorted(wrong), "text": text, "checks": session.aids.checks})


def result(sessions: Sessions, identity: str) -> bytes:
    """How a game went, or how it has gone so far."""
    with sessions.playing(identity) as session:
        game = session.game
        needed = techniques_needed(game) if game.solution is not None and not session.state.hidden else {}
        found = sessions.store.results()
        place = standing(found, identity, board=game.board, level=game.level or "", today=date.today())
        return json_text(result_view(session, place, needed))


def replay(sessions: Sessions, identity: str) -> bytes:
    """The moves of a game, one by one."""
    with sessions.playing(identity) as session:
        return json_text(replay_view(session))


def download(sessions: Sessions, identity: str) -> tuple[bytes, str]:
    """The whole game as a file, which `begin_record` accepts, and the name of the file."""
    with sessions.playing(identity) as session:
        whole = to_record(session, sessions.store.result(identity), sessions.store.changed(identity))
    name = f"sudoku-{whole['game']['board']}-{whole['game']['created'][:10]}.json"
    return json_text(whole), "".join(
        sign for sign in name if sign.isascii() and (sign.isalnum() or sign in "-._")
    )


def share(sessions: Sessions, identity: str, base: str) -> bytes:
    """Links that contain the puzzle of a game, and its picture; `base`: the page that they open."""
    with sessions.playing(identity) as session:
        return json_text({**share_view(session.game.puzzle, session.seen), "base": base})


def share_view(puzzle: Puzzle, seen: Puzzle) -> dict[str, Any]:
    """What comes behind `#p=` in a link to our page, the links of other sites, and the picture of what is seen.

    >>> from nonet.formats import parse
    >>> puzzle = parse("4x4:.13.43.2.2.3....")
    >>> view = share_view(puzzle, puzzle)
    >>> view["fragment"], [link["site"] for link in view["links"]], view["svg"][:4]
    ('4x4:.13.43.2.2.3....', ['SudokuPad'], '<svg')
    """
    from nonet.draw.share import link

    links = []
    for site, title in SITES.items():
        try:
            links.append({"site": title, "link": link(puzzle, site=site)})
        except NonetError:
            continue  # that site has no such board or rule
    # Our own text holds no rules; the page reads SudokuPad's links, which do.
    text = to_share(puzzle) if not puzzle.rules else next((each["link"] for each in links), "")
    return {
        "fragment": quote(text, safe=":+./"),
        "links": links,
        "svg": to_svg_file(with_words(board_scene(seen), puzzle.about), width=630),
    }
