"""What the API is asked: the fields of the body, or of the query, of each request."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, NotRequired, TypedDict, dataclass_transform

from nonet.about import About
from nonet.dimensions import MAX_SIZE
from nonet.engines.tracing import TRACES
from nonet.faces.web.answers import RuleData, Tier
from nonet.faces.web.rooms import Mode
from nonet.fields import CalendarDate, Choice, Described, ListOf, RecordOf, Some, String, Whole, kind_of
from nonet.play.action_type import ActionData
from nonet.play.game import Seconds
from nonet.play.settings import Language

MOST_CELLS = MAX_SIZE**2
MOST_SOLUTIONS = 100
MOST_COUNTED = 1000
MOST_STEPS = 100_000
MOST_EVENTS = 1000
"""Events of a page."""
LAST_EVENT = 2_000_000
"""A page cannot begin after this event: the search is done again for every page."""

PuzzleText = Annotated[str, String(1, 50_000)]
"""The largest board, drawn with borders, has a seventh of that; the setter's rules may be long."""
LayoutName = Annotated[str, String(1, 700)]
ShortText = Annotated[str, String(1, 40)]
ClientName = Annotated[str, String(1, 64)]
Seed = Annotated[int, Whole(0, (1 << 53) - 1)]
Values = Annotated[tuple[int, ...], ListOf(Whole(0, MAX_SIZE), most=MOST_CELLS)]
Masks = Annotated[tuple[int, ...], ListOf(Whole(0, (1 << MAX_SIZE) - 1), most=MOST_CELLS)]
ActionNumber = Annotated[int, Whole(1, 1 << 53)]
CalendarDay = Annotated[date, CalendarDate()]
YesNo = Annotated[str, Choice(("true", "false"))]


@dataclass_transform(frozen_default=True, kw_only_default=True)
@dataclass(frozen=True, kw_only=True)
class Asked:
    """Its subclasses declare fields; they are frozen dataclasses, too."""

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class AskedNothing(Asked):
    pass


class InLanguage(Asked):
    language: Language | None = None


class AskedDay(InLanguage):
    date: CalendarDay | None = None
    board: ShortText = "9x9"


AskedMonth = TypedDict(
    "AskedMonth",
    {"from": NotRequired[CalendarDay], "board": NotRequired[ShortText], "language": NotRequired[Language]},
)


class AskedPractice(InLanguage):
    seed: Annotated[int, Whole(0, 1 << 31)] = 0
    placement: YesNo = "false"


class AskedGames(InLanguage):
    limit: Annotated[int, Whole(1, 1000)] = 100
    playing: YesNo | None = None
    board: ShortText | None = None
    touched: YesNo = "false"


class NewPuzzle(Asked):
    """Without a level, the easiest of the board."""

    board: ShortText = "9x9"
    level: ShortText | None = None
    seed: Seed | None = None


class NewPuzzleInLanguage(NewPuzzle, InLanguage):
    pass


class PuzzleOfDay(Asked):
    """Of the classic board, or of another board or variant."""

    daily: CalendarDay
    board: ShortText = "9x9"


class PuzzleOfPack(Asked):
    """Without a number, the next puzzle; `after`: the next after this one."""

    pack: ShortText
    number: Annotated[int, Whole(1)] | None = None
    after: Annotated[int, Whole(0)] = 0


class PackToOpen(Asked):
    """The contents of files. The pack is called as they say, or as the `file`."""

    texts: Annotated[tuple[str, ...], ListOf(String(1), most=1000)]
    file: Annotated[str, String(0, 200)] = ""


class RecordedGame(Asked):
    """`keep_id`: a record whose id is known already is that game, not a copy."""

    record: Annotated[Any, Described({"$ref": "#/components/schemas/Record"})]
    keep_id: bool = False


class OwnPuzzle(Asked):
    """`id`: the name of the game; if there is one with this name, that game is meant. `preview`: the game is not saved,
    and nobody looks for a solution.
    """

    puzzle: PuzzleText
    layout: LayoutName | None = None
    shared: bool = False
    id: Annotated[str, String(0, 64)] = ""
    preview: bool = False


class OwnValues(Asked):
    values: Values
    layout: LayoutName | None = None
    shared: bool = False


class TextOrValues(InLanguage):
    text: PuzzleText | None = None
    values: Values | None = None
    layout: LayoutName | None = None


class GivenPuzzle(Asked):
    puzzle: PuzzleText
    layout: LayoutName | None = None


class PuzzleInLanguage(GivenPuzzle, InLanguage):
    pass


class PuzzleToSolve(GivenPuzzle):
    limit: Annotated[int, Whole(1, MOST_SOLUTIONS)] = 1


class PuzzleToCheck(PuzzleInLanguage):
    values: Values | None = None


class PuzzleToHint(PuzzleToCheck):
    candidates: Masks | None = None
    tier: Tier = 4


class GameHint(Asked):
    """`echo`: another player in the room has asked for it already."""

    tier: Tier = 1
    echo: bool = False


class GameActions(Asked):
    """Actions of a page's queue, numbered from `first`."""

    client: ClientName
    first: ActionNumber
    actions: Annotated[tuple[Any, ...], ListOf(kind_of(ActionData), most=500)]
    seconds: Seconds | None = None


class SolvedExercise(Asked):
    """`clean`: solved without a mistake and without help."""

    technique: str
    clean: bool


class SolvedExercises(Asked):
    """`client`, `first`: who sends them, and the number of the first one; each number counts once. `start`: the lesson
    to begin with, by the placement test.
    """

    exercises: Annotated[tuple[SolvedExercise, ...], ListOf(RecordOf(SolvedExercise), most=500)]
    client: ClientName
    first: ActionNumber = 1
    start: ShortText | None = None


class RoomToOpen(Asked):
    game: ShortText
    mode: Mode = "with"


class RoomNews(Asked):
    """`cells`: where the cursor is. `start`: the race begins."""

    cells: Annotated[tuple[int, ...], ListOf(Whole(0, MOST_CELLS - 1), most=100)] | None = None
    paused: bool | None = None
    start: bool = False


class GivenCode(Asked):
    code: Annotated[str, String(1, 20)]


class TextToOpen(Asked):
    text: Annotated[str, String(1, 200_000)]


class GivenDraft(Asked):
    values: Values
    layout: LayoutName = "9x9"
    rules: Annotated[tuple[object, ...], ListOf(kind_of(RuleData), most=500)] = ()
    ruled_out: Masks = ()


class DraftToExport(GivenDraft):
    about: Annotated[Mapping[str, str], Some(About)] = field(default_factory=dict)


class DraftInLanguage(GivenDraft, InLanguage):
    pass


class DraftToExplain(DraftInLanguage):
    step: Annotated[int, Whole(1, MOST_STEPS)] = 1


class DraftToCount(GivenDraft):
    limit: Annotated[int, Whole(1, MOST_COUNTED)] = MOST_COUNTED


class SearchToWatch(PuzzleInLanguage):
    engine: Annotated[str, Choice(tuple(TRACES))] = "backtracking"
    start: Annotated[int, Whole(0, LAST_EVENT)] = 0
    count: Annotated[int, Whole(1, MOST_EVENTS)] = MOST_EVENTS
