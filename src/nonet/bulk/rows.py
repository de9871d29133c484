"""Where the rows of a text are, and their fields: found by the block, without a Python object for each.

    5,"a ""b"", c",x␊     a quote opens and closes; between the two, commas and newlines are text
    ↑ ↑           ↑
    fields              so a comma, or a newline, divides where an even number of quotes stands before it

A quote that is never closed would make one row of the rest of the file. A row has at most `LONGEST` bytes: where
the closing quote is farther away, the quote is taken for a mistake of its own line, and the rest goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonet.bulk.chunk import Fault
from nonet.bulk.need import need

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["LONGEST", "Rows", "fields_of", "rows_of", "unquoted"]

LONGEST = 1 << 16
"""No row has more bytes than this."""

_NEWLINE, _RETURN, _QUOTE = 10, 13, 34


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of a block: where each begins, where its text ends, and on which line (from 0) it begins.

    `used` bytes of the block and `line_count` lines are accounted for; the rest belongs to a row that goes on in the
    next block. `even` is the stride, where all rows of the block have the same length, else 0.
    """

    starts: Array
    stops: Array
    lines: Array
    used: int
    line_count: int
    has_quotes: bool = False
    even: int = 0


def rows_of(data: Array, *, quotes: bool, final: bool) -> Rows:
    """The rows of a block that begins with a row; `final`: nothing follows, the last may lack its newline."""
    numpy = need("numpy", "bulk")
    ends = numpy.flatnonzero(data == _NEWLINE)
    used = int(ends[-1]) + 1 if len(ends) else 0
    if final and used < len(data):
        ends = numpy.append(ends, len(data))
        used = len(data)
    starts = numpy.empty(len(ends), numpy.int64)
    if len(ends):
        starts[0] = 0
        starts[1:] = ends[:-1] + 1
    lines = numpy.arange(len(ends), dtype=numpy.int64)
    line_count = len(ends)
    has_quotes = quotes and bool((data[:used] == _QUOTE).any())
    if has_quotes:
        marks = numpy.flatnonzero(data[:used] == _QUOTE)
        odd = numpy.flatnonzero(numpy.diff(numpy.searchsorted(marks, ends), prepend=0) % 2)
        if len(odd):
            merged, cut = _merged(starts, ends, odd, len(data), final)
            keep = numpy.ones(len(ends), bool)
            for first, last in merged:
                keep[first:last] = False
                starts[last], lines[last] = starts[first], lines[first]
            if cut is not None:
                keep[cut:] = False
                used, line_count = int(starts[cut]), cut
            starts, ends, lines = starts[keep], ends[keep], lines[keep]
    lengths = ends - starts
    even = int(lengths[0]) + 1 if len(lengths) and bool((lengths == lengths[0]).all()) else 0
    stops = ends
    returned = (lengths > 0) & (data[numpy.maximum(ends, 1) - 1] == _RETURN) if len(data) else lengths > 0
    if returned.any():
        stops = ends - returned
        even = even if returned.all() else 0
    return Rows(starts, stops, lines, used, line_count, has_quotes, even)


def _merged(
    starts: Array, ends: Array, odd: Array, size: int, final: bool
) -> tuple[list[tuple[int, int]], int | None]:
    """Which lines are one row together (first, last), and from which line on the block must wait for the next."""
    merged: list[tuple[int, int]] = []
    opened: int | None = None
    for line in odd.tolist():
        if opened is None:
            opened = line
        elif ends[line] - starts[opened] <= LONGEST:
            merged.append((opened, line))
            opened = None
        else:
            opened = line
    if opened is not None and not final and size - starts[opened] <= LONGEST:
        return merged, opened
    return merged, None


def fields_of(
    data: Array, rows: Rows, *, width: int, delimiter: int
) -> tuple[Array, Array, Array, list[Fault]]:
    """The fields of all rows that have `width` of them: where each begins and ends, as arrays of (n, width).

    The third array says which rows these are; the others are faults, counted by their lines. Empty lines are neither.
    """
    numpy = need("numpy", "bulk")
    faults: list[Fault] = []
    marks = data[: rows.used] == delimiter
    commas = numpy.flatnonzero(marks)
    if rows.has_quotes:
        quotes = numpy.flatnonzero(data[: rows.used] == _QUOTE)
        commas = commas[numpy.searchsorted(quotes, commas) % 2 == 0]
        # A row whose quotes do not pair, alone on its line, turns what is inside and outside around for all
        # that follow: the slow way for such a block.
        if len(quotes) % 2 or (numpy.searchsorted(quotes, rows.stops) % 2).any():
            return _fields_one_by_one(data, rows, width, delimiter)
    below = numpy.searchsorted(commas, rows.starts)
    counts = numpy.searchsorted(commas, rows.stops) - below
    lengths = rows.stops - rows.starts
    good = (counts == width - 1) & (lengths <= LONGEST)
    if width == 1:
        good &= lengths > 0
    if not good.all():
        for k in numpy.flatnonzero(~good & (lengths > 0)).tolist():
            faults.append(Fault(int(rows.lines[k]), _ragged(int(lengths[k]), int(counts[k]) + 1, width)))
    which = numpy.flatnonzero(good)
    bounds = commas[below[which, None] + numpy.arange(width - 1)] if width > 1 else None
    starts = numpy.empty((len(which), width), numpy.int64)
    stops = numpy.empty((len(which), width), numpy.int64)
    starts[:, 0], stops[:, -1] = rows.starts[which], rows.stops[which]
    if bounds is not None:
        starts[:, 1:], stops[:, :-1] = bounds + 1, bounds
    return starts, stops, which, faults


def _ragged(length: int, found: int, width: int) -> str:
    if length > LONGEST:
        return f"a row of more than {LONGEST:,} bytes"
    return f"{found} column{'s' * (found != 1)}, not {width}"


def _fields_one_by_one(
    data: Array, rows: Rows, width: int, delimiter: int
) -> tuple[Array, Array, Array, list[Fault]]:
    numpy = need("numpy", "bulk")
    starts: list[list[int]] = []
    stops: list[list[int]] = []
    which: list[int] = []
    faults: list[Fault] = []
    for k, (start, stop) in enumerate(zip(rows.starts.tolist(), rows.stops.tolist(), strict=True)):
        if start == stop:
            continue
        text = bytes(data[start:stop])
        if text.count(b'"') % 2:
            faults.append(Fault(int(rows.lines[k]), "a quote that is never closed"))
            continue
        bounds, inside = [], False
        for place, sign in enumerate(text, start):
            if sign == _QUOTE:
                inside = not inside
            elif sign == delimiter and not inside:
                bounds.append(place)
        if len(bounds) != width - 1 or len(text) > LONGEST:
            faults.append(Fault(int(rows.lines[k]), _ragged(len(text), len(bounds) + 1, width)))
            continue
        which.append(k)
        starts.append([start, *(bound + 1 for bound in bounds)])
        stops.append([*bounds, stop])
    shape = (len(which), width)
    return (
        numpy.array(starts, numpy.int64).reshape(shape),
        numpy.array(stops, numpy.int64).reshape(shape),
        numpy.array(which, numpy.int64),
        faults,
    )


def unquoted(field: bytes) -> bytes:
    """The text of a field as it stands in a CSV file; the quotes around it are no part of it.

    >>> unquoted(b'"say ""nine"", twice"'), unquoted(b"plain")
    (b'say "nine", twice', b'plain')
    """
    if len(field) >= 2 and field[:1] == field[-1:] == b'"':
        return field[1:-1].replace(b'""', b'"')
    return field
