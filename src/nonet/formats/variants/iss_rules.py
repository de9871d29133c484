"""The constraints of the Interactive Sudoku Solver and our rules: one table, read in both directions.

    .Cage~15~R1C3~R1C4     .Thermo~R1C1~R1C2     .Whisper~5~R1C1~R1C2     .AntiKnight     .XSum~C2~27~

A row of the table says what follows the name: only cells, a number and cells, nothing, a number at one or both ends of
a row or column. What fits none of these has functions of its own.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple
from urllib.parse import quote, unquote

from nonet import rules as ours
from nonet.errors import FormatError
from nonet.formats.codecs.decoding import decoding
from nonet.formats.variants.iss_cells import LETTERS, IssCells
from nonet.formats.variants.iss_machine import machine_of, machine_text
from nonet.rules import Rule

_CELLS: dict[str, type[Any]] = {
    "Thermo": ours.Thermometer,
    "Renban": ours.Renban,
    "Palindrome": ours.Palindrome,
    "Zipper": ours.ZipperLine,
    "Between": ours.BetweenLine,
    "RegionSumLine": ours.RegionSumLine,
    "Entropic": ours.EntropicLine,
    "DoubleArrow": ours.DoubleArrow,
    "ValueIndexing": ours.IndexLine,
    "EqualityCage": ours.EqualityCage,
    "CountingCircles": ours.CountingCircles,
    "AllDifferent": ours.ExtraRegion,
}


class _Numbered(NamedTuple):
    """A number and then cells. Without the number it is `usual`; where that is None, the number is needed."""

    rule: type[Any]
    attribute: str
    usual: int | None = None


_NUMBERED = {
    "Whisper": _Numbered(ours.Whisper, "difference", 5),
    "Modular": _Numbered(ours.ModularLine, "modulus", 3),
    "Lockout": _Numbered(ours.LockoutLine, "difference", 4),
    "SumLine": _Numbered(ours.SumLine, "sum", 10),
    "Lunchbox": _Numbered(ours.Lunchbox, "sum"),
    "RellikCage": _Numbered(ours.RellikCage, "sum"),
}
_PAIRS: dict[str, Callable[[tuple[int, int]], Rule]] = {
    "WhiteDot": lambda cells: ours.Difference(cells, 1),
    "BlackDot": lambda cells: ours.Ratio(cells, 2),
    "X": lambda cells: ours.PairSum(cells, 10),
    "V": lambda cells: ours.PairSum(cells, 5),
    "GreaterThan": ours.Greater,
}
_FLAGS: dict[str, Rule] = {
    "AntiKnight": ours.AntiKnight(),
    "AntiKing": ours.AntiKing(),
    "AntiTaxicab": ours.AntiTaxicab(),
    "AntiConsecutive": ours.NonConsecutive(),
    "DisjointSets": ours.DisjointGroups(),
    "GlobalEntropy": ours.GlobalEntropy(),
    "GlobalMod": ours.GlobalModulo(3),
    "DutchFlatmates": ours.DutchFlatmates(),
    "Windoku": ours.Windoku(),
    "Diagonal~1": ours.Diagonal("rising"),
    "Diagonal~-1": ours.Diagonal("falling"),
}
_ENDS: dict[str, tuple[type[Any], str]] = {
    "XSum": (ours.XSum, "sum"),
    "Skyscraper": (ours.Skyscraper, "count"),
    "HiddenSkyscraper": (ours.HiddenSkyscraper, "digit"),
    "NumberedRoom": (ours.NumberedRoom, "digit"),
    "FullRank": (ours.FullRank, "rank"),
}
_AXES = {"C": "column", "R": "row", "B": "box"}
_SWAPPED = str.maketrans("-_", "_-")


def rules_of_constraint(name: str, words: Sequence[str], cells: IssCells) -> Iterator[Rule]:
    """The rules of one constraint: its name and what stands between the tildes behind it."""
    if name in _WITH_EXTRAS and not words:
        yield _WITH_EXTRAS[name](cells)
    elif "~".join([name, *words]) in _FLAGS:
        yield _FLAGS["~".join([name, *words])]
    elif name in _CELLS:
        yield _CELLS[name](cells.cells(words))
    elif name in _NUMBERED:
        row = _NUMBERED[name]
        given = bool(words) and re.fullmatch(r"\d+", words[0]) is not None
        if not given and row.usual is None:
            raise FormatError(f"{name} needs a number")
        value = _number(words[0]) if given else row.usual
        loop = {"loop": True} if name == "SumLine" and words[-1:] == ["LOOP"] else {}
        rest = words[given : len(words) - len(loop)]
        yield row.rule(cells.cells(rest), **{row.attribute: value}, **loop)
    elif name in _PAIRS:
        pairs = list(cells.neighbours(cells.cells(words)))
        if not pairs:
            raise FormatError(f"{name} needs cells that share an edge")
        yield from map(_PAIRS[name], pairs)
    elif name in _ENDS:
        yield from _at_the_ends(name, words, cells)
    elif name in _READERS:
        if not words:
            raise FormatError(f"{name} needs cells")
        yield from _READERS[name](list(words), cells)
    else:
        raise FormatError(f"the puzzle has a rule that nonet does not read: {name}"[:80])


def _number(text: str, least: int = 0, most: int = 9999) -> int:
    if not re.fullmatch(r"-?\d{1,5}", text, re.ASCII) or not least <= int(text) <= most:
        raise FormatError(f"not a number from {least} to {most}", text=text)
    return int(text)


def _at_the_ends(name: str, words: Sequence[str], cells: IssCells) -> Iterator[Rule]:
    class_, attribute = _ENDS[name]
    line = cells.line(words[0] if words else "")
    for value, along in zip(words[1:3], (line, line[::-1]), strict=False):
        if value:
            yield class_(along, **{attribute: _number(value)})


# -- constraints with cells beside the board ------------------------------------------------------------------


_WITH_EXTRAS: dict[str, Callable[[IssCells], Rule]] = {
    "ChaosConstruction": lambda cells: ours.UnknownRegions(cells.groups.get("CC", ())),
    "Doppelganger": lambda cells: ours.Doppelganger(
        *(cells.groups.get(name, ()) for name in ("DGC", "DGR", "DGB"))
    ),
}


def _connected(words: list[str], cells: IssCells) -> Iterator[Rule]:
    """A group of cells, or none for the board; digits; and how many cells hold them, if that is said."""
    group, digits, size = (*words, "", "")[:3]
    members = cells.groups.get(group, ()) if group else ()
    if group and not members:
        raise FormatError("there is no such group of cells", text=group)
    found = tuple(_number(digit) for digit in digits.split("_"))
    yield ours.ConnectedDigits(found, members, _number(size, 1) if size else None)


def _labels(words: Sequence[str], cells: IssCells) -> tuple[int, ...]:
    """Labels of regions; a cell of the board stands for its label."""
    labels = cells.groups.get("CC")
    if not labels:
        raise FormatError("it needs ChaosConstruction")
    return tuple(cell if cell >= cells.board_count else labels[cell] for cell in cells.cells(words))


def _chaos_arrow(words: list[str], cells: IssCells) -> Iterator[Rule]:
    (cell,), skip = cells.cells(words[:1]), words[1:2] == ["1"]
    arms = [_labels(arm, cells) for arm in _split(words[2:]) if arm]
    if not arms:
        row, column = divmod(cell, cells.columns)
        steps = ((0, -1), (0, 1), (-1, 0), (1, 0))
        arms = [_labels(cells.names(cells.places.along(row, column, *step)), cells) for step in steps]
    yield ours.RegionArrows(cell, tuple(arms), skip)


def _chaos_count(words: list[str], cells: IssCells) -> Iterator[Rule]:
    (cell,), skip = cells.cells(words[:1]), words[1:2] == ["1"]
    if words[2:]:
        yield ours.RegionCount(cell, _labels(words[2:], cells), skip)
        return
    row, column = divmod(cell, cells.columns)
    near = [
        (row + down) * cells.columns + column + right
        for down, right in ((0, 0), *((d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r))
        if 0 <= row + down < cells.rows and 0 <= column + right < cells.columns
    ]
    yield ours.RegionCount(cell, _labels(cells.names(near), cells), skip)


# -- constraints with a form of their own -------------------------------------------------------------------


def _cage(words: list[str], cells: IssCells) -> Iterator[Rule]:
    yield ours.Cage(cells.cells(words[1:]), _number(words[0]) or None)


def _sum(words: list[str], cells: IssCells) -> Iterator[Rule]:
    total, *weights = words[0].split("_")
    weights = weights[1:] if weights[:1] == ["="] else weights
    found = cells.cells(words[1:])
    if weights:
        yield ours.WeightedSum(
            found, tuple(_number(weight, -100, 100) for weight in weights), _number(total, -9999)
        )
    else:
        yield ours.Sum(found, _number(total))


def _arrow(words: list[str], cells: IssCells) -> Iterator[Rule]:
    circle, *shaft = cells.cells(words)
    yield ours.Arrow((circle,), tuple(shaft))


def _pill_arrow(words: list[str], cells: IssCells) -> Iterator[Rule]:
    count, found = _number(words[0], 1, 3), cells.cells(words[1:])
    yield ours.Arrow(tuple(sorted(found[:count])), found[count:])


def _little_killer(words: list[str], cells: IssCells) -> Iterator[Rule]:
    if len(words) != 2:
        raise FormatError("LittleKiller needs a sum and a cell")
    yield ours.LittleKiller(cells.diagonal(words[1]), _number(words[0]))


def _sandwich(words: list[str], cells: IssCells) -> Iterator[Rule]:
    if len(words) != 2:
        raise FormatError("Sandwich needs a sum and a row or column")
    yield ours.Sandwich(cells.line(words[1]), _number(words[0]))


def _quad(words: list[str], cells: IssCells) -> Iterator[Rule]:
    corner = cells.cells(words[:1])[0]
    square = (corner, corner + 1, corner + cells.columns, corner + cells.columns + 1)
    yield ours.Quadruple(square, tuple(_number(word) for word in words[1:] if word))


def _indexing(words: list[str], cells: IssCells) -> Iterator[Rule]:
    if not words or words[0] not in _AXES:
        raise FormatError("Indexing needs C, R or B")
    yield ours.Indexing(cells.cells(words[1:]), _AXES[words[0]])


def _look_and_say(words: list[str], cells: IssCells) -> Iterator[Rule]:
    clue = words[0] if words else ""
    if not re.fullmatch(r"(?:\d\d)+", clue, re.ASCII):
        raise FormatError("LookAndSay needs pairs of a count and a digit", text=clue)
    counts = tuple((int(clue[at]), int(clue[at + 1])) for at in range(0, len(clue), 2))
    yield ours.LookAndSayCage(cells.cells(words[1:]), counts)


def _count_distinct(words: list[str], cells: IssCells) -> Iterator[Rule]:
    first, *others = cells.cells(words)
    yield ours.CountDistinct(first, tuple(others))


def _same_values(words: list[str], cells: IssCells) -> Iterator[Rule]:
    count, found = _number(words[0], 1, 100), cells.cells(words[1:])
    if len(found) % count:
        raise FormatError("SameValues needs groups of equal size")
    each = len(found) // count
    yield ours.SameDigits(tuple(found[at : at + each] for at in range(0, len(found), each)))


def _equal_sum(words: list[str], cells: IssCells) -> Iterator[Rule]:
    yield ours.EqualSumGroups(tuple(cells.cells(group) for group in _split(words)))


def _split(words: Sequence[str]) -> list[list[str]]:
    """The groups of words between single dashes."""
    groups: list[list[str]] = [[]]
    for word in words:
        if word == "-":
            groups.append([])
        else:
            groups[-1].append(word)
    return groups


def _regex(words: list[str], cells: IssCells) -> Iterator[Rule]:
    coded = words[0].replace("-", "+").replace("_", "/").rstrip("=")
    with decoding("the pattern is not text in base64", text=words[0]):
        pattern = base64.b64decode(coded + "=" * (-len(coded) % 4)).decode()
    for _, line in _named_lines(words[1:]):
        yield ours.RegexLine(cells.cells(line), pattern)


def _contains(words: list[str], cells: IssCells, *, exact: bool) -> Iterator[Rule]:
    digits = tuple(_number(digit) for digit in words[0].split("_"))
    yield ours.Contains(cells.cells(words[1:]), digits, exact)


def _pair_table(
    words: list[str], cells: IssCells, *, all_pairs: bool, is_old: bool = False
) -> Iterator[Rule]:
    """A relation as a table of n·n truth values, six to a letter, the lowest first. The old form has the last two
    letters of the alphabet the other way round.
    """
    key = words[0].translate(_SWAPPED) if is_old else words[0]
    bits = [LETTERS.find(letter) >> at & 1 for letter in key for at in range(6)]
    pairs = list(product(cells.digits, cells.digits))
    if any(letter not in LETTERS for letter in key) or len(bits) > len(pairs) + 6:
        raise FormatError("not the key of a relation", text=key)
    allowed = tuple(pair for pair, bit in zip(pairs, bits, strict=False) if bit)
    for name, line in _named_lines(words[1:]):
        yield ours.PairRelation(cells.cells(line), allowed, all_pairs, name)


def _machine(words: list[str], cells: IssCells) -> Iterator[Rule]:
    """A state machine for each line; the names of lines are left out."""
    automaton = machine_of(words[0], cells.digits)
    table = tuple(after for row in automaton.table for after in row)
    for _, line in _named_lines(words[1:]):
        if "-" in line:
            raise FormatError("a state machine for several lines")
        yield ours.StateMachineLine(cells.cells(line), table, tuple(sorted(automaton.accepting)))


def _named_lines(words: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Lines of cells: an empty word ends one, and a word that begins with _ is the name of those after it."""
    name, line = "", list[str]()
    for word in (*words, ""):
        if word and not word.startswith("_"):
            line.append(word)
            continue
        if line:
            yield name, line
            line = []
        name = unquote(word[1:]) if word else name


