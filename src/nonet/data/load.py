"""Load a data set that `sudoku dataset build` made: as numpy arrays, as an Arrow table, as tensors of torch, or as a
`Dataset` of Hugging Face.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nonet.arguments import clear_type_errors
from nonet.bulk.errors import InputError
from nonet.data.spec import TRACES
from nonet.data.splits import RECORD
from nonet.layout import Layout
from nonet.optional_import import optional_import

if TYPE_CHECKING:
    import datasets
    import pyarrow
    from torch.utils.data import TensorDataset

    from nonet.records import AnyArray

_VALUES = bytes(
    byte - 48 if 48 <= byte < 58 else byte - 55 if 65 <= byte < 91 else byte - 87 if 97 <= byte < 123 else 0
    for byte in range(256)
)


@dataclass(frozen=True)
class DataSplit:
    """The rows of one split."""

    name: str
    table: pyarrow.Table

    def __len__(self) -> int:
        return int(self.table.num_rows)

    def arrow(self) -> pyarrow.Table:
        """All columns, as a pyarrow Table."""
        return self.table

    def numpy(self, layout: str = "9x9") -> dict[str, AnyArray]:
        """The puzzles of one board: `puzzle` and `solution` as arrays (n, cells) of bytes, 0 for an empty cell or
        where there is no solution; the other columns as arrays of n values. Traces are left out, and so are puzzles
        with rules.
        """
        numpy, pc = optional_import("numpy", "a data set"), optional_import("pyarrow.compute", "a data set")
        name = Layout.named(layout).name
        cells = Layout.named(layout).cell_count
        is_board = pc.equal(pc.utf8_length(self.table["puzzle"]), cells)
        some = self.table.filter(pc.and_(pc.equal(self.table["layout"], name), is_board))
        arrays: dict[str, AnyArray] = {}
        for column in some.column_names:
            if column in ("puzzle", "solution"):
                texts = pc.fill_null(some[column], "." * cells).to_pylist()
                data = "".join(texts).encode().translate(_VALUES)
                arrays[column] = numpy.frombuffer(data, numpy.uint8).reshape(-1, cells)
            elif column not in TRACES:
                arrays[column] = some[column].to_numpy(zero_copy_only=False)
        return arrays

    def torch(self, layout: str = "9x9") -> TensorDataset:
        """A TensorDataset of pairs: puzzles and solutions of one board, as tensors (n, cells) of bytes.

        Puzzles without a solution have a row of zeros. Use it with a DataLoader, and `nonet.data.augment` on its
        batches.
        """
        torch = optional_import("torch", "tensors")
        data = optional_import("torch.utils.data", "tensors")
        arrays = self.numpy(layout)
        return data.TensorDataset(
            torch.from_numpy(arrays["puzzle"].copy()), torch.from_numpy(arrays["solution"].copy())
        )

    def hugging_face(self) -> datasets.Dataset:
        """All columns, as a `Dataset` of the package `datasets`, without a copy."""
        return optional_import("datasets", "a Dataset of Hugging Face").Dataset(self.table)

    def traces(self, column: str = "trace") -> list[Any]:
        """The steps of every puzzle; None where it has no trace. The columns `sentences` and `wrong` have them in
        words, by language and detail.
        """
        if column not in self.table.column_names:
            key = "traces" if column == "trace" else column
            raise InputError(f"this data set has no {key}: set `{key}` in its specification")
        return [None if each is None else json.loads(each) for each in self.table[column].to_pylist()]


@clear_type_errors
def load(folder: str | Path, split: str = "train") -> DataSplit:
    """A split of a finished data set, from its Parquet file, or from JSON lines if it has no other."""
    path = Path(folder)
    try:
        record = json.loads((path / RECORD).read_text(encoding="utf-8"))
        names = list(record["rows"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"{path} is not a finished data set: it has no {RECORD}; `sudoku dataset build` makes one"
        ) from None
    if split not in names:
        raise InputError(f"{path} has no split {split!r}; it has {', '.join(names)}")
    if f"{split}.parquet" in record["files"]:
        return DataSplit(
            split, optional_import("pyarrow.parquet", "a data set").read_table(path / f"{split}.parquet")
        )
    return DataSplit(split, _from_lines(path / f"{split}.jsonl"))


def _from_lines(path: Path) -> Any:
    pyarrow = optional_import("pyarrow", "a data set")
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for row in rows:
        row.setdefault("solution", None)
        row |= {name: json.dumps(row[name], separators=(",", ":")) for name in TRACES if name in row}
    names = list(dict.fromkeys(name for row in rows for name in row))
    return pyarrow.table({name: [row.get(name) for row in rows] for name in names})
