"""nonet's own JSON, as a format: see `nonet.formats.json_puzzle`. One object, or one per line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nonet.errors import FormatError, LimitExceeded
from nonet.formats import json_puzzle
from nonet.formats.codecs import json_text
from nonet.formats.entry import About, PuzzleEntry
from nonet.formats.format import Format
from nonet.formats.reading import ReadOptions

_WORDS = {"title": "title", "author": "author", "comment": "description"}


class JsonFormat(Format):
    name = "json"
    title = "nonet's own JSON, for every board and every rule"
    endings = (".json", ".jsonl")
    holds = frozenset({"several", "boards", "houses", "ruled out", "rules", "words"})
    words = _WORDS
    tells_rules_from_houses = True

    def detect(self, text: str) -> bool:
        start = text.lstrip()
        return (
            start[:1] == "{" and '"nonet"' in start[: start.find("\n", 2000) if len(start) > 2000 else None]
        )

    def parse(self, text: str, options: ReadOptions) -> list[PuzzleEntry]:
        try:
            return [_entry(json_text.loads(text))]
        except FormatError:
            lines = [line for line in text.split("\n") if line.strip()]
            if len(lines) < 2 or not all(line.strip().startswith("{") for line in lines[:2]):
                raise
        return [self._line(number, line) for number, line in enumerate(lines, start=1)]

    def _line(self, number: int, line: str) -> PuzzleEntry:
        try:
            return _entry(json_text.loads(line))
        except LimitExceeded:
            raise
        except ValueError as error:
            raise FormatError(f"line {number}: {error}") from error

    def format(self, entries: Sequence[PuzzleEntry]) -> str:
        return "\n".join(json.dumps(_data(entry), ensure_ascii=False) for entry in entries)


def _entry(data: dict[str, Any]) -> PuzzleEntry:
    return PuzzleEntry(json_puzzle.puzzle_from_data(data), about=About.of(data, _WORDS))


def _data(entry: PuzzleEntry) -> dict[str, Any]:
    return {**json_puzzle.puzzle_to_data(entry.puzzle), **entry.about.record(_WORDS)}
