"""Arguments of a wrong type: public functions answer with an error that names the argument.

    @clear_type_errors
    def daily(day: date) -> Game: ...

    daily(None)        NonetError: day: expected a value of the type date, not None

Nothing is checked while calls succeed. When one fails as it may with a wrong type, its arguments are compared with the
annotations; if all of them agree, the error is passed on as it is. Names that no file can have are named, too: neither
Python nor sqlite says whose they are.

`lazy_names` does this for all public functions of its packages. Elsewhere, and for classes, there is the decorator. Of
a class it covers the constructor and the public methods, except those that take only whole numbers: some of these are
called millions of times. For those of public values that take a cell there is `takes_cell`.
"""

from __future__ import annotations

import builtins
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sized
from functools import cache, wraps
from types import FunctionType, NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from nonet.errors import NonetError, NoSuchCell, shown

T = TypeVar("T")

_NO_NAME = re.compile("[\0\ud800-\udfff]")
"""Characters that no file's name has, unless it has bytes that are not UTF-8: then no error leads here."""
_GENERATOR = 0x20  # inspect.CO_GENERATOR


def clear_type_errors(what: T) -> T:
    """A decorator for functions and classes; it stands below @dataclass, @classmethod and @staticmethod, above @cache.

    >>> @clear_type_errors
    ... def doubled(text: str, times: int = 2) -> str:
    ...     return text.strip() * times
    >>> doubled(None)
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: text: expected a value of the type str, not None
    """
    if isinstance(what, type):
        _cover_class(what)
        return what
    is_new = hasattr(what, "cache_info") or (
        isinstance(what, FunctionType) and not hasattr(what, "__wrapped__")
    )
    return _covered(what) if is_new else what


def takes_cell(method: T) -> T:
    """A decorator for methods of boards, and of what has a layout: the first argument is a cell of the board."""
    assert isinstance(method, FunctionType)

    def call(self: Any, cell: int, *args: Any, **options: Any) -> Any:
        layout = self if hasattr(self, "cell_count") else self.layout
        try:
            if 0 <= cell < layout.cell_count:
                return method(self, cell, *args, **options)
        except Exception as error:
            _blame(_arguments(method, (self, cell, *args), options), method, method.__globals__, error)
            raise
        raise NoSuchCell(layout.name, cell)

    return wraps(method)(call)  # type: ignore[return-value]


@cache
def _covered(function: Any) -> Any:
    inner = getattr(function, "__wrapped__", function)  # of a cache

    def call(*args: Any, **options: Any) -> Any:
        try:
            return function(*args, **options)
        except Exception as error:
            _blame(_arguments(function, args, options), function, inner.__globals__, error)
            raise

    def generate(*args: Any, **options: Any) -> Any:
        try:
            return (yield from function(*args, **options))
        except Exception as error:
            _blame(_arguments(function, args, options), function, inner.__globals__, error)
            raise

    return wraps(function)(generate if inner.__code__.co_flags & _GENERATOR else call)


def _cover_class(cls: type) -> None:
    for name, member in list(vars(cls).items()):
        if isinstance(member, classmethod | staticmethod):
            setattr(cls, name, type(member)(clear_type_errors(member.__func__)))
        elif name == "__post_init__":
            setattr(cls, name, _covered_check(cls, member))
        elif isinstance(member, FunctionType) and (name == "__init__" or not name.startswith("_")):
            kinds = {kind for of, kind in member.__annotations__.items() if of != "return"}
            if not kinds <= {"int"}:
                setattr(cls, name, clear_type_errors(member))


def _covered_check(cls: type, check: Callable[[Any], None]) -> Callable[[Any], None]:
    """`__post_init__`, where dataclasses check their fields."""

    @wraps(check)
    def checked(self: Any) -> None:
        try:
            check(self)
        except Exception as error:
            for base in cls.__mro__:  # each class knows the types of the fields that it declares
                declared = vars(base).get("__annotations__", {})
                values = {name: value for name, value in vars(self).items() if name in declared}
                _blame(values, base, vars(sys.modules[base.__module__]), error)
            raise

    return checked


