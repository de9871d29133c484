"""The jobs of bulk on what Python programs hold: tables, data frames, arrays, and texts that come one by one.

    tables      anything with the Arrow PyCapsule interface: pyarrow, pandas, polars, DuckDB, …
    arrays      numpy: (n, 81) or (n, 9, 9) whole numbers, or n texts
    iterables   of texts, also endless ones

The result has the type of the input: a table with new columns, a dict of arrays, an iterator of dicts. `to` asks for
another: "arrow", "pandas", "polars" or "numpy". Every row stays in its place. A text that is not a puzzle has nothing
in the new columns: null in a table, None in a dict, and in an array 255 as status and 2**64 - 1 as count
(`nonet.many`). `errors` names one more column, with the reasons.

>>> easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> for row in solve([easy, "h" + easy[1:]], errors="error"):
...     print(row["solution"], row["status"], row["error"])
534678912672195348198342567859761423426853791713924856961537284287419635345286179 one None
None None row 1, column 1: a letter on a 9x9 board (cell 1 of the line): 'h'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Literal,
    ParamSpec,
    Protocol,
    TypeAlias,
    TypedDict,
    TypeVar,
    Unpack,
    cast,
    overload,
)

from nonet.arguments import clear_type_errors
from nonet.bulk.columns import free_name
from nonet.bulk.errors import InputError
from nonet.bulk.tables import answer_array, answer_table, converted, encoded
from nonet.jobs.creation import Creation
from nonet.jobs.job import Answer, Boards, Column, Job, Option, Words
from nonet.jobs.operations import PATIENCE
from nonet.optional_import import optional_import
from nonet.records import Block

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

    from nonet.generate.recipe import Recipe
    from nonet.generate.unbiased import UnbiasedRecipe
    from nonet.records import AnyArray, NumpyArray

TEXTS_AT_ONCE = 1 << 10
"""Texts read from an iterator before the first result is yielded."""

Text: TypeAlias = str | bytes | bytearray | memoryview
Row: TypeAlias = dict[str, Any]
JobOptions: TypeAlias = dict[str, Option] | None
TableType: TypeAlias = Literal["arrow", "pandas", "polars", "numpy"]


class ArrowStream(Protocol):
    """A table that exports its columns through the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


Table = TypeVar("Table", bound=ArrowStream)

P = ParamSpec("P")


class BulkOptions(TypedDict, total=False):
    """The options of every function.

    `column` is the column with the puzzles, if it cannot be found by its name; `layout` the board, if it is not the
    classic one. `threads=None`, the default, uses all cores. `errors` names a new column that says what is wrong
    with a row. One more, `to`, is the type of the result.
    """

    column: str | None
    layout: str | None
    threads: int | None
    errors: str | None


class OnPuzzles(Protocol[P]):
    """A function of puzzles and options: its result has the type of the puzzles.

    An array is iterable as well; a type checker takes the first overload that fits.
    """

    @overload
    def __call__(self, puzzles: Table, *none: P.args, **options: P.kwargs) -> Table: ...
    @overload
    def __call__(self, puzzles: NumpyArray, *none: P.args, **options: P.kwargs) -> dict[str, AnyArray]: ...
    @overload
    def __call__(self, puzzles: Iterable[Text], *none: P.args, **options: P.kwargs) -> Iterator[Row]: ...
    @overload
    def __call__(self, puzzles: ArrowStream, *, to: Literal["arrow"], **options: Any) -> pyarrow.Table: ...
    @overload
    def __call__(
        self, puzzles: ArrowStream, *, to: Literal["pandas"], **options: Any
    ) -> pandas.DataFrame: ...
    @overload
    def __call__(
        self, puzzles: ArrowStream, *, to: Literal["polars"], **options: Any
    ) -> polars.DataFrame: ...
    @overload
    def __call__(
        self, puzzles: ArrowStream, *, to: Literal["numpy"], **options: Any
    ) -> dict[str, AnyArray]: ...


def _on_puzzles(function: Callable[Concatenate[Any, P], Any]) -> OnPuzzles[P]:
    return cast("OnPuzzles[P]", function)


