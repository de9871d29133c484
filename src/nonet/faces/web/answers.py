"""What the API answers: the JSON of every answer, declared once. `openapi` and `api_types.d.ts` follow from it.

`GameJson` is `Game` there. Cells are numbers from 0, row by row; a mask is a bitmask of digits (digit d is the bit
1 << (d - 1)). Parts that play/ declares, such as `State`, are described there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, NotRequired, TypedDict

from nonet.about import About
from nonet.dimensions import MAX_SIZE
from nonet.engines.events import Happening
from nonet.fields import (
    Cell,
    CellKind,
    Choice,
    Count,
    Described,
    Digit,
    EnumChoice,
    FixedList,
    ListOf,
    MapOf,
    Number,
    RecordOf,
    Whole,
    includes,
    kind_of,
)
from nonet.hints import HintKind
from nonet.play.action_type import ActionData
from nonet.play.combinations import CageCombinations
from nonet.play.desk import Export, TechniqueUse, Trouble
from nonet.play.game import Seconds
from nonet.play.hint_view import HintLine
from nonet.play.palette import Tool
from nonet.play.saved.household import DailyTime
from nonet.play.saved.record import RecordJson
from nonet.play.saved.statistics import Line, Standing, Statistics, Streak
from nonet.play.session import Aids
from nonet.play.state import State

Values = Annotated[Sequence[int], ListOf(Whole(0, MAX_SIZE))]
Share = Annotated[float, Number(0, 1, places=4)]
Tier = Annotated[int, Whole(1, 4)]
StatusText = Annotated[str, Choice(("playing", "finished", "given-up"))]
Point = Annotated[Sequence[float], FixedList((Number(), Number()))]
Pair = Annotated[Sequence[int], FixedList((Whole(0), Whole(0)))]
"""A candidate: a cell and a digit."""
CellNow = Annotated[Sequence[int], FixedList((CellKind(), *(Whole(0),) * 4))]
"""A cell, its value, corner notes, centre notes, colour."""
RuleData = Annotated[
    object,
    Described(
        {
            "type": "object",
            "properties": {"kind": {"type": "string"}},
            "required": ["kind"],
            "description": "A rule as in nonet's JSON: its kind, and its fields. Cells are named r1c1.",
        }
    ),
]
EventData = Annotated[
    dict[str, Any],
    Described(
        {
            "type": "object",
            "properties": {"type": {"type": "string"}, "text": {"type": "string"}},
            "required": ["type", "text"],
            "description": "What happened: a type, a sentence, and the facts of that type.",
        }
    ),
]


class NothingJson(TypedDict):
    pass


class ErrorReasonJson(TypedDict):
    code: str
    message: str
    where: NotRequired[str]


class ErrorJson(TypedDict):
    """What is wrong; where names the part of the request."""

    error: ErrorReasonJson
    row: NotRequired[Count | None]
    column: NotRequired[Count | None]
    cells: NotRequired[Sequence[Cell]]
    last: NotRequired[Count]


# -- boards and puzzles ----------------------------------------------------------------------------------------


class HouseJson(TypedDict):
    kind: str
    name: str
    cells: Sequence[Cell]


class ShapeJson(TypedDict):
    """What the board looks like. size: how many digits there are; in games and puzzles they are counted from 1, and
    symbols has them as they are written. most_of_each: how often each is on the board, at most. places: for each cell
    where it is drawn, row times columns plus column, or -1 if it is not; null where these are the numbers of the cells.
    regions: for each cell a number, the same in all cells of a box. names: those of the cells beside the board, which
    are the last ones. extras: diagonals and windows.
    """

    rows: Count
    columns: Count
    size: Count
    most_of_each: Count
    symbols: str
    places: Sequence[int] | None
    names: Sequence[str]
    regions: Sequence[Count]
    extras: Sequence[Sequence[Cell]]
    houses: Sequence[HouseJson]
    note_shape: Pair


Sides = Annotated[Sequence[float], FixedList((Number(),) * 4)]


class DrawnElementJson(TypedDict):
    """An SVG element. Its colours are variables of the page's style sheet, such as var(--rule-cage)."""

    tag: Annotated[str, Choice(("rect", "circle", "path", "text"))]
    attributes: dict[str, str]
    text: str


