"""Tells pictures from text by the first bytes of a file. `nonet.photo` reads the puzzle in a picture."""

from __future__ import annotations


def picture_kind(data: bytes) -> str | None:
    r"""The kind of picture that a file is; None if it is not a picture.

    >>> picture_kind(b"\x89PNG\r\n\x1a\n"), picture_kind(b"53..7....6..195....98")
    ('PNG', None)
    """
    if data.startswith(b"RIFF"):
        return "WebP" if data[8:12] == b"WEBP" else None
    if data[4:8] == b"ftyp":
        return "HEIC"
    return next((kind for start, kind in _STARTS.items() if data.startswith(start)), None)


def is_picture(data: bytes) -> bool:
    return picture_kind(data) is not None


_STARTS = {
    b"\xff\xd8\xff": "JPEG",
    b"\x89PNG\r\n\x1a\n": "PNG",
    b"GIF8": "GIF",
    b"II*\0": "TIFF",
    b"MM\0*": "TIFF",
}
