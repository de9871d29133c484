"""Files that are pictures, and those that are not."""

from __future__ import annotations

import struct
from pathlib import Path
from zlib import compress, crc32

import cv2
import numpy
import pytest

from many_cases import for_cases, for_each
from nonet.errors import LimitExceeded, NonetError, PictureError
from nonet.photo.picture import load_picture

from .pages import jpeg

GRADIENT = numpy.tile(numpy.arange(240, dtype=numpy.uint8), (160, 1))


def png_header(width: int, height: int) -> bytes:
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", crc32(header)) + bytes(20)
    )


@pytest.mark.parametrize("ending", [".jpg", ".png", ".webp"])
def test_files_bytes_and_arrays_are_the_same_picture(ending: str, tmp_path: Path) -> None:
    data = bytes(cv2.imencode(ending, GRADIENT)[1])
    path = tmp_path / "picture"  # the content counts, not the name
    path.write_bytes(data)
    for source in (data, path, str(path)):
        gray = load_picture(source).gray
        assert gray.shape == (160, 240)
        assert numpy.abs(gray.astype(int) - GRADIENT).max() <= 6
    assert (load_picture(GRADIENT).gray == GRADIENT).all()


def test_lossless_and_extended_webp() -> None:
    lossless = bytes(cv2.imencode(".webp", GRADIENT, [cv2.IMWRITE_WEBP_QUALITY, 101])[1])
    assert lossless[12:16] == b"VP8L"
    assert (load_picture(lossless).gray == GRADIENT).all()
    transparent = cv2.cvtColor(GRADIENT, cv2.COLOR_GRAY2BGRA)
    transparent[:80, :, 3] = 128
    assert load_picture(bytes(cv2.imencode(".webp", transparent)[1])).gray.shape == (160, 240)


def test_red_and_blue_print_is_dark() -> None:
    """On white paper, in either order of colours."""
    colours = numpy.full((120, 120, 3), 255, numpy.uint8)
    colours[:20, :, [0, 1]] = 0
    colours[40:60, :, [1, 2]] = 0
    colours[80:100] = 0
    gray = load_picture(colours).gray
    assert (gray[[10, 50, 90]] == 0).all()
    assert (gray[[30, 70, 110]] == 255).all()


def test_large_jpeg_files_are_decoded_at_a_part_of_their_size() -> None:
    large = load_picture(jpeg(numpy.full((3000, 8000), 200, numpy.uint8)))
    assert (large.gray.shape, large.scale) == ((1500, 4000), 0.5) or (large.gray.shape, large.scale) == (
        (750, 2000),
        0.25,
    )


@for_cases(
    [
        (b"", "not a picture"),
        (b"530070000\n600195000\n", "not a picture"),
        (b"\0" * 1000, "not a picture"),
        (b"\0\0\0\x18ftypheic" + bytes(100), "a HEIC picture; save it as JPEG, PNG or WebP"),
        (b"GIF89a" + bytes(100), "a GIF picture"),
        (b"\xff\xd8\xff", "the JPEG file is damaged"),
        (b"\xff\xd8\xff\xe0" + bytes(100), "the JPEG file is damaged"),
        (b"\x89PNG\r\n\x1a\n", "the PNG file is damaged"),
        (png_header(300, 300), "the PNG file is damaged"),
        (png_header(60_000, 60_000), "more than 40,000,000 pixels"),
        (png_header(2**31 - 1, 2**31 - 1), "more than 40,000,000 pixels"),
        (png_header(90, 400), "90 × 400 pixels is too small"),
        (b"RIFF\x20\0\0\0WEBPVP9 " + bytes(40), "the WebP file is damaged"),
        (b"RIFF\x20\0\0\0WEBP", "the WebP file is damaged"),
    ]
)
def test_what_is_refused(data: bytes, reason: str) -> None:
    with pytest.raises(NonetError, match=reason):
        load_picture(data)


def test_a_jpeg_bomb_is_refused_by_its_header() -> None:
    data = bytearray(jpeg(GRADIENT))
    start = data.index(b"\xff\xc0")
    data[start + 5 : start + 9] = b"\xff\xdc\xff\xdc"
    with pytest.raises(LimitExceeded, match="pixels"):
        load_picture(bytes(data))


def test_a_png_file_with_more_in_it_than_its_pixels() -> None:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", crc32(kind + data))

    def picture(rows: int) -> bytes:
        packed = compress(bytes(rows * (3 * 300 + 1)))
        halves = (packed[: len(packed) // 2], packed[len(packed) // 2 :])
        return (
            png_header(300, 300)[:33]
            + b"".join(chunk(b"IDAT", half) for half in halves)
            + chunk(b"IEND", b"")
        )

    assert load_picture(picture(300)).gray.shape == (300, 300)
    with pytest.raises(PictureError, match="more in it than its pixels"):
        load_picture(picture(30_000))


@pytest.mark.parametrize("junk", [b"\xff" * 16, b"\xff\xfe\0\2", b"\xff\x01"])
def test_a_jpeg_file_with_junk_before_its_size(junk: bytes) -> None:
    """Some of it is legal; as much as fits into a file takes no time."""
    data = jpeg(GRADIENT)
    assert load_picture(data[:2] + junk * 10 + data[2:]).gray.shape == (160, 240)
    with pytest.raises(PictureError, match="damaged"):
        load_picture(data[:2] + junk * 5_000_000)


@for_each([".jpg", ".png", ".webp"], [0.2, 0.5, 0.9, 0.99])
def test_files_that_are_cut_off(ending: str, part: float) -> None:
    rng = numpy.random.default_rng(1)
    data = bytes(cv2.imencode(ending, rng.integers(0, 255, (200, 200), dtype=numpy.uint8))[1])
    with pytest.raises(PictureError, match="damaged"):
        load_picture(data[: int(part * len(data))])


def test_damaged_files_never_raise_anything_else() -> None:
    rng = numpy.random.default_rng(2)
    for ending in (".jpg", ".png", ".webp"):
        whole = bytearray(cv2.imencode(ending, GRADIENT)[1])
        for _ in range(40):
            data = bytearray(whole)
            for at in rng.integers(0, len(data), 6):
                data[at] = rng.integers(256)
            try:
                load_picture(bytes(data))
            except (PictureError, LimitExceeded):
                continue


@pytest.mark.parametrize(
    "array",
    [numpy.zeros((200, 200)), numpy.zeros((200, 200, 2), numpy.uint8), numpy.zeros(40_000, numpy.uint8)],
)
def test_arrays_that_are_not_pictures(array: object) -> None:
    with pytest.raises(PictureError, match="an array with a picture"):
        load_picture(array)


@for_each(["a\0b.png", "\ud800.png"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    with pytest.raises(PictureError, match="cannot read the file: "):
        load_picture(name)


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot read the file: "):
        load_picture(tmp_path / "none.jpg")
