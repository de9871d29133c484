"""Screens are drawn when a test reads them: nobody sees the terminal, and drawing every change takes a third of the
time of these tests.
"""

from __future__ import annotations

import pytest
from textual._compositor import Compositor


@pytest.fixture(autouse=True)
def drawn_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compositor, "render_update", lambda self, **_: self._dirty_regions.clear())
