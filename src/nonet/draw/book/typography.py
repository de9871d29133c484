"""Text: its sizes in a book, how wide it is, and how it is broken into lines."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from nonet.draw.pdf import PdfDocument

ASCENT, HEIGHT, LEADING = 0.97, 1.22, 1.4
"""From the top of a line to its baseline, to the ends of its descenders, to the next line; in the size of the font."""
LARGE_PRINT = 16.0
"""The least size of text and digits in large print, in points."""
PAGE = "{page}"
"""In the text of a run: the page to which it leads, which is known only when all pages are filled."""
_GAP = 0.45
"""Between runs, in the size of the first."""
_ROUNDING = 1e-6


class TextRun(NamedTuple):
    """Text of one look. `to` is where a click on it leads; `whole`: it stays on one line, if it can."""

    text: str
    size: float
    bold: bool = False
    colour: str = "ink"
    to: str = ""
    whole: bool = False


Line = list[TextRun]


class Typography:
    """The sizes of text on pages of this width, and its measures."""

    def __init__(self, document: PdfDocument, *, width: float, large: bool) -> None:
        self.document = document
        is_wide = width > 500
        self.body = LARGE_PRINT if large else 10.0 if is_wide else 9.0
        self.small = LARGE_PRINT if large else max(self.body * 0.85, 8.0)
        self.text = self.body if large else self.body * 1.1
        """Of pages to read."""
        self.heading = self.body * (1.6 if large else 2)
        self.title = 44.0 if is_wide else 34.0

    def width(self, run: TextRun) -> float:
        return self._width(run.text, run.bold) * run.size

    @cache  # noqa: B019 - as long as the book
    def _width(self, text: str, bold: bool) -> float:
        return self.document.text_width(text.replace(PAGE, "888"), 1, bold=bold)

    def places(self, line: Line) -> Iterator[tuple[TextRun, float]]:
        """Each run with its distance from the beginning of the line."""
        x = 0.0
        for run in line:
            yield run, x
            x += self.width(run) + run.size * _GAP

    def line_width(self, line: Line) -> float:
        return sum(self.width(run) + run.size * _GAP for run in line) - line[-1].size * _GAP

    def lines(self, runs: Iterable[TextRun], width: float, *, most: int | None = None) -> list[Line]:
        """Runs one after another, broken at blanks into lines of this width; a wider word is broken, too. With
        more than `most` lines, the last of them is cut off.
        """
        lines: list[Line] = []
        for run in runs:
            is_begun = False
            is_whole = run.whole and self._fits([run], width)
            for word in [run] if is_whole else self._words(run, width):
                last = lines[-1][-1] if lines else word
                if is_begun and self._fits([*lines[-1][:-1], joined := _joined(last, word)], width):
                    lines[-1][-1] = joined
                elif lines and not is_begun and self._fits([*lines[-1], word], width):
                    lines[-1].append(word)
                else:
                    lines.append([word])
                is_begun = True
        if most and len(lines) > most:
            rest = " ".join(run.text for line in lines[most - 1 :] for run in line)
            lines[most - 1 :] = [[self.cut(lines[-1][-1]._replace(text=rest), width)]]
        return lines

    def _fits(self, line: Line, width: float) -> bool:
        return self.line_width(line) <= width + _ROUNDING

    def _words(self, run: TextRun, width: float) -> Iterator[TextRun]:
        for text in run.text.split(" "):
            word = run._replace(text=text)
            while (fitting := self._fitting(word, width)) < len(word.text):
                yield word._replace(text=word.text[:fitting])
                word = word._replace(text=word.text[fitting:])
            yield word

    def fitted(self, text: str, size: float, width: float, height: float) -> list[Line]:
        """A bold title in lines: of this size, or down to half of it where a word or the whole needs that. What is
        longer is cut off.
        """
        text = " ".join(text.split())
        for percent in (100, 85, 70, 60, 50):
            title = TextRun(text, max(size * percent / 100, self.body), bold=True)
            lines = self.lines([title], width, most=max(1, int(height / (title.size * LEADING))))
            if " ".join(run.text for line in lines for run in line) == text:
                break
        return lines

    def cut(self, run: TextRun, width: float) -> TextRun:
        """The text on one line; an ellipsis stands for what does not fit."""
        if self._fits([run], width):
            return run
        return run._replace(text=run.text[: self._fitting(run, width, "…")].rstrip() + "…")

    def _fitting(self, run: TextRun, width: float, end: str = "") -> int:
        """How many characters fit into this width, together with `end`; at least one."""
        if self._fits([run._replace(text=run.text + end)], width):
            return len(run.text)

        def width_of(count: int) -> float:
            return self.width(run._replace(text=run.text[:count] + end))

        return max(1, bisect_right(range(1, len(run.text)), width, key=width_of))

    def widest_word(self, runs: Iterable[TextRun]) -> float:
        """The width of the narrowest column that holds these runs without breaking a word, or a run that is whole."""
        words = (
            run._replace(text=word)
            for run in runs
            for word in ([run.text] if run.whole else run.text.split(" "))
        )
        return max(map(self.width, words), default=0.0)


def _joined(run: TextRun, word: TextRun) -> TextRun:
    return run._replace(text=f"{run.text} {word.text}")


def line_height(line: Line) -> float:
    return max(run.size for run in line) * LEADING


def lines_height(lines: Iterable[Line]) -> float:
    return sum(map(line_height, lines))