_READERS: dict[str, Callable[[list[str], IssCells], Iterator[Rule]]] = {
    "Cage": _cage,
    "ChaosArrow": _chaos_arrow,
    "ChaosCount": _chaos_count,
    "ConnectedValues": _connected,
    "Sum": _sum,
    "Arrow": _arrow,
    "PillArrow": _pill_arrow,
    "LittleKiller": _little_killer,
    "Sandwich": _sandwich,
    "Quad": _quad,
    "Indexing": _indexing,
    "LookAndSay": _look_and_say,
    "CountDistinct": _count_distinct,
    "SameValues": _same_values,
    "EqualSum": _equal_sum,
    "Regex": _regex,
    "NFA": _machine,
    "ContainExact": lambda words, cells: _contains(words, cells, exact=True),
    "ContainAtLeast": lambda words, cells: _contains(words, cells, exact=False),
    "Pair": lambda words, cells: _pair_table(words, cells, all_pairs=False),
    "PairX": lambda words, cells: _pair_table(words, cells, all_pairs=True),
    "Binary": lambda words, cells: _pair_table(words, cells, all_pairs=False, is_old=True),
    "BinaryX": lambda words, cells: _pair_table(words, cells, all_pairs=True, is_old=True),
}
NAMES = frozenset().union(
    _CELLS, _ENDS, _NUMBERED, _PAIRS, _READERS, _WITH_EXTRAS, (flag.partition("~")[0] for flag in _FLAGS)
)
"""Of all constraints that are rules."""


