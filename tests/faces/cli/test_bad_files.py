"""Files that are not what they should be: one line that names the file, and status 2, whatever command reads them."""

from __future__ import annotations

import gzip
import io
import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import cv2
import numpy
import pytest

from many_cases import spread
from nonet.faces.cli import run
from photo.pages import jpeg, page, photograph


@cache
def cat() -> bytes:
    """Fur, a face, two eyes, whiskers."""
    fur = cv2.GaussianBlur(numpy.random.default_rng(1).normal(128, 60, (300, 400)), (0, 0), 3)
    picture = fur.clip(0, 255).astype(numpy.uint8)
    cv2.circle(picture, (200, 150), 90, 110, -1)
    for eye in (165, 235):
        cv2.circle(picture, (eye, 130), 12, 220, -1)
    for height in (165, 175, 185):
        cv2.line(picture, (210, height), (350, height - 15), 240, 1)
        cv2.line(picture, (190, height), (50, height - 15), 240, 1)
    return jpeg(picture)


def png(width: int, height: int) -> bytes:
    """A header that promises more than there is."""
    header = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


def laughs() -> bytes:
    entities = "".join(f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(12))
    return f'<!DOCTYPE l [<!ENTITY a "ha">{entities}]><opensudoku><game data="&m;"/></opensudoku>'.encode()


def archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("puzzle.txt", b"." * (20 << 20))
    return file.getvalue()


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "cat.jpg": (cat, "no Sudoku"),
    "cut.jpg": (lambda: jpeg(photograph(page()))[:2000], "damaged or cut off"),
    "bomb.png": (lambda: png(60_000, 60_000), "more than 40,000,000 pixels"),
    "bomb.gz": (lambda: gzip.compress(b"." * (20 << 20)), "more than 16,777,216 bytes"),
    "bomb.zip": (archive, "more than 16,777,216 bytes"),
    "cut.gz": (lambda: gzip.compress(b"53..7....6..195")[:14], "cut off"),
    "laughs.xml": (laughs, "DOCTYPE"),
    "deep.xml": (lambda: b"<opensudoku>" + b"<a>" * 100_000, "levels deep"),
    "cut.xml": (lambda: b'<opensudoku><game data="53..7', "not valid XML"),
    "deep.json": (lambda: b'{"size": 9, "grid": ' + b"[" * 100_000, "JSON"),
    "cut.json": (lambda: b'{"size": 9, "grid": [[{"value": 5}', "not valid JSON"),
    "size.json": (lambda: b'{"size": 100000, "grid": []}', "1 to 25"),
    "cut.txt": (lambda: b"https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALh", "cut off"),
    "random.bin": (lambda: numpy.random.default_rng(1).bytes(3000), "not UTF-8"),
    "empty.txt": (lambda: b"", "no puzzle"),
}


@pytest.mark.parametrize("command", ["solve", "read", "convert", "draw"])
def test_one_line_and_status_2(command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    more = {"convert": ["--to", "line"], "draw": ["-o", str(tmp_path / "board.svg")]}.get(command, [])
    for name, (make, reason) in BAD.items() if command == "solve" else spread(BAD.items(), 3):
        path = tmp_path / name
        path.write_bytes(make())
        assert run([command, str(path), *more]) == 2, name
        output, errors = capfd.readouterr()
        assert (output, errors.count("\n")) == ("", 1), errors
        assert errors.startswith(f"sudoku: {path}: "), errors
        assert len(errors) < len(str(path)) + 150, errors
        if command != "read" or name.endswith((".jpg", ".png")):
            assert reason in errors, errors
    assert not (tmp_path / "board.svg").exists()
