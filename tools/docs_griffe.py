"""Docstrings as Markdown, for the API reference: examples (`>>>`) are fenced, so that they are shown as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

__all__ = ["FencedExamples", "fenced"]

_EXAMPLE = re.compile(r"^[ \t]*>>> .*\n(?:^[ \t]*\S.*\n?)*", re.MULTILINE)


class FencedExamples(griffe.Extension):
    """Puts every example of every docstring into a fence."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(text: str) -> str:
    """The docstring with its examples in fences."""
    return _EXAMPLE.sub(lambda match: f"```pycon\n{match[0].rstrip()}\n```\n", text + "\n").rstrip()
