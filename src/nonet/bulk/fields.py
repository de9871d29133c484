"""Columns as text: for lines as they are, for CSV in quotes where they need them; and rows put together from them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonet.bulk.chunk import Coded, Column
from nonet.bulk.need import need
from nonet.bulk.rows import unquoted
from nonet.bulk.texts import Texts

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["csv_texts", "header_text", "plain_texts", "rows_text"]

_SPECIAL = b',"\n\r'


def plain_texts(column: Column | Coded) -> Texts:
    """The values of a column as texts.

    >>> import numpy
    >>> list(plain_texts(Column("count", numpy.array([1, 12], "uint64"))))
    [b'1', b'12']
    """
    numpy = need("numpy", "bulk")
    values = column if isinstance(column, Coded) else column.values
    if isinstance(values, Texts):
        if isinstance(column, Column) and column.quoted:
            return Texts.of([unquoted(text) for text in values])
        return values
    if isinstance(values, Coded):
        words = Texts.of([word.encode() for word in values.words])
        starts, lengths = words.places()
        codes = numpy.minimum(values.codes, len(values.words) - 1)  # a rejected row has no word, and goes
        return Texts.uneven(words.data, starts[codes], lengths[codes])
    if isinstance(values, numpy.ndarray):
        if values.dtype.kind == "f":
            return Texts.of([f"{value:.15g}".encode() for value in values.tolist()])
        signs = values.astype("S20") if len(values) else numpy.empty(0, "S1")
        width = signs.dtype.itemsize
        starts = numpy.arange(len(values), dtype=numpy.int64) * width
        return Texts.uneven(signs.view(numpy.uint8), starts, numpy.char.str_len(signs))
    return _arrow_texts(values)


def csv_texts(column: Column) -> Texts:
    """The values of a column as fields of a CSV file, in quotes where they need them."""
    values = column.values
    texts = values if isinstance(values, Texts) else plain_texts(column)
    if isinstance(values, Coded) or texts.ended or not _is_special(texts):
        return texts
    fields = (unquoted(text) for text in texts) if column.quoted else iter(texts)
    return Texts.of([_quoted(field) for field in fields])


def header_text(names: Sequence[str]) -> bytes:
    r"""The first row of a CSV file.

    >>> header_text(["puzzle", "where, when"])
    b'puzzle,"where, when"\n'
    """
    return b",".join(_quoted(name.encode("utf-8")) for name in names) + b"\n"


def rows_text(parts: Sequence[Texts | bytes], count: int) -> Array:
    r"""Rows made of parts: of each column the row's own text, of each constant its bytes.

    >>> bytes(rows_text([Texts.of([b"a", b"bc"]), b",", Texts.of([b"1", b"2"]), b"\n"], 2))
    b'a,1\nbc,2\n'
    """
    numpy = need("numpy", "bulk")
    widths = [len(part) if isinstance(part, bytes) else part.width for part in parts]
    if min(widths) >= 0:
        block: Array = numpy.empty((count, sum(widths)), numpy.uint8)
        place = 0
        for part, width in zip(parts, widths, strict=True):
            source = numpy.frombuffer(part, numpy.uint8) if isinstance(part, bytes) else part.block(width)
            block[:, place : place + width] = source
            place += width
        return block.reshape(-1)
    lengths = [len(part) if isinstance(part, bytes) else part.places()[1] for part in parts]
    total = numpy.zeros(count, numpy.int64)
    for length in lengths:
        total += length
    places = numpy.cumsum(total) - total
    out: Array = numpy.empty(int(total.sum()), numpy.uint8)
    for part, length in zip(parts, lengths, strict=True):
        if isinstance(part, bytes):
            for offset, sign in enumerate(part):
                out[places + offset] = sign
        else:
            part.copy_to(out, places)
        places = places + length
    return out


def _is_special(texts: Texts) -> bool:
    data = texts.data
    if texts.is_even:
        data = data[texts.first : texts.first + max(0, texts.count - 1) * texts.stride + texts.width]
        if texts.stride != texts.width:
            data = texts.joined()[0]
    else:
        data = texts.joined()[0]
    found = data == _SPECIAL[0]
    for sign in _SPECIAL[1:]:
        found |= data == sign
    return bool(found.any())


def _quoted(field: bytes) -> bytes:
    if any(sign in field for sign in _SPECIAL):
        return b'"' + field.replace(b'"', b'""') + b'"'
    return field


def _arrow_texts(array: Any) -> Texts:
    """Arrow values in words: null is nothing, what has parts is JSON."""
    from nonet.bulk.parquet import texts_of

    pyarrow = need("pyarrow", "Arrow data")
    kinds = pyarrow.types
    if kinds.is_dictionary(array.type):
        array = array.dictionary_decode()
    if kinds.is_string(array.type) or kinds.is_large_string(array.type):
        return texts_of(array)
    if not kinds.is_nested(array.type) and "binary" not in str(array.type):
        return texts_of(array.cast(pyarrow.string()))
    return Texts.of([_in_words(value) for value in array.to_pylist()])


def _in_words(value: object) -> bytes:
    if value is None:
        return b""
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8").encode()
        except UnicodeDecodeError:
            return value.hex().encode()
    return json.dumps(value, default=str, ensure_ascii=False).encode()
