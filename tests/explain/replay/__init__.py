"""A judge of explanations, with a board of its own: see `judge.py`. One file of rules for each part of the grammar."""

from explain.replay import (
    rules_board,
    rules_experts,
    rules_leftovers,
    rules_line_sums,
    rules_needs,
    rules_partners,
    rules_pattern,
    rules_pointers,
    rules_reasoning,
    rules_skylines,
    rules_sum_limits,
    rules_sums,
    rules_told,
)
from explain.replay.judge import RULES, Finding, Replay

__all__ = [
    "RULES",
    "Finding",
    "Replay",
    "rules_board",
    "rules_experts",
    "rules_leftovers",
    "rules_line_sums",
    "rules_needs",
    "rules_partners",
    "rules_pattern",
    "rules_pointers",
    "rules_reasoning",
    "rules_skylines",
    "rules_sum_limits",
    "rules_sums",
    "rules_told",
]
