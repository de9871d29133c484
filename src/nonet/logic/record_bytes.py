"""The bytes of records: a count is one byte, or 255 and two bytes; numbers of two bytes have the low one first."""

from __future__ import annotations


class RecordReader:
    """Reads records from their beginning to their end.

    >>> reader = RecordReader(count_bytes(7) + count_bytes(300) + two_bytes(9))
    >>> reader.count(), reader.count(), reader.two(), reader.place
    (7, 300, 9, 6)
    """

    __slots__ = ("data", "place")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.place = 0

    def byte(self) -> int:
        self.place += 1
        return self.data[self.place - 1]

    def two(self) -> int:
        return self.byte() | self.byte() << 8

    def count(self) -> int:
        count = self.byte()
        return count if count < 255 else self.two()


def two_bytes(number: int) -> bytes:
    return number.to_bytes(2, "little")


def count_bytes(number: int) -> bytes:
    return bytes([number]) if number < 255 else b"\xff" + two_bytes(number)
