"""Judges what a model wrote about a puzzle: `answer` its grid, `reasoning` its sentences. The text may be anything."""

from __future__ import annotations

from nonet.models.answers import Answer, Verdict, answer
from nonet.models.reasons import Kind, Reasoning, Statement, reasoning

__all__ = ["Answer", "Kind", "Reasoning", "Statement", "Verdict", "answer", "reasoning"]
