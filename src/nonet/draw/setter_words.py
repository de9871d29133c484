"""The setter's words around the picture of a puzzle: title and author above it, the rules below."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from nonet.about import About
from nonet.draw.scene import Inset, Item, Label, Scene
from nonet.explain.voice import voice
from nonet.messages import T

BY_AUTHOR = T("by {author}")
_LETTER = 0.56
"""The width of a letter, on average, in the size of the font; the font itself cannot be asked without fontTools."""


class _WordLine(NamedTuple):
    text: str
    size: float
    bold: bool = False
    colour: str = "ink"


def paragraphs(about: About) -> list[str]:
    """The setter's rules, without empty lines."""
    return [line.strip() for line in about.description.splitlines() if line.strip()]


def with_words(scene: Scene, about: About, *, language: str = "en") -> Scene:
    r"""The scene with title, author and rules, as far as they are known.

    >>> scene = with_words(Scene(640, 640, ()), About(title="Two lines", author="Ada", description="One.\nTwo."))
    >>> [item.text for item in scene.items if isinstance(item, Label)]
    ['Two lines', 'by Ada', 'One.', 'Two.']
    """
    head = [_WordLine(line, 30, bold=True) for line in _wrapped(about.title, 32, scene.width)]
    if about.author:
        author = voice(language).say(BY_AUTHOR, author=about.author)
        head += (_WordLine(line, 18, colour="faint") for line in _wrapped(author, 18, scene.width))
    foot = [_WordLine(line, 18) for text in paragraphs(about) for line in _wrapped(text, 18, scene.width)]
    if not head and not foot:
        return scene
    top = sum(line.size for line in head) * 1.4 + (8 if head else 0)
    end = top + scene.height + (18 if foot else 0)
    height = end + sum(line.size for line in foot) * 1.4 + (10 if foot else 0)
    items: tuple[Item, ...] = (*_labels(head, 0), Inset(scene, 0, top), *_labels(foot, end))
    title = about.title or scene.title
    return Scene(scene.width, height, items, title=title, description=about.description, language=language)


def _wrapped(text: str, size: float, width: float) -> list[str]:
    return wrap(text, max(1, int(width / (size * _LETTER))))


def _labels(lines: list[_WordLine], y: float) -> Iterator[Label]:
    for text, size, bold, colour in lines:
        yield Label(2, y + size, text, size, colour, bold, "start")
        y += size * 1.4
