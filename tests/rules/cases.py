"""Reads a collection of variant puzzles with proven answers (cases.jsonl), which is not part of this repository.

The tests that use it run if NONET_SHARED names the folder with `data/variants/cases.jsonl`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nonet.grid import Grid
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import (
    AntiKing,
    AntiKnight,
    AntiTaxicab,
    Arrow,
    BetweenLine,
    Cage,
    Clone,
    CountingCircles,
    Diagonal,
    Difference,
    DisjointGroups,
    DoubleArrow,
    EntropicLine,
    EqualityCage,
    Even,
    ExtraRegion,
    FullRank,
    GlobalEntropy,
    Greater,
    HiddenSkyscraper,
    Indexing,
    IndexLine,
    LittleKiller,
    LockoutLine,
    LookAndSayCage,
    Lunchbox,
    Maximum,
    Minimum,
    ModularLine,
    Negative,
    NonConsecutive,
    NumberedRoom,
    Odd,
    PairRelation,
    PairSum,
    Palindrome,
    Quadruple,
    Ratio,
    RegexLine,
    RegionSumLine,
    RellikCage,
    Renban,
    Rule,
    SameDigits,
    Sandwich,
    Skyscraper,
    SlowThermometer,
    Sum,
    SumLine,
    Thermometer,
    Whisper,
    Windoku,
    XSum,
    ZipperLine,
)

_SIMPLE: dict[str, type[Rule]] = {
    "all_different": ExtraRegion,
    "anti_consecutive": NonConsecutive,
    "anti_king": AntiKing,
    "anti_knight": AntiKnight,
    "anti_taxicab": AntiTaxicab,
    "arrow": Arrow,
    "between": BetweenLine,
    "cage": Cage,
    "clone": Clone,
    "counting_circles": CountingCircles,
    "difference": Difference,
    "disjoint_groups": DisjointGroups,
    "double_arrow": DoubleArrow,
    "entropic": EntropicLine,
    "equality_cage": EqualityCage,
    "even": Even,
    "extra_region": ExtraRegion,
    "global_entropy": GlobalEntropy,
    "greater": Greater,
    "hidden_skyscraper": HiddenSkyscraper,
    "indexing": Indexing,
    "little_killer": LittleKiller,
    "lockout": LockoutLine,
    "lunchbox": Lunchbox,
    "maximum": Maximum,
    "minimum": Minimum,
    "modular": ModularLine,
    "numbered_room": NumberedRoom,
    "odd": Odd,
    "pair_sum": PairSum,
    "palindrome": Palindrome,
    "quadruple": Quadruple,
    "ratio": Ratio,
    "regex": RegexLine,
    "region_sum": RegionSumLine,
    "rellik": RellikCage,
    "renban": Renban,
    "same_values": SameDigits,
    "sandwich": Sandwich,
    "skyscraper": Skyscraper,
    "slow_thermo": SlowThermometer,
    "sum": Sum,
    "sum_line": SumLine,
    "thermo": Thermometer,
    "value_indexing": IndexLine,
    "whisper": Whisper,
    "windoku": Windoku,
    "x_sum": XSum,
    "zipper": ZipperLine,
}
_RENAMED = {
    ("arrow", "bulb"): "circle",
    ("clone", "a"): "cells",
    ("clone", "b"): "copy",
    ("difference", "value"): "difference",
    ("ratio", "value"): "ratio",
    ("lockout", "min"): "difference",
    ("whisper", "min"): "difference",
    ("modular", "mod"): "modulus",
}


@dataclass(frozen=True)
class Case:
    """A puzzle, its only solution, and how many guesses a good solver (ISS) needed to prove that."""

    name: str
    puzzle: Puzzle
    solution: Grid
    guesses: int | None


def cases_path() -> Path | None:
    """Where the collection is, if it is there."""
    folder = os.environ.get("NONET_SHARED")
    path = Path(folder) / "data" / "variants" / "cases.jsonl" if folder else None
    return path if path is not None and path.exists() else None


def read_cases(path: Path) -> Iterator[Case]:
    with open(path, encoding="utf-8") as file:
        for line in file:
            yield _case(json.loads(line))


def _case(record: dict[str, Any]) -> Case:
    layout = _layout(record)
    grid, ruled_out = Grid.empty(layout), {}
    for cell, digits in record["givens"].items():
        if len(digits) == 1:
            grid = grid.with_entry(int(cell), layout.entry_of(digits[0]))
        else:
            ruled_out[int(cell)] = sorted(set(layout.digits) - set(digits))
    rules = [rule_of(data) for data in record["constraints"]]
    puzzle = Puzzle.of(layout, grid.values, ruled_out=ruled_out, rules=rules)
    return Case(record["id"], puzzle, Grid.of(layout, record["solution"]), record.get("iss_guesses"))


def _layout(record: dict[str, Any]) -> Layout:
    """The board without a map if its boxes are those of the record; otherwise a jigsaw of the record's regions."""
    shape, digits = (record["rows"], record["cols"]), range(record["digits"][0], record["digits"][1] + 1)
    regions = {frozenset(region) for region in record["regions"]}
    for rows in range(1, len(digits) + 1):
        columns = len(digits) // rows
        if rows * columns == len(digits) and shape[0] % rows == 0 == shape[1] % columns:
            layout = Layout.board(*shape, digits=digits, box=(rows, columns))
            if {frozenset(house.cells) for house in layout.boxes} == regions:
                return layout
    symbols = "123456789ABCDEFGHIJKLMNOP"
    number = {cell: symbols[k] for k, region in enumerate(record["regions"]) for cell in region}
    cells = range(shape[0] * shape[1])
    return Layout.jigsaw("".join(number.get(cell, ".") for cell in cells), shape=shape, digits=digits)


def rule_of(data: dict[str, Any]) -> Rule:
    """The rule of one entry of `constraints`."""
    kind = data["type"]
    values = {name: value for name, value in data.items() if name != "type"}
    match kind:
        case "diagonal":
            return Diagonal("rising" if values["direction"] == 1 else "falling")
        case "full_rank":
            return FullRank(values["cells"], values["rank"], values["ties"].removeprefix("only-"))
        case "look_and_say":
            numbers = tuple(map(int, values["clue"]))
            pairs = tuple(zip(numbers[::2], numbers[1::2], strict=True))
            return LookAndSayCage(values["cells"], pairs)
        case "pair_table":
            return PairRelation(
                values["cells"], values["allowed"], values.get("all_pairs", False), values.get("name") or ""
            )
        case "strict":
            return _negative(values)
    named = {
        _RENAMED.get((kind, name), "sum" if name == "total" else name): value
        for name, value in values.items()
    }
    return _SIMPLE[kind](**named)


def _negative(values: dict[str, Any]) -> Negative:
    def numbers(word: str) -> tuple[int, ...]:
        return tuple(int(name.removeprefix(word)) for name in values["relations"] if name.startswith(word))

    return Negative(numbers("diff"), numbers("ratio"), numbers("sum"), values["marked"])
