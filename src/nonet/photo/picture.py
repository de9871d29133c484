"""Pictures as arrays of grey values: from a file, from bytes or from an array.

The size in the header of a file is checked before anything is decoded, so that a small file cannot fill the memory.
Large JPEG files are decoded at a half, a quarter or an eighth of their size.

Of the three colours only green counts: it is the least noisy in a camera, red and blue ink are as dark as black in it,
and it is in the middle whether the colours are RGB or BGR.
"""

from __future__ import annotations

import os
import re
import zlib
from dataclasses import dataclass
from typing import Any, TypeAlias

from nonet.errors import PictureError
from nonet.formats.file_kinds import picture_kind
from nonet.limits import check, check_time, limits
from nonet.optional_import import optional_import

cv2 = optional_import("cv2", "reading photographs")
numpy = optional_import("numpy", "reading photographs")

PictureLike: TypeAlias = "str | os.PathLike[str] | bytes | Any"

ENOUGH = 1600
"""Pixels along the long side; a JPEG file is not decoded at twice this size if it can be avoided."""
MOST_SCANS = 100
"""Of a progressive JPEG, each of which goes over all pixels; usual are ten."""
_SCAN = b"\xff\xda"
MOST_MARKERS = 1000
"""Before the one that tells the size of a JPEG."""
_MARKER = re.compile(rb"\xff+[^\xff]")
AT_ONCE = 1 << 20
"""Bytes that are unpacked at once."""
SMALLEST = 100
"""Pixels along the short side: eleven for a cell."""


@dataclass(frozen=True, eq=False)
class GrayPicture:
    """Grey values, [row][column] from 0 (black) to 255; `scale` × the size of the original."""

    gray: Any
    scale: float = 1.0


def load_picture(source: PictureLike) -> GrayPicture:
    """The picture in a file, in the bytes of a file, or in an array of grey values or colours."""
    if isinstance(source, str | os.PathLike):
        return _decoded(_read(os.fspath(source)))
    if isinstance(source, bytes | bytearray | memoryview):
        return _decoded(bytes(source))
    return _from_array(source)


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            data = file.read(limits().picture + 1)
    except OSError as error:
        raise PictureError(f"cannot read the file: {error.strerror or error}", "damaged") from error
    except ValueError as error:  # no file can have this name
        raise PictureError(f"cannot read the file: {error}", "damaged") from error
    check("picture", len(data))
    return data


def _decoded(data: bytes) -> GrayPicture:
    kind = picture_kind(data)
    if kind is None:
        raise PictureError("not a picture; JPEG, PNG and WebP files are read", "kind")
    if kind not in _SIZES:
        raise PictureError(f"a {kind} picture; save it as JPEG, PNG or WebP", "kind")
    width, height = _SIZES[kind](data)
    _check_size(width, height)
    if kind == "JPEG" and data.count(_SCAN) > MOST_SCANS:
        raise PictureError(f"the JPEG file has more than {MOST_SCANS} scans", "damaged")
    if kind == "PNG" and not _fits(data, 2 * height * (8 * width + 1)):
        raise PictureError("the PNG file has more in it than its pixels; save it again", "damaged")
    reduced = 1
    while kind == "JPEG" and reduced < 8 and max(width, height) >= 2 * reduced * ENOUGH:
        reduced *= 2
    flag = {
        1: cv2.IMREAD_COLOR,
        2: cv2.IMREAD_REDUCED_COLOR_2,
        4: cv2.IMREAD_REDUCED_COLOR_4,
        8: cv2.IMREAD_REDUCED_COLOR_8,
    }[reduced]
    gray = None if kind == "JPEG" else _on_paper(_pixels(data, cv2.IMREAD_UNCHANGED))
    if gray is None:
        colours = _pixels(data, flag)
        if colours is None:
            raise PictureError(f"the {kind} file is damaged or cut off", "damaged")
        gray = cv2.extractChannel(colours, 1)
    return GrayPicture(gray, 1 / reduced)


