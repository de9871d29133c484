"""nonet's own JSON, as a format: see `nonet.formats.json_puzzle`. One object, or one a line."""

from __future__ import annotations

from collections.abc import Sequence

from nonet.errors import FormatError
from nonet.formats import json_puzzle
from nonet.formats.codecs import json_text
from nonet.formats.entry import PuzzleEntry
from nonet.formats.format import Format
from nonet.formats.reading import Wanted

__all__ = ["JsonFormat"]


class JsonFormat(Format):
    name = "json"
    title = "nonet's own JSON, for every board and every rule"
    endings = (".json", ".jsonl")
    holds = frozenset({"several", "boards", "houses", "ruled out", "rules"})

    def detect(self, text: str) -> bool:
        start = text.lstrip()
        return (
            start[:1] == "{" and '"nonet"' in start[: start.find("\n", 2000) if len(start) > 2000 else None]
        )

    def parse(self, text: str, wanted: Wanted) -> list[PuzzleEntry]:
        try:
            return [PuzzleEntry(json_puzzle.puzzle_from_data(json_text.loads(text)))]
        except FormatError:
            lines = [line for line in text.split("\n") if line.strip()]
            if len(lines) < 2 or not all(line.strip().startswith("{") for line in lines[:2]):
                raise
        return [self._line(number, line) for number, line in enumerate(lines, start=1)]

    def _line(self, number: int, line: str) -> PuzzleEntry:
        try:
            return PuzzleEntry(json_puzzle.puzzle_from_data(json_text.loads(line)))
        except ValueError as error:
            raise FormatError(f"line {number}: {error}") from error

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(json_puzzle.to_json(entry.puzzle) for entry in entries)
