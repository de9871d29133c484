"""Text: its sizes in a book, how wide it is, and how it is broken into lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from nonet.draw.pdf import PdfDocument

ASCENT = 0.97
"""From the top of a line to its baseline, in the size of the font."""
HEIGHT = 1.22
"""From the top of a line to the ends of its descenders."""
LEADING = 1.4
"""From line to line."""
LARGE_PRINT = 16.0
"""The least size of text and digits in large print, in points."""


PAGE = "{page}"
"""In the text of a run: the page to which it leads, which is known only when all pages are filled."""
_SPACE = 0.55
"""Between runs, in the size of the first."""


@dataclass(frozen=True)
class Run:
    """A piece of text that stays on one line, where it fits. `to` is where a click on it leads."""

    text: str
    size: float
    bold: bool = False
    colour: str = "ink"
    to: str = ""


Line = list[Run]


class Typography:
    """The sizes of text on pages of this width, and its measures."""

    def __init__(self, document: PdfDocument, *, width: float, large: bool) -> None:
        self.document = document
        is_wide = width > 500
        self.body = LARGE_PRINT if large else 10.0 if is_wide else 9.0
        self.small = max(self.body * 0.85, 8.0) if not large else LARGE_PRINT
        self.text = self.body if large else self.body * 1.1
        """Of pages to read."""
        self.heading = self.body * (1.6 if large else 2)
        self.title = 44.0 if is_wide else 34.0

    def width(self, text: str, size: float, *, bold: bool = False) -> float:
        return self.document.text_width(text.replace(PAGE, "888"), size, bold=bold)

    # -- lines of one look -----------------------------------------------------------------------------------

    def wrapped(
        self,
        text: str,
        size: float,
        width: float,
        *,
        bold: bool = False,
        most: int | None = None,
        lead: float = 0,
    ) -> list[str]:
        """The text in lines of this width, at most so many; a word that is wider is broken. `lead` is what the first
        line lacks.
        """
        lines = [""]
        for word in text.split(" "):
            longer = f"{lines[-1]} {word}".strip()
            room = width - (lead if len(lines) == 1 else 0)
            if (lines[-1] or (lead and len(lines) == 1)) and self.width(longer, size, bold=bold) > room:
                lines.append(word)
            else:
                lines[-1] = longer
            while most is None or len(lines) <= most:
                fitting = self._fitting(lines[-1], size, width, bold=bold)
                if fitting == len(lines[-1]):
                    break
                lines[-1:] = lines[-1][:fitting], lines[-1][fitting:]
        if most and len(lines) > most:
            lines[most - 1 :] = [self.cut(" ".join(lines[most - 1 :]), size, width, bold=bold)]
        return lines

    def fitted(self, text: str, size: float, width: float, height: float) -> tuple[list[str], float]:
        """A bold title in lines, and their size: down to half of the given one where a word or the whole needs it. What
        does not fit even then is cut off.
        """
        text = " ".join(text.split())
        for percent in (100, 85, 70, 60, 50):
            smaller = max(size * percent / 100, self.body)
            most = max(1, int(height / (smaller * HEIGHT)))
            lines = self.wrapped(text, smaller, width, bold=True, most=most)
            if " ".join(lines) == text:
                break
        return lines, smaller

    def cut(self, text: str, size: float, width: float, *, bold: bool = False) -> str:
        """The text on one line; an ellipsis stands for what does not fit."""
        if self.width(text, size, bold=bold) <= width:
            return text
        return text[: self._fitting(text, size, width, "…", bold=bold)].rstrip() + "…"

    def _fitting(self, text: str, size: float, width: float, end: str = "", *, bold: bool) -> int:
        """How many characters fit into this width, together with `end`; at least one."""

        def width_of(count: int) -> float:
            return self.width(text[:count] + end, size, bold=bold)

        if width_of(len(text)) <= width:
            return len(text)
        return max(1, bisect_right(range(1, len(text)), width, key=width_of))

    # -- lines of several looks ------------------------------------------------------------------------------

    def run_width(self, run: Run) -> float:
        return self.width(run.text, run.size, bold=run.bold)

    def line_width(self, line: Line) -> float:
        return sum(self.run_width(run) + run.size * _SPACE for run in line) - line[-1].size * _SPACE

    def places(self, line: Line) -> Iterator[tuple[Run, float]]:
        """Each run with its distance from the beginning of the line."""
        x = 0.0
        for run in line:
            yield run, x
            x += self.run_width(run) + run.size * _SPACE

    def set_runs(self, runs: Iterable[Run], width: float) -> list[Line]:
        """Runs one after another, in as few lines of this width as hold them; what is wider is wrapped."""
        lines: list[Line] = []
        for run in runs:
            if lines and self.line_width([*lines[-1], run]) <= width:
                lines[-1].append(run)
            elif self.run_width(run) <= width:
                lines.append([run])
            else:
                pieces = self.wrapped(run.text, run.size, width, bold=run.bold)
                lines += [[replace(run, text=piece)] for piece in pieces]
        return lines

    def widest_word(self, runs: Iterable[Run]) -> float:
        """The width of the narrowest column that holds these runs without breaking a word."""
        words = (replace(run, text=word) for run in runs for word in run.text.split(" "))
        return max(map(self.run_width, words), default=0.0)


def lines_height(lines: Iterable[Line]) -> float:
    return sum(map(line_height, lines))


def line_height(line: Line) -> float:
    return max(run.size for run in line) * LEADING
