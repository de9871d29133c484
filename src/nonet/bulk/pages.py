"""Parquet written by ourselves: columns of texts, words and numbers, as plain pages, without a copy where it can be.

    PAR1 │ row group │ row group │ … │ footer │ its size │ PAR1
           puzzle: page page … │ solution: page page … │ status: words, page page …

A plain page of texts is what the kernel can fill by itself: each text behind its length, in four bytes.

    81 0 0 0 5 3 4 6 7 8 … │ 81 0 0 0 1 2 … │ …

Large ones begin with a sector of the disk, and some zeros stand before them that belong to nobody: so such a page need
not be copied on its way (`nonet.bulk.direct`). Whoever reads the file finds its columns by the footer.

Nothing is packed: that would save half the bytes, at several times the price of solving an easy puzzle. Whoever
wants that packs the file when it is done. Columns of other types go through pyarrow (`nonet.bulk.parquet`).
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO

from nonet.bulk.buffers import PAGE
from nonet.bulk.chunk import GROUP_ROWS, Chunk, Column
from nonet.bulk.direct import BLOCK
from nonet.bulk.fields import plain_texts
from nonet.bulk.files import write_all
from nonet.bulk.footer import MAGIC
from nonet.bulk.levels import varint, whole
from nonet.bulk.need import need
from nonet.bulk.texts import FRAME, Texts
from nonet.bulk.thrift import BINARY, BYTE, FALSE, I16, I32, I64, LIST, STRUCT, Fields, packed
from nonet.version import __version__

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["Form", "PagesWriter"]

_INT64, _DOUBLE, _BYTE_ARRAY = 2, 5, 6  # physical types
_PLAIN, _RLE, _RLE_DICTIONARY = 0, 3, 8  # encodings
_DATA_PAGE, _DICTIONARY_PAGE = 0, 2
_OPTIONAL = 1
_UTF8, _UINT_64 = 0, 14  # converted types, for old readers


@dataclass(frozen=True)
class Form:
    """How a column is written: `text`, `words`, `uint64` or `float64`."""

    name: str
    kind: str
    words: tuple[str, ...] = ()

    @property
    def physical(self) -> int:
        """Parquet's type for it."""
        return {"uint64": _INT64, "float64": _DOUBLE}.get(self.kind, _BYTE_ARRAY)

    def schema(self) -> Fields:
        """What the footer says about it."""
        element: Fields = {
            1: (I32, self.physical),
            3: (I32, _OPTIONAL),
            4: (BINARY, self.name.encode("utf-8")),
        }
        if self.kind in ("text", "words"):
            element |= {6: (I32, _UTF8), 10: (STRUCT, {1: (STRUCT, {})})}
        elif self.kind == "uint64":
            unsigned: Fields = {1: (BYTE, 64), 2: (FALSE, False)}
            element |= {6: (I32, _UINT_64), 10: (STRUCT, {10: (STRUCT, unsigned)})}
        return element


@dataclass
class _ChunkSize:
    """A column of a row group, while it is written."""

    dictionary: int | None = None
    data: int | None = None
    encodings: list[int] = field(default_factory=lambda: [_PLAIN, _RLE])

    @property
    def start(self) -> int:
        """Where it begins: with its words, or with its data."""
        return self.dictionary or self.data or 0


