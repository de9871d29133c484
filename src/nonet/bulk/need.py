"""What bulk needs from outside the standard library, imported when it is first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from nonet.errors import NonetError

__all__ = ["MissingExtra", "need"]

_EXTRA = {"dask": "cluster", "distributed": "cluster", "fsspec": "cluster"}


class MissingExtra(NonetError):
    """A package that is not installed: `package` is its name, `extra` the part of nonet that brings it."""

    def __init__(self, package: str, extra: str, why: str) -> None:
        self.package = package
        self.extra = extra
        self.why = why
        super().__init__(f'{why} needs {package}; install it with: pip install "nonet[{extra}]"')

    def __reduce__(self) -> tuple[object, ...]:
        return (MissingExtra, (self.package, self.extra, self.why))


def need(package: str, why: str) -> Any:
    """The package of that name; where it is missing, an error that says how to get it.

    >>> need("json", "reading").loads("[1]")
    [1]
    >>> need("pyarrow_of_tomorrow", "Parquet")
    Traceback (most recent call last):
        ...
    nonet.bulk.need.MissingExtra: Parquet needs pyarrow_of_tomorrow; install it with: pip install "nonet[data]"
    """
    try:
        return import_module(package)
    except ModuleNotFoundError as error:
        name = package.split(".")[0]
        if error.name is not None and error.name.split(".")[0] != name:
            raise
        raise MissingExtra(name, _EXTRA.get(name, "data"), why) from None
