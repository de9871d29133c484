"""What other packages add to nonet, through entry points: rules and formats.

Whatever another package does wrong must not stop ours. What cannot be loaded, or is not what it should be, is left out
with a warning, and an error inside it names its package.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, TypeVar

from nonet.errors import NonetError, shown
from nonet.visible import one_line

T = TypeVar("T")

ANY_ERROR = (Exception, SystemExit)
"""What the code of another package may raise. Ctrl-C is the user's."""


def load_all(group: str, what: str, take: Callable[[str, Any], None]) -> None:
    """Calls `take` with the name and the value of each entry point of a group, in the order of their names; it raises
    an error for a value that is not what it should be. `what` stands in the warning: "the rules".
    """
    from importlib.metadata import entry_points

    try:
        points = sorted(entry_points(group=group), key=lambda point: (point.name, point.value))
    except ANY_ERROR as error:  # a damaged list of any package on this computer
        _warn(f"{what} of other packages cannot be listed: {error}")
        return
    for point in points:
        try:
            take(point.name, point.load())
        except ANY_ERROR as error:
            _warn(f"{what} {point.name!r} of {point.value} cannot be used: {error}")


def _warn(message: str) -> None:
    warnings.warn(one_line(message), stacklevel=4)


def name_package_in_errors(
    cls: type, results: Mapping[str, Callable[..., Any]], error: Callable[[str], NonetError]
) -> None:
    """Makes what goes wrong in the methods of a class of another package an error that names the package. What such a
    method returns goes through its check in `results`, with the arguments of the method.
    """
    if cls.__module__.partition(".")[0] != "nonet":
        for name in results.keys() & vars(cls).keys():
            setattr(cls, name, _naming(vars(cls)[name], results[name], error, cls.__module__))


def _naming(
    method: Callable[..., T], check: Callable[..., T], error: Callable[[str], NonetError], module: str
) -> Callable[..., T]:
    @wraps(method)
    def named(self: object, *given: Any) -> T:
        try:
            return check(method(self, *given), *given)
        except (NonetError, MemoryError):
            raise
        except ANY_ERROR as fault:
            what = f"{type(fault).__name__}: {fault}".rstrip(": ")
            raise error(f"`{method.__name__}` of {module} does not work: {what}") from fault

    return named


def expect_all(given: Iterable[object], kind: type[T]) -> tuple[T, ...]:
    """All of them, if they are of this type."""
    found = []
    for each in given:
        if not isinstance(each, kind):
            raise TypeError(f"{shown(each)} is no {kind.__name__}")
        found.append(each)
    return tuple(found)
