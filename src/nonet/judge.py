"""Judges what a model wrote about a puzzle: `answer` its grid, `reasoning` its sentences. The text may be anything."""

from __future__ import annotations

from nonet.models.answers import AnswerVerdict, JudgedAnswer, answer
from nonet.models.reasons import Reasoning, Statement, StatementKind, reasoning

__all__ = ["AnswerVerdict", "JudgedAnswer", "Reasoning", "Statement", "StatementKind", "answer", "reasoning"]
