"""Which columns of a Parquet file Arrow calls strings, from what pyarrow leaves about that in the footer.

    base64:  ff ff ff ff │ size │ Message ──▶ Schema ──▶ fields: name, type, dictionary …

The message is a flatbuffer. Each of its tables begins with the way back to a list of places, one for each field of the
table; a field that is not there has the place 0. To load pyarrow for one answer would cost more than a million puzzles.
"""

from __future__ import annotations

import struct
from base64 import b64decode

__all__ = ["string_types"]

_HEADER, _FIELDS = 2, 1  # of a message, of a schema
_KIND, _DICTIONARY = 2, 4  # of a field of a schema
_STRINGS = {5: "string", 20: "large_string"}


def string_types(text: bytes) -> list[str]:
    """Of each column what kind of strings it holds, by Arrow's name; "" if it holds others, or a dictionary of them.

    An error if that is not to be understood.
    """
    data = b64decode(text, validate=True)
    if data[:4] != b"\xff\xff\xff\xff":
        raise ValueError("no message of Arrow")
    data = data[8:]
    schema = _follow(data, _place(data, _follow(data, 0), _HEADER))
    fields = _follow(data, _place(data, schema, _FIELDS))
    (count,) = struct.unpack_from("<I", data, fields)
    found = []
    for number in range(min(count, len(data))):
        field = _follow(data, fields + 4 + 4 * number)
        kind = _STRINGS.get(data[_place(data, field, _KIND)], "")
        found.append("" if _place(data, field, _DICTIONARY, must=False) else kind)
    return found


def _follow(data: bytes, place: int) -> int:
    """Where the offset at this place leads."""
    return place + int(struct.unpack_from("<I", data, place)[0])


def _place(data: bytes, table: int, number: int, *, must: bool = True) -> int:
    """Where a field of a table stands; 0 if it is not there."""
    places = table - int(struct.unpack_from("<i", data, table)[0])
    (size,) = struct.unpack_from("<H", data, places)
    offset = struct.unpack_from("<H", data, places + 4 + 2 * number)[0] if 4 + 2 * number < size else 0
    if not offset and must:
        raise ValueError("a field is missing")
    return table + int(offset) if offset else 0
