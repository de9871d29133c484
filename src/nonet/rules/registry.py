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

from nonet.errors import InvalidRule, shown
from nonet.messages import T
from nonet.plugins import load_all
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
    load_all(
        "nonet.rules",
        "the rules",
        lambda name, given: by_kind.update((rule.kind, rule) for rule in _checked(given, by_kind)),
    )
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


def _checked(given: object, known: Iterable[str]) -> tuple[type[Rule], ...]:
    """The rules that an entry point gives, if they are new rules."""
    several = getattr(given, "RULES", given)
    rules = several if isinstance(several, (tuple, list)) else (several,)
    kinds = set(known)
    for rule in rules:
        if not (isinstance(rule, type) and issubclass(rule, Rule)):
            raise TypeError(f"{shown(rule)} is not a rule")
        for name in ("kind", "title", "text"):
            if not isinstance(getattr(rule, name, None), str):
                raise TypeError(f"the rule {rule.__name__} has no {name}")
        rule.fields()  # their types must say what they are
        for name in ("holds", "compile"):
            if getattr(rule, name) is getattr(Rule, name):
                raise TypeError(f"the rule {rule.__name__} has no {name}")
        if rule.kind in kinds:
            raise ValueError(f"there is a rule {rule.kind!r} already")
        kinds.add(rule.kind)
    return tuple(rules)
