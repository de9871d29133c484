"""SadMan's .sdm: a collection, one puzzle of 81 characters per line. It reads like the plain format `line`."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.formats.entry import PuzzleEntry
from nonet.formats.line import OneLineFormat
from nonet.formats.values import zeros


class SdmFormat(OneLineFormat):
    name = "sdm"
    title = "a collection, 81 characters per line, 0 for a blank"
    endings = (".sdm",)
    holds = frozenset({"several"})

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(zeros(entry.puzzle.givens) for entry in entries)
