"""The library: one answer, whatever the puzzles come in; every row in its place."""

from __future__ import annotations

import sys
from itertools import count as naturals
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bulk.row_data import EASY, NONE, SEVERAL, SOLVED, puzzle, puzzles
from many_cases import for_each
from nonet import bulk
from nonet.bulk.errors import InputError
from nonet.engines import engine
from nonet.errors import MissingExtra, NonetError
from nonet.formats import parse
from nonet.layout import Layout
from nonet.records import BAD, BAD_COUNT

JUDGE = engine("propagation")
TEXTS = [EASY, "hello", SEVERAL, NONE, "12..............", *puzzles(3)]
STATUS = ["one", None, "several", "none", "several", "one", "one", "one"]


def rows(table: Any) -> list[dict[str, Any]]:
    """A table of any kind as a list of dicts, its missing values as None."""
    if isinstance(table, pd.DataFrame):
        return [{k: None if pd.isna(v) else v for k, v in row.items()} for row in table.to_dict("records")]
    if isinstance(table, pl.DataFrame):
        return table.to_dicts()
    if isinstance(table, pa.RecordBatchReader):
        return table.read_all().to_pylist()  # type: ignore[no-any-return]
    if isinstance(table, (pa.Table, pa.RecordBatch)):
        return table.to_pylist()  # type: ignore[no-any-return]
    return list(table)


def forms(texts: list[str]) -> dict[str, Any]:
    """The same puzzles in everything that holds puzzles."""
    table = pa.table({"puzzle": texts})
    return {
        "list": texts,
        "iterator": iter(texts),
        "bytes": [text.encode() for text in texts],
        "table": table,
        "large": table.cast(pa.schema([("puzzle", pa.large_string())])),
        "chunked": pa.concat_tables([table[:3], table[3:]]),
        "batch": table.combine_chunks().to_batches()[0]
        if texts
        else pa.RecordBatch.from_pylist([], table.schema),
        "reader": table.to_reader(max_chunksize=2),
        "array": pa.array(texts, pa.string()),
        "dictionary": pa.array(texts, pa.string()).dictionary_encode(),
        "pandas": pd.DataFrame(
            {"puzzle": pd.Series(texts, dtype="object" if not texts else None).astype(str)}
        ),
        "series": pd.Series(texts, dtype=str),
        "polars": pl.DataFrame({"puzzle": texts}, schema={"puzzle": pl.String}),
        "polars series": pl.Series("puzzle", texts, dtype=pl.String),
    }


@for_each(list(forms([])), [TEXTS, TEXTS[:1], []])
def test_every_form_gets_the_same_answers(form: str, texts: list[str]) -> None:
    solved = rows(bulk.solve(forms(texts)[form], errors="why"))
    assert [row["status"] for row in solved] == STATUS[: len(texts)]
    for text, row in zip(texts, solved, strict=True):
        assert list(row) == ["puzzle", "solution", "status", "why"]
        assert row["puzzle"] == (text.encode() if form == "bytes" else text)
        assert (row["why"] is not None) == (row["status"] is None)
        if row["status"] in ("one", "several"):
            grid = parse(row["solution"]).givens
            assert grid.is_solution()
            assert grid.extends(parse(text).givens)
        else:
            assert row["solution"] is None
    checked = rows(bulk.check(forms(texts)[form]))
    assert [row["status"] for row in checked] == STATUS[: len(texts)]
    counted = rows(bulk.count(forms(texts)[form], limit=5))
    expected = [
        None if status is None else 0 if status == "none" else JUDGE.count_solutions(parse(text), limit=5)
        for text, status in zip(texts, STATUS, strict=False)
    ]
    assert [row["count"] for row in counted] == expected


@for_each(list(forms([])))
def test_the_other_jobs(form: str) -> None:
    texts = [EASY, puzzle(1), "hello"]
    same = rows(bulk.canonical(forms(texts)[form]))
    assert same[0]["canonical"] == same[1]["canonical"] is not None
    assert same[2]["canonical"] is None
    assert same[0]["automorphisms"] == 1
    rated = rows(bulk.rate(forms(texts)[form]))
    assert [row["level"] for row in rated] == ["easy", "easy", None]
    assert [row["rating"] is None for row in rated] == [False, False, True]
    converted = rows(bulk.convert(forms(texts)[form], blank="0"))
    assert [row["puzzle"] for row in converted] == [*(text.replace(".", "0") for text in texts[:2]), None]


