"""Other devices: the address that is printed, and a QR code that a camera reads."""

from __future__ import annotations

import ipaddress
import sys
from importlib import import_module
from typing import Any

import pytest

from nonet.draw.share import qr_lines
from nonet.errors import MissingExtra
from nonet.faces.web.server import _invite, lan_name

cv2: Any = import_module("cv2")
np: Any = import_module("numpy")

LINK = "http://192.168.178.20:8729/?token=Zx8-fQ_1a2b3c4d5e6f7gh"
MODULES = {"█": (255, 255), "▀": (255, 0), "▄": (0, 255), " ": (0, 0)}
"""The upper and the lower module of a character, on a dark terminal."""


def test_a_camera_reads_the_code() -> None:
    lines = qr_lines(LINK)
    assert len({len(line) for line in lines}) == 1
    assert len(lines) <= 24  # a terminal of usual height
    halves = [[[MODULES[sign][half] for sign in line] for line in lines] for half in (0, 1)]
    assert camera_reads([row for pair in zip(*halves, strict=True) for row in pair]) == LINK


def test_a_camera_reads_the_code_of_a_terminal_without_blocks() -> None:
    lines = qr_lines(LINK, encoding="ascii")
    assert set("".join(lines)) == {"#", " "}
    assert camera_reads([[255 * (sign == "#") for sign in line[::2]] for line in lines]) == LINK


def camera_reads(rows: list[list[int]]) -> str:
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    return str(text)


def test_without_segno_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    with pytest.raises(MissingExtra):
        qr_lines(LINK)
    said: list[str] = []
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    _invite("0.0.0.0", LINK, said.append, said.append)
    assert len(said) == 2  # the warning and the address


def test_the_address_for_others() -> None:
    assert lan_name("192.168.178.20") == "192.168.178.20"
    found = lan_name("0.0.0.0")
    assert found
    if found[0].isdigit():
        assert not ipaddress.ip_address(found).is_unspecified