def _pixels(data: bytes, flag: int) -> Any | None:
    try:
        return cv2.imdecode(numpy.frombuffer(data, numpy.uint8), flag)
    except cv2.error:
        return None


def _on_paper(pixels: Any | None) -> Any | None:
    """A picture that is transparent in places, on white paper, or on black if what is drawn is light."""
    if pixels is None or pixels.ndim < 3 or pixels.shape[2] < 4:
        return None
    if pixels.dtype != numpy.uint8:
        pixels = cv2.convertScaleAbs(pixels, alpha=1 / 257)
    gray, ink = cv2.extractChannel(pixels, 1), cv2.extractChannel(pixels, 3)
    if ink.min() == 255 or not ink.any():
        return None
    if cv2.mean(gray, mask=ink)[0] > 127:
        return cv2.multiply(gray, ink, scale=1 / 255)
    return 255 - cv2.multiply(255 - gray, ink, scale=1 / 255)


def _from_array(source: Any) -> GrayPicture:
    array = numpy.asarray(source)
    if array.dtype != numpy.uint8 or array.ndim not in (2, 3) or (array.ndim == 3 and array.shape[2] < 3):
        raise PictureError(
            "an array with a picture has values from 0 to 255 (uint8), as [row][column] or [row][column][colour], "
            f"not {array.dtype} {array.shape}",
            "kind",
        )
    _check_size(array.shape[1], array.shape[0])
    return GrayPicture(numpy.ascontiguousarray(array if array.ndim == 2 else array[:, :, 1]))


def _check_size(width: int, height: int) -> None:
    check("pixels", width * height)
    if min(width, height) < SMALLEST:
        raise PictureError(f"a picture of {width} × {height} pixels is too small to read digits in", "small")


def _fits(data: bytes, size: int) -> bool:
    """Whether what is packed in a PNG file has no more bytes than these; the decoder would unpack it all."""
    stream, at = zlib.decompressobj(), 8
    while at < len(data) and not stream.eof:
        check_time()
        length = int.from_bytes(data[at : at + 4])
        packed = data[at + 8 : at + 8 + length] if data[at + 4 : at + 8] == b"IDAT" else b""
        while packed and not stream.eof:
            try:
                size -= len(stream.decompress(packed, AT_ONCE))
            except zlib.error:
                return True  # the decoder refuses it
            if size < 0:
                return False
            packed = stream.unconsumed_tail
        at += length + 12
    return True


# ---------------------------------------------------------------------------------------------------------------- sizes


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Width and height, from the frame header: a marker SOF (0xC0 to 0xCF, but for three others in that range)."""
    at = 2
    for _ in range(MOST_MARKERS):
        start = _MARKER.match(data, at)
        if start is None:
            break
        marker, at = data[start.end() - 1], start.end()
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 5 : at + 7]), int.from_bytes(data[at + 3 : at + 5])
        if marker != 0x01 and not 0xD0 <= marker <= 0xD8:  # it has a length
            at += int.from_bytes(data[at : at + 2])
    raise PictureError("the JPEG file is damaged", "damaged")


def _png_size(data: bytes) -> tuple[int, int]:
    if data[12:16] != b"IHDR" or len(data) < 33:
        raise PictureError("the PNG file is damaged", "damaged")
    return int.from_bytes(data[16:20]), int.from_bytes(data[20:24])


def _webp_size(data: bytes) -> tuple[int, int]:
    """Width and height, for the three kinds of WebP: lossy, lossless, extended."""
    kind = data[12:16]
    if len(data) >= 30 and kind == b"VP8 ":
        mask = 0x3FFF
        return int.from_bytes(data[26:28], "little") & mask, int.from_bytes(data[28:30], "little") & mask
    if len(data) >= 30 and kind == b"VP8L":
        bits = int.from_bytes(data[21:25], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if len(data) >= 30 and kind == b"VP8X":
        return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
    raise PictureError("the WebP file is damaged", "damaged")


_SIZES = {"JPEG": _jpeg_size, "PNG": _png_size, "WebP": _webp_size}