class DrawingJson(TypedDict):
    """What the rules of a variant look like. cell: the width of a cell. under: below the lines of the board. over:
    above them. around: outside the board. margins: the room for this on the left, at the top, on the right and at the
    bottom, in cells. insets: for each cell the distances of its notes from its left, upper, right and lower border, in
    percent of its width, so that nothing hides them.
    """

    cell: Count
    under: Sequence[DrawnElementJson]
    over: Sequence[DrawnElementJson]
    around: Sequence[DrawnElementJson]
    margins: Sides
    insets: Sequence[Sides]


class DrawnClueJson(TypedDict):
    name: str
    cells: Sequence[Cell]
    outside: bool
    text: str


class RulesJson(TypedDict):
    """The rules of a variant. words: what they say, a sentence each. clues: what is drawn, in words."""

    title: str
    words: Sequence[str]
    clues: Sequence[DrawnClueJson]
    drawing: DrawingJson


class AnyPuzzleJson(TypedDict):
    layout: str
    board: str
    board_title: str
    level: str | None
    level_title: str | None
    source: str
    seed: int | None
    shape: ShapeJson
    share: str
    text: str
    rules: RulesJson | None
    about: About


class PuzzleJson(AnyPuzzleJson):
    """A puzzle. givens: one symbol per cell, row by row, '.' for an empty one. share: short, for addresses. text: a
    board to copy. rules: those of a variant; null for a classic puzzle.
    """

    givens: str
    clues: Count


class LevelJson(TypedDict):
    name: str
    title: str


class BoardExampleJson(TypedDict):
    shape: ShapeJson
    drawing: DrawingJson | None


class BoardJson(TypedDict):
    name: str
    title: str
    size: Count
    layout: str
    variant: bool
    shape: ShapeJson
    example: BoardExampleJson
    levels: Sequence[LevelJson]


class DailyJson(TypedDict):
    """The puzzle of a day; game, status: the player's game, if there is one."""

    date: str
    level: str
    title: str
    game: str | None
    status: StatusText | None


class BoardsJson(TypedDict):
    boards: Sequence[BoardJson]
    daily: DailyJson
    languages: Sequence[str]
    version: str
    today: str


class DayJson(DailyJson):
    seconds: float | None


class DaysJson(TypedDict):
    """The puzzles of a month, up to today."""

    first: str
    today: str
    days: Sequence[DayJson]
    streak: Streak


class PackSummaryJson(TypedDict):
    """A pack of puzzles to play in order. next: the one to play now; null if all are over. own: it is the player's, and
    can be removed.
    """

    name: str
    title: str
    count: Count
    solved: Count
    next: Count | None
    own: bool


class PacksJson(TypedDict):
    packs: Sequence[PackSummaryJson]


class PackPuzzleJson(TypedDict):
    """game, status: the player's game, if there is one."""

    number: Count
    title: str
    level: str | None
    level_title: str | None
    game: str | None
    status: StatusText | None


class PackJson(PackSummaryJson):
    author: str
    puzzles: Sequence[PackPuzzleJson]


class CheckJson(TypedDict):
    kind: str
    text: str
    cells: Sequence[Cell]
    clues: Count
    conflicts: Sequence[Cell]
    mistakes: Sequence[Cell]
    complete: bool


class VerdictJson(TypedDict):
    kind: Annotated[str, Choice(("one", "none", "several", "conflict", "full"))]
    playable: bool
    text: str
    cells: Sequence[Cell]
    clues: Count
    puzzle: PuzzleJson | None


class DoubtJson(TypedDict):
    cell: Cell
    digit: Count
    probability: float
    others: Sequence[Count]