@settings(max_examples=30, deadline=None)
@given(numbers=st.lists(st.integers(0, 15), max_size=8), shape=st.sampled_from([(81,), (9, 9)]))
def test_numbers_in_arrays(numbers: list[int], shape: tuple[int, ...]) -> None:
    texts = puzzles(16)
    values = np.array([[int(sign) for sign in texts[n].replace(".", "0")] for n in numbers], "int64")
    boards = values.reshape(len(numbers), *shape)
    for dtype in ("uint8", "int64", "int8"):
        found = bulk.solve(boards.astype(dtype), threads=2)
        assert found["solution"].shape == boards.shape
        assert found["status"].tolist() == [1] * len(numbers)
        for number, solution in zip(numbers, found["solution"], strict=True):
            line = "".join(map(str, solution.reshape(-1)))
            assert line == "".join(map(str, JUDGE.solution(parse(texts[number]))))


def test_arrays_and_what_is_wrong_in_them() -> None:
    boards = np.zeros((4, 81), "int16")
    boards[0] = [int(sign) for sign in EASY.replace(".", "0")]
    boards[1, 5] = 10
    boards[2, :2] = 7
    found = bulk.solve(boards, errors="why")
    assert found["status"].tolist() == [1, BAD, 0, 2]
    assert not found["solution"][1:3].any()
    assert [bool(text) for text in found["why"]] == [False, True, False, False]
    assert bulk.count(boards, limit=3)["count"].tolist() == [1, BAD_COUNT, 0, 3]
    assert bulk.check(boards)["status"].tolist() == [1, BAD, 0, 2]
    assert np.isnan(bulk.rate(boards[:2])["rating"][1])
    assert bulk.canonical(boards[:1])["canonical"].shape == (1, 81)
    small = np.array([[[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [0, 0, 0, 0]]])
    assert bulk.solve(small)["solution"][0, 3].tolist() == [4, 3, 2, 1]


@pytest.mark.parametrize("dtype", ["S81", "U81", object])
def test_texts_in_arrays(dtype: Any) -> None:
    texts = np.array([text.encode() if dtype == "S81" else text for text in TEXTS], dtype)
    found = bulk.solve(texts)
    assert found["status"].tolist() == [1, BAD, 2, 0, 2, 1, 1, 1]
    assert found["solution"][0] == SOLVED
    assert found["solution"][1] == ""
    assert bulk.convert(texts, blank="0")["puzzle"][0] == EASY.replace(".", "0")


def test_tables_keep_what_they_have() -> None:
    table = pa.table(
        {"id": [1, 2], "quizzes": puzzles(2), "solution": ["mine", None]}, metadata={"from": "here"}
    )
    out = bulk.solve(table)
    assert out.column_names == ["id", "quizzes", "solution", "solution_2", "status"]
    assert out.select(["id", "quizzes", "solution"]).equals(table)
    assert out.schema.metadata == table.schema.metadata
    frame = pd.DataFrame({"a": [1.5, 2.5], "text": puzzles(2)}, index=["x", "y"])
    solved = bulk.solve(frame, column="text")
    assert list(solved.index) == ["x", "y"]
    assert solved["a"].tolist() == [1.5, 2.5]
    with pytest.raises(InputError, match="which column has the puzzles"):
        bulk.solve(frame)
    with pytest.raises(InputError, match="no column 'b'; the columns are a, text"):
        bulk.solve(frame, column="b")
    with pytest.raises(InputError, match="has double, not texts"):
        bulk.solve(frame, column="a")


def test_endless_texts() -> None:
    taken = list(islice(bulk.solve(puzzle(number % 4) for number in naturals()), 2500))
    assert [row["puzzle"] for row in taken[:8]] == puzzles(4) * 2
    assert all(row["status"] == "one" for row in taken)


@pytest.mark.parametrize(
    "wrong", [EASY, EASY.encode(), 7, None, np.zeros(81), np.zeros((2, 81)), np.zeros((2, 80), int)]
)
def test_what_is_not_a_collection_of_puzzles(wrong: Any) -> None:
    with pytest.raises(InputError, match="puzzles come as"):
        bulk.solve(wrong)


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (pa.array([{"text": EASY}]), "has struct"),
        (pa.array([[EASY]]), "has list"),
        (pa.RunEndEncodedArray.from_arrays([1], [EASY]), "has run_end_encoded"),
    ],
)
def test_columns_without_texts(column: Any, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        bulk.solve(pa.table({"puzzle": column}))


def test_categories_of_polars() -> None:
    frame = pl.DataFrame({"puzzle": [EASY, None, EASY]}, schema={"puzzle": pl.Categorical})
    assert bulk.solve(frame)["status"].to_list() == ["one", None, "one"]


@pytest.mark.parametrize("name", ["status", "solution", "puzzle"])
def test_reasons_replace_no_other_column(name: str) -> None:
    texts = [EASY, "hello"]
    for found in (
        bulk.solve(pa.table({"puzzle": texts}), errors=name).to_pylist(),
        list(bulk.solve(texts, errors=name)),
    ):
        assert [row["status"] for row in found] == ["one", None]
        assert [row[f"{name}_2"] is None for row in found] == [True, False]
    if name != "puzzle":
        arrays = bulk.solve(np.array(texts), errors=name)
        assert arrays["status"].tolist() == [1, BAD]
        assert arrays[f"{name}_2"][0] == ""


def test_arrays_that_could_be_read_wrongly() -> None:
    with pytest.raises(InputError, match=r"one board has the shape \(1, 9, 9\)"):
        bulk.solve(np.zeros((9, 9), int))
    boards = np.ma.masked_equal(np.array([[int(sign) for sign in SOLVED]]), 5)
    with pytest.raises(NonetError, match="must not be masked"):
        bulk.solve(boards)
    assert bulk.solve(boards.filled(0))["status"].tolist() == [1]


def test_other_wrong_things() -> None:
    with pytest.raises(InputError, match="a puzzle is a text"):
        bulk.solve(np.array([EASY, None], object))
    with pytest.raises(InputError, match="not as one dict"):
        bulk.solve({"puzzle": [EASY]})
    with pytest.raises(InputError, match="Arrow has no type"):
        bulk.solve(pd.DataFrame({"puzzle": [EASY, 5]}))
    with pytest.raises(NonetError, match="errors: expected"):
        bulk.solve(pa.table({"puzzle": [EASY]}), errors=5)  # type: ignore[call-overload]
    with pytest.raises(NonetError, match="column: expected"):
        bulk.solve(pa.table({"puzzle": [EASY]}), column=5)  # type: ignore[call-overload]
    with pytest.raises(InputError, match="a puzzle is a text"):
        list(bulk.solve([EASY, 7]))  # type: ignore[list-item]
    with pytest.raises(InputError, match="collect"):
        bulk.solve(pl.LazyFrame({"puzzle": [EASY]}))  # type: ignore[call-overload]
    with pytest.raises(InputError, match="puzzles come as"):
        bulk.solve(pa.scalar(EASY))
    with pytest.raises(InputError, match="puzzles come as"):
        bulk.solve(pd.Timestamp(0))
    with pytest.raises(InputError, match="puzzles come as"):
        bulk.solve(pl.col("a"))  # type: ignore[call-overload]


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = pd.DataFrame({"puzzle": [EASY]})
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r'needs pyarrow; install it with: pip install "nonet\[data\]"'):
        bulk.solve(frame)
    monkeypatch.setitem(sys.modules, "numpy", None)
    assert [row["status"] for row in bulk.solve([EASY])] == ["one"]  # the standard library is enough