def _arguments(function: Callable[..., Any], args: Any, options: Any) -> Mapping[str, object]:
    from inspect import signature

    try:
        given = signature(function).bind(*args, **options)
    except TypeError:  # too many arguments, or too few: the error says so
        return {}
    rest = {each.name for each in given.signature.parameters.values() if each.kind in (2, 4)}
    return {name: value for name, value in given.arguments.items() if name not in rest}


def _blame(given: Mapping[str, object], annotated: Any, known: dict[str, Any], error: Exception) -> None:
    """Raises an error about the first value that is not of the annotated type, or is too much for Python."""
    if isinstance(error, NonetError):
        return
    for name, value in given.items():
        kind = annotated.__annotations__.get(name, "Any")
        if not _is_a(value, eval(kind, known, _OnlyForTypeCheckers(known))):
            raise NonetError(f"{name}: expected a value of the type {kind}, not {shown(value)}") from error
        if isinstance(error, TypeError | OverflowError) and _is_integer(value) and not isinstance(value, int):
            raise NonetError(f"{name}: expected an int of Python, not {shown(value)}") from error
        if isinstance(error, OverflowError) and isinstance(value, int) and abs(value) >= 1 << 31:
            raise NonetError(f"{name}: this number is too large") from error
        is_text = type(error) in (ValueError, UnicodeEncodeError) and isinstance(value, str | os.PathLike)
        if is_text and (found := _NO_NAME.search(str(value))):
            what = "a null character" if found[0] == "\0" else "half of a surrogate pair"
            raise NonetError(f"{name}: {what} is in {value!r:.60}") from error
        if type(error) is ValueError and not _can_be_shown(value):
            raise NonetError(f"{name}: there is a number with too many digits to show it") from error


def _can_be_shown(value: object) -> bool:
    try:
        repr(value)
    except ValueError:
        return False
    return True


class _OnlyForTypeCheckers(dict[str, Any]):
    """Names that a module imports if TYPE_CHECKING: classes that another module of nonet knows."""

    def __init__(self, known: dict[str, Any]) -> None:
        self.known = known

    def __missing__(self, name: str) -> Any:
        if name in self.known or hasattr(builtins, name):
            raise KeyError(name)
        modules = [vars(module) for at, module in list(sys.modules.items()) if at.startswith("nonet.")]
        return next((each[name] for each in modules if isinstance(each.get(name), type)), Any)


def _is_integer(value: object) -> bool:
    """Numpy's integers are, too, but not its arrays, which have the methods of numbers."""
    return hasattr(type(value), "__index__") and not hasattr(value, "__len__")


def _is_a(value: Any, kind: Any) -> bool:
    origin, parts = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return any(_is_a(value, part) for part in parts)
    if origin is Annotated:
        return _is_a(value, parts[0])
    if origin is Literal:
        return value in parts
    if kind is int:
        return _is_integer(value)
    if kind is float:
        return hasattr(type(value), "__float__") and not hasattr(value, "__len__")
    try:
        if not isinstance(value, NoneType if kind is None else origin or kind):
            return False
    except TypeError:  # Any, type variables, protocols
        needs = vars(kind) if getattr(kind, "_is_protocol", False) else {}
        return all(hasattr(value, name) for name in needs if name == "__call__" or not name.startswith("_"))
    if isinstance(value, Mapping) and len(parts) == 2:
        return all(_is_a(key, parts[0]) and _is_a(each, parts[1]) for key, each in value.items())
    if isinstance(value, tuple) and parts and ... not in parts:
        return len(value) == len(parts) and all(map(_is_a, value, parts))
    if isinstance(value, Sized) and isinstance(value, Iterable) and (len(parts) == 1 or parts[1:] == (...,)):
        try:
            return all(_is_a(each, parts[0]) for each in value)
        except TypeError:  # an array of numpy without dimensions
            return False
    return True
