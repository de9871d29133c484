"""What the API is asked: the fields of the body, or of the query, of each request."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, NotRequired, TypedDict

from nonet.engines.tracing import TRACES
from nonet.faces.web.answers import RuleData, Tier
from nonet.fields import CalendarDate, Choice, Described, ListOf, RecordOf, String, Whole, kind_of
from nonet.layout import MAX_SIZE
from nonet.play.action_type import ActionData
from nonet.play.game import Seconds
from nonet.play.settings import Language

MOST_CELLS = MAX_SIZE**2
MOST_SOLUTIONS = 100
MOST_COUNTED = 1000
MOST_EVENTS = 1000
"""Events of a page."""
LAST_EVENT = 2_000_000
"""A page cannot begin after this event: the search is done again for every page."""

PuzzleText = Annotated[str, String(1, 20_000)]
"""The largest board, drawn with borders, has a third of that."""
LayoutName = Annotated[str, String(1, 700)]
ShortText = Annotated[str, String(1, 40)]
ClientName = Annotated[str, String(1, 64)]
Seed = Annotated[int, Whole(0, (1 << 53) - 1)]
Values = Annotated[tuple[int, ...], ListOf(Whole(0, MAX_SIZE), most=MOST_CELLS)]
Masks = Annotated[tuple[int, ...], ListOf(Whole(0, (1 << MAX_SIZE) - 1), most=MOST_CELLS)]
ActionNumber = Annotated[int, Whole(1, 1 << 53)]
CalendarDay = Annotated[date, CalendarDate()]
YesNo = Annotated[str, Choice(("true", "false"))]


@dataclass(frozen=True, kw_only=True)
class AskedNothing:
    pass


@dataclass(frozen=True, kw_only=True)
class InLanguage:
    language: Language | None = None


@dataclass(frozen=True, kw_only=True)
class AskedDay(InLanguage):
    date: CalendarDay | None = None


AskedMonth = TypedDict("AskedMonth", {"from": NotRequired[CalendarDay], "language": NotRequired[Language]})


@dataclass(frozen=True, kw_only=True)
class AskedPractice(InLanguage):
    seed: Annotated[int, Whole(0, 1 << 31)] = 0


@dataclass(frozen=True, kw_only=True)
class AskedGames(InLanguage):
    limit: Annotated[int, Whole(1, 1000)] = 100
    playing: YesNo | None = None
    board: ShortText | None = None
    touched: YesNo = "false"


@dataclass(frozen=True, kw_only=True)
class NewPuzzle:
    board: ShortText = "9x9"
    level: ShortText = "easy"
    seed: Seed | None = None


@dataclass(frozen=True, kw_only=True)
class NewPuzzleInLanguage(NewPuzzle, InLanguage):
    pass


@dataclass(frozen=True, kw_only=True)
class PuzzleOfDay:
    daily: CalendarDay


@dataclass(frozen=True, kw_only=True)
class RecordedGame:
    """`keep_id`: a record whose id is known already is that game, not a copy."""

    record: Annotated[Any, Described({"$ref": "#/components/schemas/Record"})]
    keep_id: bool = False


@dataclass(frozen=True, kw_only=True)
class OwnPuzzle:
    puzzle: PuzzleText
    layout: LayoutName | None = None
    shared: bool = False


@dataclass(frozen=True, kw_only=True)
class OwnValues:
    values: Values
    layout: LayoutName | None = None
    shared: bool = False


@dataclass(frozen=True, kw_only=True)
class TextOrValues(InLanguage):
    text: PuzzleText | None = None
    values: Values | None = None
    layout: LayoutName | None = None


@dataclass(frozen=True, kw_only=True)
class GivenPuzzle:
    puzzle: PuzzleText
    layout: LayoutName | None = None


@dataclass(frozen=True, kw_only=True)
class PuzzleInLanguage(GivenPuzzle, InLanguage):
    pass


@dataclass(frozen=True, kw_only=True)
class PuzzleToSolve(GivenPuzzle):
    limit: Annotated[int, Whole(1, MOST_SOLUTIONS)] = 1


@dataclass(frozen=True, kw_only=True)
class PuzzleToCheck(PuzzleInLanguage):
    values: Values | None = None


@dataclass(frozen=True, kw_only=True)
class PuzzleToHint(PuzzleToCheck):
    candidates: Masks | None = None
    tier: Tier = 4


@dataclass(frozen=True, kw_only=True)
class GameHint:
    tier: Tier = 1


@dataclass(frozen=True, kw_only=True)
class GameActions:
    """Actions of a page's queue, numbered from `first`."""

    client: ClientName
    first: ActionNumber
    actions: Annotated[tuple[Any, ...], ListOf(kind_of(ActionData), most=500)]
    seconds: Seconds | None = None


@dataclass(frozen=True, kw_only=True)
class SolvedExercise:
    """`clean`: solved without a mistake and without help."""

    technique: str
    clean: bool


@dataclass(frozen=True, kw_only=True)
class SolvedExercises:
    """`client`, `first`: who sends them, and the number of the first one; each number counts once."""

    exercises: Annotated[tuple[SolvedExercise, ...], ListOf(RecordOf(SolvedExercise), most=500)]
    client: ClientName
    first: ActionNumber = 1


@dataclass(frozen=True, kw_only=True)
class TextToOpen:
    text: Annotated[str, String(1, 200_000)]


@dataclass(frozen=True, kw_only=True)
class GivenDraft:
    values: Values
    layout: LayoutName = "9x9"
    rules: Annotated[tuple[object, ...], ListOf(kind_of(RuleData), most=500)] = ()
    ruled_out: Masks = ()


@dataclass(frozen=True, kw_only=True)
class DraftInLanguage(GivenDraft, InLanguage):
    pass


@dataclass(frozen=True, kw_only=True)
class DraftToCount(GivenDraft):
    limit: Annotated[int, Whole(1, MOST_COUNTED)] = MOST_COUNTED


@dataclass(frozen=True, kw_only=True)
class SearchToWatch(PuzzleInLanguage):
    engine: Annotated[str, Choice(tuple(TRACES))] = "backtracking"
    start: Annotated[int, Whole(0, LAST_EVENT)] = 0
    count: Annotated[int, Whole(1, MOST_EVENTS)] = MOST_EVENTS