class Producer:
    """A table of another library: nothing is known of it but the Arrow PyCapsule interface."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._table.__arrow_c_stream__(requested_schema)


class Batch:
    def __init__(self, data: Any) -> None:
        self._data = data

    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]:
        pair: tuple[object, object] = self._data.__arrow_c_array__(requested_schema)
        return pair


def test_any_producer_of_arrow_data() -> None:
    table = pa.table({"id": [1, 2], "puzzle": [EASY, "hello"]})
    data: Any
    for data in (Producer(table), Batch(table.to_batches()[0])):
        found = bulk.check(data)
        assert isinstance(found, pa.Table)
        assert found.column_names == ["id", "puzzle", "status"]
        assert found["status"].to_pylist() == ["one", None]
    data = Batch(pa.array([EASY, SEVERAL]))
    assert bulk.check(data)["status"].to_pylist() == ["one", "several"]
    data = Producer(pa.chunked_array([[EASY], [NONE]]))
    assert bulk.check(data)["status"].to_pylist() == ["one", "none"]


def test_the_kind_that_the_caller_wants() -> None:
    table = pa.table({"puzzle": TEXTS})
    kinds: list[tuple[Any, type]] = [("arrow", pa.Table), ("pandas", pd.DataFrame), ("polars", pl.DataFrame)]
    for kind, expected in kinds:
        for data in (table, table.to_reader(), table.to_pandas(), pl.from_arrow(table)):
            found = bulk.solve(data, to=kind)
            assert isinstance(found, expected)
            assert [row["status"] for row in rows(found)] == STATUS
    arrays = bulk.count(table, limit=3, to="numpy")
    assert arrays["count"][0] == 1
    with pytest.raises(InputError, match="to='paper'"):
        bulk.solve(table, to="paper")  # type: ignore[call-overload]


def test_answers_are_checked() -> None:
    other = puzzle(1)
    solutions = ["." * 81, SOLVED, SOLVED.replace("5", "4"), "nonsense", None, "", SOLVED, "2134............"]
    texts = [EASY, EASY, EASY, EASY, EASY, EASY, SEVERAL, "12.............."]
    expected = [
        "wrong answer",
        "one",
        "wrong answer",
        "wrong answer",
        "one",
        "one",
        "several",
        "wrong answer",
    ]
    for name in ("solution", "Solutions", "answer", "solved", "a"):
        table = pa.table(
            {"puzzle": [*texts, other, NONE, "hello"], name: [*solutions, SOLVED, SOLVED, SOLVED]}
        )
        found = bulk.check(table)["status"].to_pylist()
        assert found == [*expected, "wrong answer", "none", None]
    for answer in (7, [int(digit) for digit in SOLVED]):
        table = pa.table({"puzzle": [EASY], "answer": [answer]})
        with pytest.raises(InputError, match=r"the column answer has .*, not texts"):
            bulk.check(table)
        assert bulk.solve(table)["status"].to_pylist() == ["one"]
    small = pa.table({"puzzle": ["12.............."], "answer": ["1234341221434321"]})
    assert bulk.check(small)["status"].to_pylist() == ["several"]


def test_create() -> None:
    made = bulk.create(4, seed=9)
    assert bulk.check(made)["status"].to_pylist() == ["one"] * 4
    assert bulk.create(2, seed=9, first=2).equals(made.slice(2))
    assert isinstance(bulk.create(1, seed=9, to="pandas"), pd.DataFrame)
    from nonet.generate import Recipe
    from nonet.research import UnbiasedRecipe

    rated = bulk.create(2, seed=9, recipe=Recipe(level="easy"))
    assert rated.column_names == ["puzzle", "solution", "rating", "level", "technique", "origin"]
    assert set(rated["level"].to_pylist()) == {"easy"}
    drawn = bulk.create(3, seed=9, recipe=UnbiasedRecipe(Layout.named("4x4")), to="pandas")
    assert drawn.dtypes[["clues", "weight", "tries"]].astype(str).to_list() == ["int64", "float64", "int64"]
    with pytest.raises(InputError, match="at least 1"):
        bulk.create(0, seed=9)
    for first in (-1, 2**64):
        with pytest.raises(InputError, match="their numbers are from 0"):
            bulk.create(1, seed=9, first=first)
