"""Screens are drawn when they appear and when a test reads them, not after every change: nobody sees the terminal, and
that drawing took a quarter of the time of these tests.
"""

from __future__ import annotations

import pytest
from textual._compositor import Compositor


@pytest.fixture(autouse=True)
def only_whole_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compositor, "render_partial_update", lambda self: self._dirty_regions.clear())