class PhotoReadingJson(TypedDict):
    """What was read in a photograph. doubts: cells to look at again, with what else they may be; 0 is an empty cell.
    settled: cells that only the rules could decide. corners: of the grid, in pixels, clockwise from the first cell's.
    others: how many more puzzles the picture has.
    """

    puzzle: PuzzleJson
    doubts: Sequence[DoubtJson]
    settled: Sequence[DoubtJson]
    corners: tuple[Point, Point, Point, Point]
    others: Count


class RatingJson(TypedDict):
    scheme: str
    version: str
    score: float
    level: str
    level_title: str
    technique: str
    technique_name: str
    steps: Count
    text: str


class SolutionsJson(TypedDict):
    kind: Annotated[str, Choice(("none", "one", "several"))]
    count: Count
    more: bool
    solutions: Sequence[str]


# -- hints -----------------------------------------------------------------------------------------------------


class LegendJson(TypedDict):
    """sign: drawn around the point 0 0, 12 in each direction."""

    sign: Sequence[DrawnElementJson]
    text: str


class MarksJson(TypedDict):
    """drawn: which elements of a hint, in this order. cleared: cells whose notes make way for what is drawn."""

    drawn: Sequence[Count]
    cleared: Sequence[Cell]


class HelpStepJson(MarksJson):
    text: str


class HelpCaseJson(MarksJson):
    title: str
    legend: Sequence[LegendJson]


class HelpJson(MarksJson):
    """A hint of one tier: 1 where to look, 2 which technique, 3 the pattern, 4 the full reasoning and the moves that it
    amounts to. short: the text without the proof, or with a long one folded. lines and proof: both, fact by fact;
    deeper lines belong to the one before them that is less deep. lesson: whether there is one about the technique.
    cases: a proof by cases, to be shown one at a time. walk: the reasoning step by step. elements: all that any of
    these draws over the board, in units of which a cell has `cell`.
    """

    kind: Annotated[str, EnumChoice(HintKind)]
    tier: Tier
    text: str
    short: str
    lines: Sequence[HintLine]
    proof: Sequence[HintLine]
    technique: str | None
    technique_name: str | None
    lesson: bool
    digit: Digit | None
    cell: Count
    legend: Sequence[LegendJson]
    cases: Sequence[HelpCaseJson]
    walk: Sequence[HelpStepJson]
    elements: Sequence[DrawnElementJson]
    moves: Sequence[ActionData]


# -- games -----------------------------------------------------------------------------------------------------


@includes(CageCombinations)
class CageJson(TypedDict):
    text: str


@includes(State)
class GameJson(AnyPuzzleJson):
    """A game and its current state. cages: killer cages with the combinations of digits that are still possible, and
    those that are not.
    """

    id: str
    filled: Count
    total: Count
    progress: Share
    seconds: Seconds
    created: str
    paused: bool
    aids: Aids
    revision: Count
    best: bool | None
    cages: Sequence[CageJson]


class SavedGameJson(TypedDict):
    """drawing: that of its rules; null without rules, or where it or the games before it have very many."""

    id: str
    layout: str
    board: str
    board_title: str
    level: str | None
    level_title: str | None
    source: str
    status: StatusText
    progress: Share
    filled: Count
    total: Count
    seconds: Seconds
    created: str
    changed: str
    shape: ShapeJson
    drawing: DrawingJson | None
    about: About
    givens: str
    cells: str


class HouseholdJson(TypedDict):
    """open: others play here, too. times: of those who have finished, the best first."""

    open: bool
    times: Sequence[DailyTime]


class RoomJson(TypedDict):
    """link: what others open; it begins with # where the address of the server is not known. qr: the same as SVG, or
    empty.
    """

    id: str
    mode: str
    link: str
    qr: str
    starts_in: Seconds | None


class RoomGameJson(TypedDict):
    """game: null until a race begins."""

    room: RoomJson
    game: GameJson | None


class RoomMemberJson(TypedDict):
    """here: has the page open. opened: has opened the room, and may start a race."""

    name: str
    filled: Count
    total: Count
    status: StatusText
    seconds: Seconds
    is_paused: bool
    here: bool
    opened: bool


