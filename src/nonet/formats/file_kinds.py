"""The kind of a file, by its beginning: a picture, in which `nonet.photo` reads the puzzle, or one without a puzzle."""

from __future__ import annotations

from nonet.errors import FormatError


def picture_kind(data: bytes) -> str | None:
    r"""The kind of picture that a file is; None if it is not a picture.

    >>> picture_kind(b"\x89PNG\r\n\x1a\n"), picture_kind(b"53..7....6..195....98")
    ('PNG', None)
    """
    if data.startswith(b"RIFF"):
        return "WebP" if data[8:12] == b"WEBP" else None
    if data[4:8] == b"ftyp":
        return "HEIC"
    return next((kind for start, kind in _PICTURES.items() if data.startswith(start)), None)


def is_picture(data: bytes) -> bool:
    return picture_kind(data) is not None


def not_a_puzzle(text: str) -> FormatError | None:
    """The error for a file of another kind, from its text or the start of it.

    >>> print(not_a_puzzle("%PDF-1.7"))
    a PDF, not a puzzle; puzzles are read from text, links and pictures (JPEG, PNG, WebP)
    """
    start = text[:20].lstrip().lower()
    kind = next((kind for begins, kind in _OTHERS.items() if start.startswith(begins)), None)
    if kind is None:
        return None
    return FormatError(
        f"{kind}, not a puzzle; puzzles are read from text, links and pictures (JPEG, PNG, WebP)"
    )


_PICTURES = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
}
_OTHERS = {
    "%pdf-": "a PDF",
    "pk\3\4": "a zip archive",  # as text: its bytes are unpacked
    "{\\rtf": "a formatted document (RTF)",
    "<!doctype html": "a web page",
    "<html": "a web page",
    "gif8": "a GIF picture",
    "sqlite format 3": "a database",
}
"""In lower case."""
