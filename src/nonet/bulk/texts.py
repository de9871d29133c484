r"""Texts: a column of texts in one buffer, without a Python object for each.

    data      5 3 . . 7 … \n 6 . . 1 … \n …
    even      text k stands at first + k · stride and has `width` bytes: what a kernel takes as it is
    uneven    text k stands at starts[k] and has lengths[k] bytes

Both kinds are views: nothing is copied until somebody asks for the bytes in another arrangement.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonet.bulk.need import need

if TYPE_CHECKING:
    import numpy

    Array = numpy.ndarray[Any, Any]

__all__ = ["FRAME", "Texts"]

FRAME = 4
"""The bytes before a text that hold its length, in a page of a Parquet file."""


@dataclass(frozen=True, eq=False)
class Texts:
    r"""Texts in one buffer of bytes.

    >>> lines = Texts.even(b"abc\ndef\nghi\n", count=3, stride=4, width=3)
    >>> lines[1], len(lines)
    (b'def', 3)
    >>> list(Texts.of([b"a", b"", b"longer"]))
    [b'a', b'', b'longer']
    """

    data: Array
    count: int
    first: int = 0
    stride: int = 0
    width: int = -1
    """Of an even column; -1 where it is uneven."""
    starts: Array | None = None
    lengths: Array | None = None
    ended: bool = False
    """An even column whose stride is its width and a newline: it can be written as lines as it is."""
    framed: bool = False
    """An even column in which each text stands behind its length in four bytes: a page of a Parquet file."""

    @staticmethod
    def even(
        data: Any,
        *,
        count: int,
        stride: int,
        width: int,
        first: int = 0,
        ended: bool = False,
        framed: bool = False,
    ) -> Texts:
        """Texts of `width` bytes, each `stride` bytes after the one before."""
        return Texts(_bytes(data), count, first, stride, width, ended=ended, framed=framed)

    @staticmethod
    def uneven(data: Any, starts: Any, lengths: Any) -> Texts:
        """Texts anywhere in a buffer."""
        numpy = need("numpy", "bulk")
        starts, lengths = numpy.asarray(starts, numpy.int64), numpy.asarray(lengths, numpy.int64)
        return Texts(_bytes(data), len(starts), starts=starts, lengths=lengths)

    @staticmethod
    def of(texts: Sequence[bytes]) -> Texts:
        """These texts."""
        numpy = need("numpy", "bulk")
        lengths = numpy.fromiter(map(len, texts), numpy.int64, len(texts))
        ends = numpy.cumsum(lengths)
        return Texts.uneven(b"".join(texts), ends - lengths, lengths)

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> bytes:
        if self.starts is None or self.lengths is None:
            start, length = self.first + index * self.stride, self.width
        else:
            start, length = int(self.starts[index]), int(self.lengths[index])
        return bytes(self.data[start : start + length])

    def __iter__(self) -> Iterator[bytes]:
        return (self[index] for index in range(self.count))

    @property
    def is_even(self) -> bool:
        """Whether a stride describes where the texts are."""
        return self.starts is None

    def places(self) -> tuple[Array, Array]:
        """Where each text begins, and how long it is."""
        if self.starts is not None and self.lengths is not None:
            return self.starts, self.lengths
        numpy = need("numpy", "bulk")
        starts = numpy.arange(self.count, dtype=numpy.int64) * self.stride + self.first
        return starts, numpy.full(self.count, self.width, numpy.int64)

    def tidy(self) -> Texts:
        """The same texts, as an even column if that is what they are."""
        if self.starts is None or self.lengths is None or not self.count:
            return self
        width = int(self.lengths[0])
        stride = int(self.starts[1] - self.starts[0]) if self.count > 1 else width
        if (
            stride >= width
            and bool((self.lengths == width).all())
            and bool((self.starts[1:] - self.starts[:-1] == stride).all())
        ):
            return Texts.even(
                self.data, count=self.count, stride=stride, width=width, first=int(self.starts[0])
            )
        return self

    def take(self, which: Any) -> Texts:
        """Some of the texts: a mask, or numbers of rows."""
        starts, lengths = self.places()
        return Texts.uneven(self.data, starts[which], lengths[which])

    def part(self, start: int, stop: int) -> Texts:
        """The texts from one number to another; a view.

        >>> list(Texts.even(b"abcdef", count=3, stride=2, width=2).part(1, 3))
        [b'cd', b'ef']
        """
        if self.starts is None or self.lengths is None:
            return replace(self, first=self.first + start * self.stride, count=stop - start)
        return Texts.uneven(self.data, self.starts[start:stop], self.lengths[start:stop])

    def block(self, width: int) -> Array:
        """Texts that all have that many bytes, as an array of (n, width); a view where they are even."""
        numpy = need("numpy", "bulk")
        if self.count == 0:
            rows: Array = numpy.empty((0, width), numpy.uint8)
        elif self.starts is None:
            view = self.data[self.first :]
            rows = numpy.lib.stride_tricks.as_strided(
                view, (self.count, width), (self.stride, 1), writeable=False
            )
        else:
            rows = numpy.lib.stride_tricks.sliding_window_view(self.data, width)[self.starts]
        return rows

    def joined(self) -> tuple[Array, Array]:
        """All texts one after the other, and where each begins (and the last ends): what Arrow wants."""
        numpy = need("numpy", "bulk")
        if self.starts is None or self.lengths is None:
            offsets = numpy.arange(self.count + 1, dtype=numpy.int64) * max(self.width, 0)
            if self.stride == self.width:
                return self.data[self.first : self.first + self.count * self.width], offsets
            return numpy.ascontiguousarray(self.block(self.width)).reshape(-1), offsets
        offsets = numpy.zeros(self.count + 1, numpy.int64)
        numpy.cumsum(self.lengths, out=offsets[1:])
        out = numpy.empty(int(offsets[-1]), numpy.uint8)
        self.copy_to(out, offsets[:-1])
        return out, offsets

    def copy_to(self, out: Array, places: Array) -> None:
        """Copies text k to out[places[k] : …]: all texts of a length at once, row by row of a window on the buffer."""
        numpy = need("numpy", "bulk")
        starts, lengths = self.places()
        window = numpy.lib.stride_tricks.sliding_window_view
        if not self.count:
            return
        widths = [self.width] if self.is_even else numpy.unique(lengths).tolist()
        for width in widths:
            if not width:
                continue
            if len(widths) == 1:
                window(out, width, writeable=True)[places] = self.block(width)
            else:
                which = numpy.flatnonzero(lengths == width)
                window(out, width, writeable=True)[places[which]] = window(self.data, width)[starts[which]]


def _bytes(data: Any) -> Array:
    numpy = need("numpy", "bulk")
    array: Array = data if isinstance(data, numpy.ndarray) else numpy.frombuffer(data, numpy.uint8)
    return array
