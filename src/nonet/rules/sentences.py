"""What a list of rules says: the titles of their kinds, and whether marks may be missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonet.messages import T
from nonet.rules.base import Rule
from nonet.rules.generic import taken_apart
from nonet.rules.pairs import Difference, Negative, PairSum, Ratio
from nonet.rules.values import Doublers

MISSING_MARKS = T("Not all marks are necessarily given: neighbours without one may have any digits.")


def stated(rules: Iterable[Rule]) -> Iterator[Rule]:
    """The rules to state: those that must hold, and after one that changes values those that read them."""
    for rule in taken_apart(rules):
        yield rule
        if isinstance(rule, Doublers):
            yield from stated(rule.rules)


def titles(rules: Iterable[Rule]) -> tuple[str, ...]:
    """The title of each kind of rule, once; of rules that share a name, that.

    >>> from nonet.rules import AllRules, Even, Odd
    >>> titles([AllRules((Even((1,)), Odd((0,))))])
    ('even', 'odd')
    >>> titles([Difference((0, 1)), Ratio((1, 2)), Even((1,))])
    ('kropki', 'even')
    """
    return tuple(dict.fromkeys(rule.variant or rule.title for rule in stated(rules)))


def missing_marks(rules: Iterable[Rule]) -> bool:
    """Whether neighbours have dots, V or X between them, but it is no rule that all of these are given.

    >>> dot = Difference((0, 1), 1)
    >>> missing_marks([dot]), missing_marks([dot, Negative(differences=(1,), marked=((0, 1),))])
    (True, False)
    """
    rules = tuple(stated(rules))
    return any(isinstance(rule, Difference | Ratio | PairSum) for rule in rules) and not any(
        isinstance(rule, Negative) for rule in rules
    )
