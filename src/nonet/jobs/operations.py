"""The jobs on puzzles, each one function: a block in, an answer out.

Puzzles of the classic board, written as 81 characters, go to the kernel together, without a copy. What it cannot
take (other boards, comments after a puzzle, mistakes) is parsed row by row, by the rules of `parse_line`. A text
that is not a puzzle is rejected with the reason. A puzzle without a solution is not, except where it is to be rated.

Every function takes `threads` for the kernel and `gap`: the bytes to leave free after each board it writes. A gap of
one is filled with newlines, so that the boards are already lines of text.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from time import monotonic
from typing import TYPE_CHECKING, Literal, TypeVar

from nonet.canonical import canonical as canonical_form
from nonet.engines import engine_for
from nonet.engines.effort import effort_many
from nonet.errors import FormatError, NonetError, NoSolution, SeveralSolutions
from nonet.formats import format_grid, parse_line
from nonet.jobs.job import Answer, Boards, Column, Job, Operation, Words, each_puzzle, register, rows_with
from nonet.layout import CLASSIC, Layout
from nonet.many import (
    canonical_records,
    count_records,
    counts_of_puzzles,
    solve_puzzles,
    solve_records,
    unique_records,
)
from nonet.native import required_kernel
from nonet.puzzle import Puzzle
from nonet.records import BAD, BAD_COUNT, BLANKS, CELLS, LEGAL, NONE, ONE, SEVERAL, Block
from nonet.research.catalogue import CLASSES, WHAT, rank_records

if TYPE_CHECKING:
    from nonet.parallel.processes import ProcessPool
    from nonet.rating import Rating

S = TypeVar("S")
T = TypeVar("T")

WORDS = ("none", "one", "several")
"""How many solutions, in words; the status of a puzzle is the index of its word."""

CHECKED = (*WORDS, "wrong answer")
WRONG = CHECKED.index("wrong answer")

ALONE = 1.0
"""Seconds of work in Python before processes are started to share it."""

PATIENCE = 10.0
"""Seconds for the rating of a puzzle in Python, unless another limit is asked for."""

MOST = 1 << 62
"""Counting stops here at the latest."""

_WORDY = ("level", "technique")
_FRACTIONS = ("er", "ep", "ed")
"""Columns of a rating that hold words; the others hold numbers."""
_VALUES = bytes(sign - 48 if sign in b"123456789" else 0 for sign in range(256))
_HAS_BOARD = bytes(status in (ONE, SEVERAL) for status in range(256))


def solve(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`solution` (of several the greatest) and `status`."""
    solutions, status = solve_records(job.classic(block), threads=threads, gap=gap, device=_device(job))
    boards, rejects = Boards(solutions, CELLS + gap), dict[int, str]()
    puzzles = _parsed_bad(block, job, status, rejects)
    grids, found = solve_puzzles(list(puzzles.values()), threads=threads)
    for row, grid, number in zip(puzzles, grids, found, strict=True):
        status[row] = number
        if grid is not None:
            boards.others[row] = format_grid(grid, "line").encode()
    if NONE in status or BAD in status:
        boards.present = bytes(status).translate(_HAS_BOARD)
    return Answer({"solution": boards, "status": Words(status, WORDS)}, rejects, _tally(status, WORDS))