class RoomEventJson(TypedDict):
    """What happens in a room: `room` (to whoever comes), `members`, `move`, `state`, `hint`, `check`, `pause`,
    `resume`, `start`, `cursors`, `closed`. by: the number of the member; in `room`, one's own. game: the shared game
    after it. starts_in: seconds until a race begins; null: nobody has started it.
    """

    type: str
    by: Count
    mode: NotRequired[str]
    members: NotRequired[Sequence[RoomMemberJson]]
    paused: NotRequired[bool]
    starts_in: NotRequired[Seconds | None]
    actions: NotRequired[Annotated[Sequence[dict[str, Any]], ListOf(kind_of(ActionData))]]
    tier: NotRequired[Tier]
    cursors: NotRequired[Sequence[tuple[Count, Sequence[Count]]]]
    game: NotRequired[GameJson]


class CodeJson(TypedDict):
    """seconds: how long it is valid."""

    code: str
    seconds: Count


class DamagedGameJson(TypedDict):
    id: str
    reason: str


class GamesJson(TypedDict):
    """count: the number of games without the limit. damaged: games that cannot be read; their data is kept, set
    aside.
    """

    games: Sequence[SavedGameJson]
    count: Count
    damaged: Sequence[DamagedGameJson]


class OutcomeJson(TypedDict):
    number: Count
    refused: str | None
    events: Annotated[Sequence[dict[str, Any]], ListOf(kind_of(EventData), 1)]
    text: str


class OutcomesJson(TypedDict):
    last: Count
    outcomes: Sequence[OutcomeJson]
    game: GameJson


class ReadyJson(TypedDict):
    record: Annotated[dict[str, Any], RecordOf(RecordJson)]
    game: GameJson


class FrameJson(TypedDict):
    text: str
    cells: Sequence[CellNow]


class ReplayJson(TypedDict):
    """The moves of a game in order. cells: what a move changed, each as cell, value, corner notes, centre notes,
    colour.
    """

    shape: ShapeJson
    drawing: DrawingJson | None
    givens: str
    frames: Sequence[FrameJson]


@includes(Aids)
class UsedHelpJson(TypedDict):
    candidates: bool
    mistakes_shown: bool


class UsedTechniqueJson(TypedDict):
    key: str
    name: str
    count: Count
    lesson: bool


@includes(Standing)
class ResultJson(TypedDict):
    """How a game went. earlier, mean, best: of the games finished before it on the same board and level. techniques:
    what the easiest way to solve the puzzle needs, the hardest first.
    """

    seconds: Seconds
    help: UsedHelpJson
    techniques: Sequence[UsedTechniqueJson]


class ShareLinkJson(TypedDict):
    site: str
    link: str


class ShareJson(TypedDict):
    """fragment: what comes behind #p= in a link to the page. base: the beginning of such links, if they open another
    page than this one.
    """

    fragment: str
    base: str
    links: Sequence[ShareLinkJson]
    svg: str


@includes(Line)
class StatisticsLineJson(TypedDict):
    board_title: str
    level_title: str


@includes(Statistics)
class StatisticsJson(TypedDict):
    """times: the last ones, the latest last. days: games finished on each of the last 28 days, today last."""

    lines: Sequence[StatisticsLineJson]


class WrongJson(TypedDict):
    wrong: Sequence[Cell]
    text: str
    checks: Count


# -- lessons ---------------------------------------------------------------------------------------------------


class PractisedJson(TypedDict):
    technique: str
    row: Count
    passed: bool


class AskedForJson(TypedDict):
    technique: str
    hints: Count


class LessonsJson(TypedDict):
    """The techniques that were practised. row: exercises solved in a row, up to 3. asked: those that the player asked
    hints for, most often first. start: the lesson to begin with, by the placement test.
    """

    lessons: Sequence[PractisedJson]
    asked: Sequence[AskedForJson]
    start: str | None