@_on_puzzles
def solve(puzzles: Any, **options: Unpack[BulkOptions]) -> Any:
    """The solution of every puzzle, of several the greatest; and how many there are (`status`: none, one, several).

    >>> import numpy
    >>> board = numpy.zeros((1, 9, 9), "uint8")
    >>> board[0, 0] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    >>> found = solve(board)
    >>> found["solution"].shape, found["status"].tolist()
    ((1, 9, 9), [2])
    """
    return answer("solve", puzzles, **options)


@_on_puzzles
def count(puzzles: Any, *, limit: int = 1_000_000, **options: Unpack[BulkOptions]) -> Any:
    """How many solutions every puzzle has, up to `limit`.

    >>> [row["count"] for row in count(["1...............", "." * 81], limit=100)]
    [72, 100]
    """
    return answer("count", puzzles, {"limit": limit}, **options)


@_on_puzzles
def check(puzzles: Any, **options: Unpack[BulkOptions]) -> Any:
    """Whether every puzzle has none, one or several solutions; `wrong answer`, if a table's column of answers
    (`solution`, `answer`, …) has something else.
    """
    return answer("check", puzzles, **options)


@_on_puzzles
def canonical(puzzles: Any, **options: Unpack[BulkOptions]) -> Any:
    """The canonical form of every puzzle, and how many symmetries lead to it (`automorphisms`)."""
    return answer("canonical", puzzles, **options)


@_on_puzzles
def rank(puzzles: Any, **options: Unpack[BulkOptions]) -> Any:
    """The number of every puzzle's solution in the catalogue of all grids (see `nonet.rank`).

    >>> [(row["rank"], row["why"]) for row in rank(["." * 81], errors="why")]
    [(None, 'more than one solution')]
    """
    return answer("rank", puzzles, **options)


@_on_puzzles
def rate(
    puzzles: Any, *, scheme: str = "hodoku", timeout: float = PATIENCE, **options: Unpack[BulkOptions]
) -> Any:
    """How hard every puzzle is: `rating`, `level` and the hardest `technique`.

    The level is "unknown" for a variant, or a puzzle on another board, that takes more than `timeout` seconds.
    """
    return answer("rate", puzzles, {"scheme": scheme, "timeout": timeout}, **options)


@_on_puzzles
def effort(puzzles: Any, **options: Unpack[BulkOptions]) -> Any:
    """The `guesses` and `rounds` of a fixed search (`nonet.engines.effort`), the same on every machine.

    >>> [row["guesses"] for row in effort(["1..............." , ".13.43.2.2.3...."])]
    [7, 0]
    """
    return answer("effort", puzzles, **options)


@_on_puzzles
def convert(puzzles: Any, *, blank: str | None = None, **options: Unpack[BulkOptions]) -> Any:
    """The puzzles, checked, and with `blank` for every empty cell.

    >>> next(convert(iter(["12..34.........."]), blank="0"))
    {'puzzle': '1200340000000000'}
    """
    return answer("convert", puzzles, {"blank": blank}, **options)


class CreateOptions(TypedDict, total=False):
    """The options of `create`: what the puzzles must meet, and the number of the first one."""

    recipe: Recipe | UnbiasedRecipe | None
    first: int


class OnCount(Protocol):
    """A function of a number of puzzles: `to` is the type of its result."""

    @overload
    def __call__(
        self, count: int, *, seed: int, to: Literal["arrow"] = ..., **options: Unpack[CreateOptions]
    ) -> pyarrow.Table: ...
    @overload
    def __call__(
        self, count: int, *, seed: int, to: Literal["pandas"], **options: Unpack[CreateOptions]
    ) -> pandas.DataFrame: ...
    @overload
    def __call__(
        self, count: int, *, seed: int, to: Literal["polars"], **options: Unpack[CreateOptions]
    ) -> polars.DataFrame: ...
    @overload
    def __call__(
        self, count: int, *, seed: int, to: Literal["numpy"], **options: Unpack[CreateOptions]
    ) -> dict[str, AnyArray]: ...


