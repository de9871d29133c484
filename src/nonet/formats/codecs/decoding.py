"""What a decoder of the standard library raises for damaged data, as a `FormatError`.

Decoders raise more than they document: `zipfile` a UnicodeDecodeError for a name, `json` a ValueError for a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from nonet.errors import FormatError, NonetError


@contextmanager
def decoding(reason: str, *, text: str | None = None) -> Iterator[None]:
    """Any error in the body becomes a FormatError with this reason. Only calls of decoders belong in the body: it would
    hide mistakes of ours as well.

    >>> with decoding("not text"):
    ...     bytes([255]).decode()
    Traceback (most recent call last):
        ...
    nonet.errors.FormatError: not text
    """
    try:
        yield
    except (NonetError, MemoryError, TimeoutError):
        raise
    except Exception as error:
        raise FormatError(reason, text=text) from error