def check(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`status`; where the input has an answer to a puzzle, also whether that is a solution."""
    if block.answers is not None:
        return _check_answers(block, job, threads)
    status, rejects = (
        unique_records(job.classic(block), threads=threads, device=_device(job)),
        dict[int, str](),
    )
    puzzles = _parsed_bad(block, job, status, rejects)
    for row, number in _counted(puzzles, limit=2, threads=threads):
        status[row] = number
    return Answer({"status": Words(status, WORDS)}, rejects, _tally(status, WORDS))


def _check_answers(block: Block, job: Job, threads: int) -> Answer:
    solved = solve(block, job, threads=threads)
    boards, words = solved.columns["solution"], solved.columns["status"]
    assert isinstance(boards, Boards)
    assert isinstance(words, Words)
    assert block.answers is not None
    status = bytearray(words.codes)
    for row, answer in enumerate(block.answers):
        if (
            answer
            and status[row] in (ONE, SEVERAL)
            and answer != boards.text(row)
            and not _is_solution(block.text(row), answer, job.board)
        ):
            status[row] = WRONG
    return Answer({"status": Words(status, CHECKED)}, solved.rejects, _tally(status, CHECKED))


def _is_solution(text: bytes, answer: bytes, layout: Layout | None) -> bool:
    """Whether the second text is a solution of the puzzle in the first."""
    puzzle = parse_line(text.decode("utf-8"), layout)
    try:
        grid = parse_line(answer.decode("utf-8"), puzzle.layout).givens
    except (NonetError, UnicodeDecodeError):
        return False
    return puzzle.is_solved_by(grid)


def count(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`count`, up to the limit."""
    limit, rejects = int(job.options["limit"] or 1), dict[int, str]()
    counts = count_records(job.classic(block), limit=limit, threads=threads, device=_device(job))
    bad = [row for row, number in enumerate(counts) if number == BAD_COUNT]
    for row in bad:
        counts[row] = 0
    puzzles = _parsed(block, bad, job, rejects, broken=lambda row: None)
    for row, number in _counted(puzzles, limit=limit, threads=threads):
        counts[row] = number
    tally: Counter[str] = Counter()
    for number, rows in Counter(counts).items():
        tally[WORDS[min(number, 2)]] += rows
    tally["none"] -= len(rejects)
    return Answer({"count": counts}, rejects, +tally)


def canonical(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`canonical`, the smallest of all boards that symmetry makes of the puzzle, and `automorphisms`."""
    forms, status, automorphisms = canonical_records(job.classic(block), threads=threads)
    boards, rejects = Boards(forms), dict[int, str]()

    def use(row: int, puzzle: Puzzle) -> None:
        found = canonical_form(puzzle)
        boards.others[row] = format_grid(found.form.givens, "line").encode()
        automorphisms[row] = found.automorphisms

    each_puzzle(block, (*rows_with(status, BAD), *rows_with(status, NONE)), job.board, rejects, use)
    columns: dict[str, Column] = {"canonical": boards, "automorphisms": automorphisms}
    return Answer(columns, rejects, _done("canonical", block, rejects))


def rank(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`rank`: the number of the solution in the catalogue of grids up to symmetry (`nonet.research`)."""
    solved = solve(block, job, threads=threads)
    boards, words = solved.columns["solution"], solved.columns["status"]
    assert isinstance(boards, Boards)
    assert isinstance(words, Words)
    rejects, rows = solved.rejects, list(rows_with(bytearray(words.codes), ONE))
    for status, error in ((NONE, NoSolution()), (SEVERAL, SeveralSolutions())):
        rejects |= dict.fromkeys(rows_with(bytearray(words.codes), status), str(error))
    ranks = array("Q", bytes(8 * block.count))
    grids = Block.of([boards.text(row) or b"" for row in rows])
    for row, number in zip(rows, rank_records(grids, threads=threads), strict=True):
        ranks[row] = number
        if number == CLASSES:
            rejects[row] = "the catalogue has the grids of the classic board alone"
    return Answer({"rank": ranks}, rejects, _done("ranked", block, rejects))


def effort(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`guesses` and `rounds` of the fixed search of `nonet.engines.effort`: the same on every machine."""
    guesses, rounds = array("Q", bytes(8 * block.count)), array("Q", bytes(8 * block.count))
    records, rejects = job.classic(block).joined(), dict[int, str]()
    bad = _illegal(records, block.count)
    plain = sorted({*range(block.count)}.difference(bad))
    values = records.translate(_VALUES)
    boards = [values[row * CELLS : (row + 1) * CELLS] for row in plain]
    for row, found in zip(plain, effort_many(CLASSIC, boards, threads=threads), strict=True):
        guesses[row], rounds[row] = found.guesses, found.rounds

    def use(row: int, puzzle: Puzzle) -> None:
        puzzle.require_classic("the effort")
        (found,) = effort_many(puzzle.layout, [puzzle.givens.entries])
        guesses[row], rounds[row] = found.guesses, found.rounds

    def broken(row: int) -> None:
        """The first round sees that a digit occurs twice in a house."""
        rounds[row] = 1

    each_puzzle(block, bad, job.board, rejects, use, broken)
    tally = Counter(
        "no guess" if not number else "guesses" for row, number in enumerate(guesses) if row not in rejects
    )
    return Answer({"guesses": guesses, "rounds": rounds}, rejects, tally)


def rate(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """`rating` and `level`, or what else the scheme has (`er`, `ep`, `ed`), and the hardest `technique`."""
    from nonet.rating import scheme

    name = str(job.options["scheme"])
    ratings, rejects = rate_rows(block, job, threads=threads)
    fields = [None if each is None else each.fields() for each in ratings]
    columns: dict[str, Column] = {}
    for column in sorted(scheme(name).columns, key=_WORDY.__contains__):
        if column in _WORDY:
            columns[column] = ["" if each is None else each[column] for each in fields]
        else:
            numbers = ["0" if each is None else each[column] or "0" for each in fields]
            is_whole = column not in _FRACTIONS
            columns["rating" if column == "score" else column] = (
                array("q", map(int, numbers)) if is_whole else array("d", map(float, numbers))
            )
    levels = Counter(each.level or each.score_text for each in ratings if each is not None)
    return Answer(columns, rejects, levels)


def rate_rows(
    block: Block, job: Job, *, threads: int = 1, pool: ProcessPool | None = None
) -> tuple[list[Rating | None], dict[int, str]]:
    """The rating of every row, and the reasons of those that have none.

    The kernel rates puzzles of the classic board; all others are rated in Python, by a pool if one is given. Those that
    take longer than the job's `timeout` have the level "unknown".
    """
    from nonet.rating.many import rate_records

    rejects, puzzles = dict[int, str](), dict[int, Puzzle]()
    scheme, seconds = str(job.options["scheme"]), float(job.options["timeout"] or PATIENCE)
    _, ratings = rate_records(job.classic(block), scheme=scheme, threads=threads)
    left = [row for row, found in enumerate(ratings) if found is None]
    each_puzzle(block, left, job.board, rejects, puzzles.__setitem__)
    rated = partial(_rated, scheme, seconds)
    for row, result in zip(puzzles, _shared(rated, puzzles.values(), pool), strict=True):
        if isinstance(result, str):
            rejects[row] = result
        else:
            ratings[row] = result
    return ratings, rejects


def _rated(scheme: str, seconds: float, puzzle: Puzzle) -> Rating | str:
    from nonet.rating import rate

    try:
        return rate(puzzle, scheme=scheme, seconds=seconds)
    except NonetError as error:
        return str(error)


def _shared(function: Callable[[S], T], items: Iterable[S], pool: ProcessPool | None) -> Iterator[T]:
    """The results of a function, in order; in the processes of the pool once it is clear that they pay."""
    began, rest = monotonic(), iter(items)
    for item in rest:
        if pool and pool.size > 1 and (pool.process_ids() or monotonic() >= began + ALONE):
            yield from pool.map(function, chain([item], rest))
            return
        yield function(item)


def convert(block: Block, job: Job, *, threads: int = 1, gap: int = 0) -> Answer:
    """No new column: the puzzles are checked, and with `blank` written with that sign for every empty cell."""
    bad = _illegal(job.classic(block).joined(), block.count)
    rejects: dict[int, str] = {}
    if job.options["blank"] is None:  # a board that breaks a rule stays as it is
        each_puzzle(block, bad, job.board, rejects, lambda row, puzzle: None, broken=lambda row: None)
        return Answer({}, rejects, _done("converted", block, rejects))
    sign = str(job.options["blank"])
    table = bytes(ord(sign) if each in BLANKS else each for each in range(256))
    fresh = Boards(block.joined().translate(table))

    def use(row: int, puzzle: Puzzle) -> None:
        puzzle.require_classic("another sign for blanks")
        fresh.others[row] = format_grid(puzzle.givens, "line", blank=sign).encode()

    each_puzzle(block, bad, job.board, rejects, use)
    return Answer({}, rejects, _done("converted", block, rejects), puzzles=fresh)


# -- parts ---------------------------------------------------------------------------------------------------


def _parsed_bad(block: Block, job: Job, status: bytearray, rejects: dict[int, str]) -> dict[int, Puzzle]:
    """What the kernel could not take, by row; a board that breaks a rule has no solution."""

    def broken(row: int) -> None:
        status[row] = NONE

    return _parsed(block, list(rows_with(status, BAD)), job, rejects, broken)


def _parsed(
    block: Block,
    rows: Iterable[int],
    job: Job,
    rejects: dict[int, str],
    broken: Callable[[int], None],
) -> dict[int, Puzzle]:
    """The puzzles of some rows, to be searched together; one that no engine can search is rejected."""
    puzzles: dict[int, Puzzle] = {}

    def use(row: int, puzzle: Puzzle) -> None:
        engine_for(puzzle)
        puzzles[row] = puzzle

    each_puzzle(block, rows, job.board, rejects, use, broken)
    return puzzles


def _counted(puzzles: Mapping[int, Puzzle], *, limit: int, threads: int) -> Iterator[tuple[int, int]]:
    """Each row with the number of its solutions, up to the limit."""
    return zip(puzzles, counts_of_puzzles(list(puzzles.values()), limit=limit, threads=threads), strict=True)


def _tally(status: bytearray, words: tuple[str, ...]) -> Counter[str]:
    return +Counter({word: status.count(code) for code, word in enumerate(words)})


def _done(word: str, block: Block, rejects: dict[int, str]) -> Counter[str]:
    return +Counter({word: block.count - len(rejects)})


def _illegal(records: bytes, count: int) -> list[int]:
    """The records with a character that no board of digits has."""
    if not records.translate(None, LEGAL):
        return []
    return [row for row in range(count) if records[row * CELLS : (row + 1) * CELLS].translate(None, LEGAL)]


# -- options, and registration ------------------------------------------------------------------------------


def _check_limit(job: Job) -> Mapping[str, str]:
    limit = job.options["limit"]
    if not isinstance(limit, int) or not 1 <= limit <= MOST:
        raise NonetError(f"a limit of {limit}: count at least to 1 and at most to 2**62")
    return {}


def _check_rank(job: Job) -> Mapping[str, str]:
    required_kernel(WHAT)
    return {}


def _check_rate(job: Job) -> Mapping[str, str]:
    from nonet.rating import scheme

    seconds = job.options["timeout"]
    if not isinstance(seconds, int | float) or not seconds > 0:
        raise NonetError(f"a timeout of {seconds}: it is a number of seconds, more than 0")
    name = str(job.options["scheme"])
    return {"scheme": f"{name} {scheme(name).version}"}


def _check_blank(job: Job) -> Mapping[str, str]:
    blank = job.options["blank"]
    if blank is not None and (len(str(blank)) != 1 or str(blank) not in BLANKS.decode()):
        raise FormatError("a blank is one of 0 . _ * - x", text=str(blank))
    return {}


def _device(job: Job) -> Literal["cuda"] | None:
    """Where to search: None is the CPU."""
    return "cuda" if job.options.get("device") == "cuda" and job.board in (None, CLASSIC) else None


register("effort", Operation(effort, shard_rows=(5_000, 100_000)))
register("solve", Operation(solve, {"device": None}))
register("count", Operation(count, {"limit": 1_000_000, "device": None}, _check_limit))
register("check", Operation(check, {"device": None}, needs_answers=True))
register("canonical", Operation(canonical, shard_rows=(5_000, 100_000)))
register("rank", Operation(rank, check=_check_rank, shard_rows=(100, 2_000)))
register(
    "rate",
    Operation(
        rate, {"scheme": "hodoku", "timeout": PATIENCE}, _check_rate, shard_rows=(50, 1_000), in_python=True
    ),
)
register("convert", Operation(convert, {"blank": None}, _check_blank))