class PagesWriter:
    """Writes chunks whose columns have these forms. See `nonet.bulk.write.Writer`."""

    gap = FRAME

    def __init__(self, file: BinaryIO, metadata: Mapping[str, str], forms: Sequence[Form]) -> None:
        self.file = file
        self.metadata = dict(metadata)
        self.forms = forms
        self.place = 0
        self.rows = 0
        self.first: _ChunkSize | None = None
        self.held: list[tuple[int, tuple[Column, ...]]] = []
        self.groups: list[Fields] = []
        self._put(MAGIC)

    def write(self, chunk: Chunk) -> None:
        """One chunk: its first column at once, while it is in the processor's cache, the others with their group."""
        if not len(chunk):
            return
        if self.first is None:
            self.first = self._begin(self.forms[0])
        self._pages(self.forms[0], chunk.columns[0], len(chunk), self.first)
        self.held.append((len(chunk), chunk.columns[1:]))
        if sum(count for count, _ in self.held) >= GROUP_ROWS:
            self._write_group()

    def close(self) -> None:
        """The rows still held, and the footer."""
        if self.held:
            self._write_group()
        root: Fields = {4: (BINARY, b"schema"), 5: (I32, len(self.forms))}
        said = [
            {1: (BINARY, key.encode("utf-8")), 2: (BINARY, value.encode("utf-8"))}
            for key, value in self.metadata.items()
        ]
        footer: Fields = {
            1: (I32, 2),
            2: (LIST, (STRUCT, [root, *(form.schema() for form in self.forms)])),
            3: (I64, self.rows),
            4: (LIST, (STRUCT, self.groups)),
            5: (LIST, (STRUCT, said)),
            6: (BINARY, f"nonet version {__version__}".encode()),
            7: (LIST, (STRUCT, [{1: (STRUCT, {})} for _ in self.forms])),
        }
        data = packed(footer)
        self._put(data + struct.pack("<I", len(data)) + MAGIC)

    def _put(self, data: Any) -> None:
        view = memoryview(data).cast("B")
        write_all(self.file, view)
        self.place += view.nbytes

    def _write_group(self) -> None:
        """The rest of a group whose first column is written."""
        assert self.first is not None
        count = sum(rows for rows, _ in self.held)
        columns = [self._column(self.forms[0], self.first, count)]
        for number, form in enumerate(self.forms[1:]):
            size = self._begin(form)
            for rows, held in self.held:
                self._pages(form, held[number], rows, size)
            columns.append(self._column(form, size, count))
        whole = sum(column[3][1][7][1] for column in columns)
        self.groups.append(
            {
                1: (LIST, (STRUCT, columns)),
                2: (I64, whole),
                3: (I64, count),
                5: (I64, self.first.start),
                6: (I64, whole),
                7: (I16, len(self.groups)),
            }
        )
        self.rows += count
        self.held, self.first = [], None

    def _begin(self, form: Form) -> _ChunkSize:
        """A column of a group begins; one of words with these."""
        size = _ChunkSize()
        if form.kind == "words":
            size.encodings = [_PLAIN, _RLE, _RLE_DICTIONARY]
            size.dictionary = self._page(_words(form.words), len(form.words), None)
        return size

    def _column(self, form: Form, size: _ChunkSize, count: int) -> Fields:
        meta: Fields = {
            1: (I32, form.physical),
            2: (LIST, (I32, size.encodings)),
            3: (LIST, (BINARY, [form.name.encode("utf-8")])),
            4: (I32, 0),
            5: (I64, count),
            6: (I64, self.place - size.start),
            7: (I64, self.place - size.start),
            9: (I64, size.data or 0),
        }
        if size.dictionary is not None:
            meta[11] = (I64, size.dictionary)
        return {2: (I64, 0), 3: (STRUCT, meta)}

    def _pages(self, form: Form, column: Column, count: int, size: _ChunkSize) -> None:
        values: Any = plain_texts(column) if column.quoted else column.values
        texts, valid = _texts_and_valid(values) if form.kind == "text" else (None, None)
        for start in range(0, count, GROUP_ROWS):
            stop = min(count, start + GROUP_ROWS)
            there = None if valid is None else valid[start:stop]
            if texts is not None:
                body = _framed(texts, start, stop, there)
            elif form.kind == "words":
                body = _coded(values.codes[start:stop], len(form.words))
            else:
                body = need("numpy", "bulk").ascontiguousarray(values[start:stop]).view("uint8")
            levels = _levels(stop - start, there)
            is_first = size.data is None
            place = self._page(body, stop - start, levels, words=form.kind == "words", may_move=is_first)
            if is_first:
                size.data = place

    def _page(
        self, body: Any, count: int, levels: bytes | None, *, words: bool = False, may_move: bool = False
    ) -> int:
        """A page of data, with the levels that say where a value is missing; or, without levels, one of words.

        Where it begins: if it `may_move`, so that its body can go to the disk from where it is.
        """
        size = len(body) + len(levels or b"")
        head = _header(size, count, None if levels is None else _RLE_DICTIONARY if words else _PLAIN)
        head += levels or b""
        if may_move and len(body) >= BLOCK:
            self._put(bytes(-(self.place + len(head)) % PAGE))
        place = self.place
        self._put(head)
        self._put(body)
        return place


