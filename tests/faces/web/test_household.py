"""Other devices: the address that is printed, and a QR code that a camera reads."""

from __future__ import annotations

import ipaddress
import sys
from importlib import import_module
from typing import Any

import pytest

from nonet.faces.web.server import lan_name, qr_lines

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
    rows = [row for pair in zip(*halves, strict=True) for row in pair]
    picture = np.kron(np.array(rows, np.uint8), np.ones((8, 8), np.uint8))
    text, *_ = cv2.QRCodeDetector().detectAndDecode(picture)
    assert text == LINK


def test_without_segno_there_is_no_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "segno", None)
    assert qr_lines(LINK) == []


def test_the_address_for_others() -> None:
    assert lan_name("192.168.178.20") == "192.168.178.20"
    found = lan_name("0.0.0.0")
    assert found
    if found[0].isdigit():
        assert not ipaddress.ip_address(found).is_unspecified
