"""Facts about how many digits of a line are seen."""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.messages import T


class TooFewSeen(Fact):
    """With `digit` or more in the cell, only `most` digits can be seen: `before` before it, itself and `after` after
    it.
    """

    cell: int
    digit: int
    before: int
    after: int
    most: int

    def said(self) -> Said:
        message = T("If {cell} were {digit}, at most {most} would be seen: {before} before it and itself.")
        if self.after:
            message = T(
                "If {cell} were {digit} or more, at most {most} would be seen: {before} before it, itself and {after} "
                "after it."
            )
        return self.stated(message)


class TooManySeen(Fact):
    """With `digit` or more in the cell, but less than the greatest digit `top`, at least `least` digits are seen: the
    `before` ones at the start of the line, the greatest up to the cell, and `top` after it.
    """

    cell: int
    digit: int
    before: int
    least: int
    top: int

    def said(self) -> Said:
        message = T("If {cell} were not {top}, at least {least} would be seen: the first digit and {top}.")
        if self.before:
            message = T(
                "If {cell} were {digit} or more, but not {top}, at least {least} would be seen: {before} at the start, "
                "the greatest up to {cell}, and {top} after it."
            )
        return self.stated(message, top=self.top)