def _on_count(function: Callable[..., Any]) -> OnCount:
    return cast("OnCount", function)


@_on_count
def create(
    count: int,
    *,
    seed: int,
    recipe: Recipe | UnbiasedRecipe | None = None,
    first: int = 0,
    to: TableType = "arrow",
) -> object:
    """New puzzles with their solutions, as a table: number `first` and on of a seed.

    >>> create(3, seed=7).column_names
    ['puzzle', 'solution', 'origin']
    >>> create(1, seed=7, first=2)["puzzle"][0] == create(3, seed=7)["puzzle"][2]
    True
    """
    from nonet.bulk.tasks import created_batch

    pyarrow = optional_import("pyarrow")
    if first < 0 or first + count > 1 << 64:
        raise InputError(f"puzzles {first} to {first + count - 1}: their numbers are from 0 to 2**64 - 1")
    rows = list(Creation(recipe).make(seed, first, count))
    if not rows:
        raise InputError(f"{count} puzzles: create at least 1")
    return converted(pyarrow.Table.from_batches([created_batch(rows)]), to)


@overload
def answer(
    job: str, puzzles: Table, job_options: JobOptions = None, **options: Unpack[BulkOptions]
) -> Table: ...
@overload
def answer(
    job: str, puzzles: NumpyArray, job_options: JobOptions = None, **options: Unpack[BulkOptions]
) -> dict[str, AnyArray]: ...
@overload
def answer(
    job: str, puzzles: Iterable[Text], job_options: JobOptions = None, **options: Unpack[BulkOptions]
) -> Iterator[Row]: ...
@overload
def answer(
    job: str,
    puzzles: ArrowStream,
    job_options: JobOptions = None,
    *,
    to: TableType,
    **options: Unpack[BulkOptions],
) -> Any: ...
@clear_type_errors
def answer(
    job: str,
    puzzles: Any,
    job_options: JobOptions = None,
    *,
    column: str | None = None,
    layout: str | None = None,
    threads: int | None = None,
    errors: str | None = None,
    to: TableType | None = None,
) -> Any:
    """Runs any registered job, with options of its own, on puzzles of any kind."""
    work = Job(job, layout=layout, options=job_options or {})
    if type(puzzles).__module__.split(".")[0] == "numpy":
        return answer_array(work, puzzles, threads, errors)
    if any(hasattr(puzzles, name) for name in ("__arrow_c_stream__", "__arrow_c_array__", "to_frame")):
        return answer_table(work, puzzles, column=column, threads=threads, errors=errors, to=to)
    if isinstance(puzzles, (str, bytes, bytearray, memoryview, dict)) or not isinstance(puzzles, Iterable):
        hint = "; collect() it first" if hasattr(puzzles, "collect") else ""
        raise InputError(
            f"puzzles come as a table, an array or an iterable of texts, not as one {type(puzzles).__name__}{hint}"
        )
    return _answer_texts(work, puzzles, threads, errors)


# -- texts one by one: with the standard library alone -------------------------------------------------------


@clear_type_errors
def _answer_texts(job: Job, texts: Iterable[Any], threads: int | None, errors: str | None) -> Iterator[Row]:
    rest = iter(texts)
    while some := list(islice(rest, TEXTS_AT_ONCE)):
        found = job(Block.of([encoded(text) for text in some]), threads=threads)
        for row, text in enumerate(some):
            yield _row(found, row, text, errors)


def _row(found: Answer, row: int, text: Any, errors: str | None) -> Row:
    rejected = row in found.rejects
    puzzle = text if found.puzzles is None else _value(found.puzzles, row, rejected)
    values = {name: _value(column, row, rejected) for name, column in found.columns.items()}
    answered = {"puzzle": puzzle, **values}
    if errors is not None:
        answered[free_name(errors, answered)] = found.rejects.get(row)
    return answered


def _value(column: Column, row: int, rejected: bool) -> str | int | float | None:
    if rejected:
        return None
    if isinstance(column, Boards):
        text = column.text(row)
        return None if text is None else text.decode("ascii")
    return column.text(row) if isinstance(column, Words) else column[row]