class TechniqueJson(TypedDict):
    """part: of the lessons, classic, killer or rules (other rules)."""

    key: str
    name: str
    level: str
    level_title: str
    part: str


class TermJson(TypedDict):
    term: str
    meaning: str


class TechniquesJson(TypedDict):
    """placement: the techniques of the boards of the placement test."""

    techniques: Sequence[TechniqueJson]
    placement: Sequence[str]
    glossary: Sequence[TermJson]


class PositionJson(TypedDict):
    shape: ShapeJson
    givens: str
    values: str
    candidates: Sequence[Count]
    rules: RulesJson | None
    help: HelpJson


class LessonJson(TechniqueJson):
    """What a technique is about. why: why one looks there. practice: whether there are exercises. next: the lesson
    after this one. examples: the easiest first. near_miss: a position in which the technique seems to apply; its walk
    says what spoils it.
    """

    about: str
    why: str
    next: TechniqueJson | None
    practice: bool
    examples: Annotated[Sequence[PositionJson], ListOf(RecordOf(PositionJson), 1)]
    near_miss: PositionJson | None


class StepAnswerJson(TypedDict):
    placements: Sequence[Pair]
    eliminations: Sequence[Pair]


class PracticeJson(PositionJson):
    """A position in which the technique is the next step. answers: the steps that are right."""

    answers: Annotated[Sequence[StepAnswerJson], ListOf(RecordOf(StepAnswerJson), 1)]


# -- the setter's desk, and searches to watch ------------------------------------------------------------------


class FamilyJson(TypedDict):
    name: str
    title: str


class PaletteJson(TypedDict):
    families: Sequence[FamilyJson]
    tools: Sequence[Tool]


class DeskCandidatesJson(TypedDict):
    """For each cell a bitmask of the digits that it has in some solution, unless that took too long."""

    known: bool
    candidates: Sequence[Count]


class DeskCheckJson(TypedDict):
    """The rules of a draft in words (empty for one that makes no sense), what they look like, and what is wrong. rule:
    the number of the rule, from 0.
    """

    words: Sequence[str]
    drawing: DrawingJson | None
    troubles: Sequence[Trouble]


class DeskContradictionJson(TypedDict):
    """Clues that exclude each other, unless they took too long to find. None: there is a solution."""

    known: bool
    clues: Sequence[Trouble]


class DeskDraftJson(TypedDict):
    """A puzzle to work on."""

    layout: str
    board: str
    shape: ShapeJson
    values: Values
    rules: Sequence[RuleData]
    ruled_out: Sequence[Count]
    about: About


class DeskPathJson(TypedDict):
    """How hard a draft is, and the techniques of its path with the numbers of their steps. level: unknown, if it took
    too long; the path is then as far as it was found.
    """

    level: str
    text: str
    techniques: Sequence[TechniqueUse]


class DeskSolutionsJson(TypedDict):
    """count: how many were found. complete: there are no others. solution: the only one."""

    kind: Annotated[str, Choice(("none", "one", "several", "unknown"))]
    count: Count
    complete: bool
    solution: str | None


class DeskTextsJson(TypedDict):
    """The draft in several formats; reason: why a format cannot hold it."""

    texts: Sequence[Export]


_EVENTS = tuple(happening.value.replace(" ", "_") for happening in Happening)


class TraceEventJson(TypedDict):
    type: Annotated[str, Choice(_EVENTS)]
    cell: Cell | None
    digit: Digit | None
    clash: Cell | None
    text: str


class TraceJson(TypedDict):
    """Events of a search. start: the number of the first. levels, counts: the state before it. A level is a digit that
    was placed, as cell and digit, and those deduced from it; the first level has no placed one. place begins a level,
    step_back and solution end one. more: there are events after these.
    """

    shape: ShapeJson
    givens: str
    start: Count
    levels: Sequence[Sequence[Pair]]
    counts: Annotated[dict[str, int], MapOf(Whole(0), _EVENTS)]
    events: Annotated[Sequence[TraceEventJson], ListOf(RecordOf(TraceEventJson), most=1000)]
    more: bool
