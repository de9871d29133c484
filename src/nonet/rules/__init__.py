"""Rules beyond the houses: killer cages, thermometers, arrows, dots and many others.

    cages          killer cages, sums, products …
    groups         other groups of cells: extra regions, clones, magic squares …
    paired_lines   thermometers, whispers, palindromes …
    arrows         arrows of all kinds
    lines          renbans, region sums, between lines, zippers …
    pairs          dots and signs between cells, quadruples
    cells          odd, even, minimum, maximum, indexing
    outside        little killers, sandwiches, skyscrapers …
    x_sums         X-sums and their relatives
    board          diagonals, anti-knight, non-consecutive …
    generic        any pair relation, pattern or weighted sum; either, all

A rule is a value, and a puzzle has any number of them:

>>> from nonet import Puzzle
>>> from nonet.rules import Cage, Thermometer
>>> puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Thermometer((4, 5, 6, 7))])
>>> puzzle.rules
(Cage(cells=(0, 1), sum=3), Thermometer(cells=(4, 5, 6, 7)))

`catalogue()` has every kind. **To add a rule**, see docs/add-a-rule.md: it is one class. Every name is imported when it
is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from nonet.rules.base import Rule

if TYPE_CHECKING:
    from nonet.rules.arrows import AmbiguousArrow as AmbiguousArrow
    from nonet.rules.arrows import Arrow as Arrow
    from nonet.rules.arrows import AverageArrow as AverageArrow
    from nonet.rules.arrows import DoubleArrow as DoubleArrow
    from nonet.rules.arrows import FuzzyArrow as FuzzyArrow
    from nonet.rules.arrows import SplitPeas as SplitPeas
    from nonet.rules.base import RuleText as RuleText
    from nonet.rules.base import compiled as compiled
    from nonet.rules.board import AntiKing as AntiKing
    from nonet.rules.board import AntiKnight as AntiKnight
    from nonet.rules.board import AntiLeap as AntiLeap
    from nonet.rules.board import AntiQueen as AntiQueen
    from nonet.rules.board import AntiTaxicab as AntiTaxicab
    from nonet.rules.board import Diagonal as Diagonal
    from nonet.rules.board import DisjointGroups as DisjointGroups
    from nonet.rules.board import DutchFlatmates as DutchFlatmates
    from nonet.rules.board import GlobalEntropy as GlobalEntropy
    from nonet.rules.board import GlobalModulo as GlobalModulo
    from nonet.rules.board import NonConsecutive as NonConsecutive
    from nonet.rules.board import Windoku as Windoku
    from nonet.rules.cages import Cage as Cage
    from nonet.rules.cages import DivisibleCage as DivisibleCage
    from nonet.rules.cages import EqualityCage as EqualityCage
    from nonet.rules.cages import LookAndSayCage as LookAndSayCage
    from nonet.rules.cages import Lunchbox as Lunchbox
    from nonet.rules.cages import MultiSumCage as MultiSumCage
    from nonet.rules.cages import ProductCage as ProductCage
    from nonet.rules.cages import RellikCage as RellikCage
    from nonet.rules.cages import Sum as Sum
    from nonet.rules.cells import Even as Even
    from nonet.rules.cells import Indexing as Indexing
    from nonet.rules.cells import Maximum as Maximum
    from nonet.rules.cells import Minimum as Minimum
    from nonet.rules.cells import Odd as Odd
    from nonet.rules.codec import from_data as from_data
    from nonet.rules.codec import schema as schema
    from nonet.rules.codec import to_data as to_data
    from nonet.rules.generic import AllRules as AllRules
    from nonet.rules.generic import AnyRule as AnyRule
    from nonet.rules.generic import PairRelation as PairRelation
    from nonet.rules.generic import RegexLine as RegexLine
    from nonet.rules.generic import StateMachineLine as StateMachineLine
    from nonet.rules.generic import WeightedSum as WeightedSum
    from nonet.rules.groups import Clone as Clone
    from nonet.rules.groups import Contains as Contains
    from nonet.rules.groups import CountDistinct as CountDistinct
    from nonet.rules.groups import CountingCircles as CountingCircles
    from nonet.rules.groups import EqualSumGroups as EqualSumGroups
    from nonet.rules.groups import ExtraRegion as ExtraRegion
    from nonet.rules.groups import MagicSquare as MagicSquare
    from nonet.rules.groups import SameDigits as SameDigits
    from nonet.rules.lines import BetweenLine as BetweenLine
    from nonet.rules.lines import IndexLine as IndexLine
    from nonet.rules.lines import LockoutLine as LockoutLine
    from nonet.rules.lines import RegionSumLine as RegionSumLine
    from nonet.rules.lines import Renban as Renban
    from nonet.rules.lines import SumLine as SumLine
    from nonet.rules.lines import ZipperLine as ZipperLine
    from nonet.rules.outside import Battlefield as Battlefield
    from nonet.rules.outside import FullRank as FullRank
    from nonet.rules.outside import HiddenSkyscraper as HiddenSkyscraper
    from nonet.rules.outside import LittleKiller as LittleKiller
    from nonet.rules.outside import NumberedRoom as NumberedRoom
    from nonet.rules.outside import RisingStreak as RisingStreak
    from nonet.rules.outside import Sandwich as Sandwich
    from nonet.rules.outside import Skyscraper as Skyscraper
    from nonet.rules.paired_lines import EntropicLine as EntropicLine
    from nonet.rules.paired_lines import ModularLine as ModularLine
    from nonet.rules.paired_lines import Nabner as Nabner
    from nonet.rules.paired_lines import Palindrome as Palindrome
    from nonet.rules.paired_lines import ParityLine as ParityLine
    from nonet.rules.paired_lines import SlowThermometer as SlowThermometer
    from nonet.rules.paired_lines import Thermometer as Thermometer
    from nonet.rules.paired_lines import Whisper as Whisper
    from nonet.rules.pairs import Difference as Difference
    from nonet.rules.pairs import Factor as Factor
    from nonet.rules.pairs import Greater as Greater
    from nonet.rules.pairs import Negative as Negative
    from nonet.rules.pairs import PairProduct as PairProduct
    from nonet.rules.pairs import PairSum as PairSum
    from nonet.rules.pairs import Quadruple as Quadruple
    from nonet.rules.pairs import Ratio as Ratio
    from nonet.rules.registry import catalogue as catalogue
    from nonet.rules.registry import family_of as family_of
    from nonet.rules.registry import rule_class as rule_class
    from nonet.rules.x_sums import BrokenXSum as BrokenXSum
    from nonet.rules.x_sums import ShiftedXSum as ShiftedXSum
    from nonet.rules.x_sums import ShortsightedXSum as ShortsightedXSum
    from nonet.rules.x_sums import XSum as XSum

_HOME = {
    "cages": (
        "Cage",
        "DivisibleCage",
        "EqualityCage",
        "LookAndSayCage",
        "Lunchbox",
        "MultiSumCage",
        "ProductCage",
        "RellikCage",
        "Sum",
    ),
    "groups": (
        "Clone",
        "Contains",
        "CountDistinct",
        "CountingCircles",
        "EqualSumGroups",
        "ExtraRegion",
        "MagicSquare",
        "SameDigits",
    ),
    "paired_lines": (
        "EntropicLine",
        "ModularLine",
        "Nabner",
        "Palindrome",
        "ParityLine",
        "SlowThermometer",
        "Thermometer",
        "Whisper",
    ),
    "arrows": (
        "AmbiguousArrow",
        "Arrow",
        "AverageArrow",
        "DoubleArrow",
        "FuzzyArrow",
        "SplitPeas",
    ),
    "lines": (
        "BetweenLine",
        "IndexLine",
        "LockoutLine",
        "RegionSumLine",
        "Renban",
        "SumLine",
        "ZipperLine",
    ),
    "pairs": (
        "Difference",
        "Factor",
        "Greater",
        "Negative",
        "PairProduct",
        "PairSum",
        "Quadruple",
        "Ratio",
    ),
    "cells": (
        "Even",
        "Indexing",
        "Maximum",
        "Minimum",
        "Odd",
    ),
    "outside": (
        "Battlefield",
        "FullRank",
        "HiddenSkyscraper",
        "LittleKiller",
        "NumberedRoom",
        "RisingStreak",
        "Sandwich",
        "Skyscraper",
    ),
    "x_sums": (
        "BrokenXSum",
        "ShiftedXSum",
        "ShortsightedXSum",
        "XSum",
    ),
    "board": (
        "AntiKing",
        "AntiKnight",
        "AntiLeap",
        "AntiQueen",
        "AntiTaxicab",
        "Diagonal",
        "DisjointGroups",
        "DutchFlatmates",
        "GlobalEntropy",
        "GlobalModulo",
        "NonConsecutive",
        "Windoku",
    ),
    "generic": (
        "AllRules",
        "AnyRule",
        "PairRelation",
        "RegexLine",
        "StateMachineLine",
        "WeightedSum",
    ),
    "base": (
        "RuleText",
        "compiled",
    ),
    "codec": (
        "from_data",
        "schema",
        "to_data",
    ),
    "registry": (
        "catalogue",
        "family_of",
        "rule_class",
    ),
}
_MODULE_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = ["Rule", *sorted(_MODULE_OF)]


def __getattr__(name: str) -> object:
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'nonet.rules' has no attribute {name!r}")
    value = getattr(import_module(f"nonet.rules.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
