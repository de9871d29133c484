"""The catalogue of rules: all that nonet has, and those of other packages.

A package adds rules with an entry point in the group `nonet.rules`. Its name does not matter; its value is a rule
class, or a module or tuple of them (`RULES`):

    [project.entry-points."nonet.rules"]
    mine = "my_package.rules"
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from nonet.errors import InvalidRule
from nonet.messages import T
from nonet.rules.base import Rule

FAMILIES: dict[str, tuple[str, ...]] = {
    "cages": ("cages", "groups"),
    "lines": ("paired_lines", "arrows", "lines"),
    "pairs": ("pairs",),
    "cells": ("cells", "fog"),
    "outside": ("outside",),
    "board": ("board", "regions", "shading", "values"),
    "generic": ("generic",),
}
"""The families of rules, and the modules of this package that define them, in the order of the catalogue."""


@cache
def catalogue() -> dict[str, type[Rule]]:
    """Every rule class by its kind, family by family; rules of other packages come last.

    >>> list(catalogue())[:2], catalogue()["cage"].title
    (['cage', 'sum'], 'killer cage')
    """
    by_kind: dict[str, type[Rule]] = {}
    for modules in FAMILIES.values():
        for name in modules:
            by_kind |= {rule.kind: rule for rule in _defined_in(import_module(f"nonet.rules.{name}"))}
    for entry in sorted(_entry_points(), key=lambda entry: (entry.name, entry.value)):
        for rule in _rules_of(entry):
            if rule.kind in by_kind:
                raise InvalidRule(f"{entry.value} redefines the rule {rule.kind!r}", rule.kind)
            by_kind[rule.kind] = rule
    return by_kind


def rule_class(kind: str) -> type[Rule]:
    """The class of a kind of rule.

    >>> rule_class("thermometer").__name__
    'Thermometer'
    >>> rule_class("thermomoter")
    Traceback (most recent call last):
        ...
    nonet.errors.InvalidRule: unknown rule 'thermomoter'; did you mean thermometer?
    """
    rule = catalogue().get(kind)
    if rule is None:
        from difflib import get_close_matches

        near = get_close_matches(kind, catalogue(), n=1)
        if near:
            slots = {"name": kind, "near": near[0]}
            raise InvalidRule(T("unknown rule {name!r}; did you mean {near}?"), slots=slots)
        message = T("unknown rule {name!r}; `nonet.rules.catalogue()` lists them")
        raise InvalidRule(message, slots={"name": kind})
    return rule


def family_of(rule: type[Rule]) -> str:
    """The family of a rule; that of a rule of another package is the name of its module.

    >>> family_of(catalogue()["arrow"])
    'lines'
    """
    module = rule.__module__.rpartition(".")[2]
    return next((family for family, modules in FAMILIES.items() if module in modules), module)


def _defined_in(module: ModuleType) -> Iterable[type[Rule]]:
    """The rules of a module in the order of their definition; a class without a `kind` is only a base class."""
    classes = [
        value for value in vars(module).values() if isinstance(value, type) and issubclass(value, Rule)
    ]
    return [rule for rule in classes if rule.__module__ == module.__name__ and "kind" in vars(rule)]


def _entry_points() -> Iterable[Any]:
    from importlib.metadata import entry_points

    return entry_points(group="nonet.rules")


def _rules_of(entry: Any) -> Iterable[type[Rule]]:
    """The rules of an entry point. One that cannot be loaded is left out with a warning, like a format."""
    try:
        loaded = entry.load()
    except Exception as error:  # whatever another package does wrong must not stop ours
        import warnings

        warnings.warn(f"the rules {entry.name!r} of {entry.value} cannot be used: {error}", stacklevel=2)
        return ()
    rules = getattr(loaded, "RULES", loaded)
    rules = (rules,) if isinstance(rules, type) else tuple(rules)
    for rule in rules:
        if not (isinstance(rule, type) and issubclass(rule, Rule)):
            raise InvalidRule(
                f"the entry point {entry.name} ({entry.value}) has {rule!r}, which is not a rule"
            )
    return rules