# -- what stands in a page ----------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _header(size: int, count: int, encoding: int | None) -> bytes:
    """What stands before a page of data, or (without an encoding) of words; most pages have the same."""
    header: Fields = {
        1: (I32, _DICTIONARY_PAGE if encoding is None else _DATA_PAGE),
        2: (I32, size),
        3: (I32, size),
    }
    if encoding is None:
        header[7] = (STRUCT, {1: (I32, count), 2: (I32, _PLAIN)})
    else:
        header[5] = (STRUCT, {1: (I32, count), 2: (I32, encoding), 3: (I32, _RLE), 4: (I32, _RLE)})
    return packed(header)


def _texts_and_valid(values: Any) -> tuple[Texts, Array | None]:
    """A column of texts, and which of them are there at all (None: all are)."""
    if isinstance(values, Texts):
        return values, None
    from nonet.bulk.parquet import texts_of

    valid = values.is_valid().to_numpy(zero_copy_only=False) if values.null_count else None
    return texts_of(values), valid


def _framed(texts: Texts, start: int = 0, stop: int | None = None, valid: Array | None = None) -> Any:
    """Some of the texts, each behind its length in four bytes."""
    numpy = need("numpy", "bulk")
    stop = len(texts) if stop is None else stop
    if texts.is_even and valid is None:
        width, stride = texts.width, texts.stride
        if texts.framed:
            first = texts.first - FRAME
            return texts.data[first + start * stride : first + stop * stride]
        block = numpy.empty((stop - start, width + FRAME), numpy.uint8)
        block[:, :FRAME] = numpy.frombuffer(struct.pack("<I", width), numpy.uint8)
        block[:, FRAME:] = texts.block(width)[start:stop]
        return block.reshape(-1)
    which = numpy.arange(start, stop)
    some = texts.take(which if valid is None else which[valid])
    lengths = some.places()[1]
    places = numpy.cumsum(lengths + FRAME) - lengths - FRAME
    out = numpy.empty(int((lengths + FRAME).sum()), numpy.uint8)
    if len(some):
        frames = lengths.astype("<u4").view(numpy.uint8).reshape(-1, FRAME)
        numpy.lib.stride_tricks.sliding_window_view(out, FRAME, writeable=True)[places] = frames
        some.copy_to(out, places + FRAME)
    return out


@lru_cache(maxsize=8)
def _words(words: tuple[str, ...]) -> bytes:
    """What stands in a page of words."""
    return bytes(_framed(Texts.of([word.encode() for word in words])))


def _levels(count: int, valid: Array | None) -> bytes:
    """Which values are there: one run of ones, or a bit for each."""
    numpy = need("numpy", "bulk")
    if valid is None or bool(valid.all()):
        return whole(count)
    run = varint((-(-count // 8) << 1) | 1) + bytes(numpy.packbits(valid, bitorder="little"))
    return struct.pack("<I", len(run)) + run


def _coded(codes: Array, words: int) -> bytes:
    """The numbers of words: how many bits each has, then one run of a number, or all of them in bits."""
    numpy = need("numpy", "bulk")
    width = max(1, (words - 1).bit_length())
    first = codes[:1].tobytes()
    if codes.tobytes() == first * len(codes):
        return bytes([width]) + varint(len(codes) << 1) + first
    bits = (codes[:, None] >> numpy.arange(width, dtype=numpy.uint8)) & 1
    padded = numpy.zeros((-(-len(codes) // 8) * 8, width), numpy.uint8)
    padded[: len(codes)] = bits
    return (
        bytes([width])
        + varint((len(padded) // 8 << 1) | 1)
        + bytes(numpy.packbits(padded.reshape(-1), bitorder="little"))
    )
