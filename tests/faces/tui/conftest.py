"""Screens are drawn when a test reads them: nobody sees the terminal, and drawing every change takes a third of the
time of these tests. The clocks of games stand still, else what is shown would depend on the machine.
"""

from __future__ import annotations

import pytest
from textual._compositor import Compositor

from nonet.play.session import Stopwatch


@pytest.fixture(autouse=True)
def drawn_when_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compositor, "render_update", lambda self, **_: self._dirty_regions.clear())


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Stopwatch, "seconds", lambda self, now: self.before)