# -- writing ------------------------------------------------------------------------------------------------


def written(rule: Any, cells: IssCells) -> str | None:
    """The constraint that a rule becomes; None if ISS has none for it."""
    for name, flag in _FLAGS.items():
        if rule == flag:
            return name
    for name, class_ in _CELLS.items():
        if type(rule) is class_:
            return _joined(name, *cells.names(rule.cells))
    for name, row in _NUMBERED.items():
        if type(rule) is row.rule:
            loop = ["LOOP"] if getattr(rule, "loop", False) else []
            return _joined(name, getattr(rule, row.attribute), *cells.names(rule.cells), *loop)
    for name, make in _PAIRS.items():
        members: Sequence[int] = getattr(rule, "cells", ())
        if len(members) == 2 and rule in (make((members[0], members[1])), make((members[1], members[0]))):
            return _joined(name, *cells.names(members))
    for name, (end, attribute) in _ENDS.items():
        if type(rule) is end:
            line, behind = cells.line_name(rule.cells)
            value = getattr(rule, attribute)
            return _joined(name, line, *(["", value] if behind else [value, ""]))
    return _written_specially(rule, cells)


def _written_specially(rule: Any, cells: IssCells) -> str | None:
    names = cells.names
    match rule:
        case ours.UnknownRegions():
            return "ChaosConstruction"
        case ours.Doppelganger():
            return "Doppelganger"
        case ours.RegionArrows(cell, arms, skip):
            lines = "~-~".join("~".join(names(arm)) for arm in arms)
            return _joined("ChaosArrow", cells.name(cell), "1" if skip else "", lines)
        case ours.RegionCount(cell, members, skip):
            return _joined("ChaosCount", cells.name(cell), "1" if skip else "", *names(members))
        case ours.ConnectedDigits(digits, members, size):
            group = cells.name(members[0]).rstrip("0123456789") if members else ""
            asked = [] if size is None else [size]
            return _joined("ConnectedValues", group, "_".join(map(str, digits)), *asked)
        case ours.Cage(members, total):
            return _joined("Cage", total or 0, *names(members))
        case ours.Sum(members, total):
            return _joined("Sum", total, *names(members))
        case ours.WeightedSum(members, weights, total):
            return _joined("Sum", "_".join(map(str, [total, "=", *weights])), *names(members))
        case ours.Arrow(circle, shaft) if len(circle) == 1:
            return _joined("Arrow", *names((*circle, *shaft)))
        case ours.Arrow(circle, shaft):
            return _joined("PillArrow", len(circle), *names((*circle, *shaft)))
        case ours.LittleKiller(members, total) if cells.diagonal(cells.name(members[0])) == members:
            return _joined("LittleKiller", total, cells.name(members[0]))
        case ours.Sandwich(members, total, ()) if not cells.line_name(members)[1]:
            return _joined("Sandwich", total, cells.line_name(members)[0])
        case ours.Quadruple(members, digits):
            return _joined("Quad", cells.name(members[0]), *digits)
        case ours.Indexing(members, axis):
            letter = next(letter for letter, each in _AXES.items() if each == axis)
            return _joined("Indexing", letter, *names(members))
        case ours.LookAndSayCage(members, counts) if all(max(pair) <= 9 for pair in counts):
            return _joined(
                "LookAndSay", "".join(f"{count}{digit}" for count, digit in counts), *names(members)
            )
        case ours.CountDistinct(first, members):
            return _joined("CountDistinct", cells.name(first), *names(members))
        case ours.SameDigits(groups):
            return _joined("SameValues", len(groups), *(name for group in groups for name in names(group)))
        case ours.EqualSumGroups(groups):
            return _joined("EqualSum", "~-~".join("~".join(names(group)) for group in groups))
        case ours.RegexLine(members, pattern):
            coded = base64.b64encode(pattern.encode()).decode().rstrip("=")
            return _joined("Regex", coded.replace("+", "-").replace("/", "_"), *names(members))
        case ours.StateMachineLine(members):
            return _joined("NFA", machine_text(rule.automaton(cells.digits)), *names(members))
        case ours.Contains(members, digits, exact):
            return _joined(
                "ContainExact" if exact else "ContainAtLeast", "_".join(map(str, digits)), *names(members)
            )
        case ours.PairRelation(members, allowed, all_pairs, name):
            return _pair(members, allowed, all_pairs, name, cells)
    return None


def _pair(
    found: Sequence[int], allowed: Sequence[tuple[int, int]], all_pairs: bool, name: str, cells: IssCells
) -> str:
    bits = [pair in set(allowed) for pair in product(cells.digits, cells.digits)]
    letters = [
        sum(bit << place for place, bit in enumerate(bits[at : at + 6])) for at in range(0, len(bits), 6)
    ]
    key = "".join(LETTERS[letter] for letter in letters).rstrip("A")
    quoted = quote(name, safe="").replace("~", "%7E").replace(".", "%2E")
    return _joined("PairX" if all_pairs else "Pair", key, f"_{quoted}", *cells.names(found))


def _joined(*words: object) -> str:
    return "~".join(map(str, words))
