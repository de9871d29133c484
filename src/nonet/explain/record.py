"""Steps as plain data; `nonet.step_json` describes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nonet.layout import Layout
from nonet.step import Step


def to_record(step: Step, layout: Layout) -> dict[str, Any]:
    return step.to_json(layout)


def from_record(record: Mapping[str, Any], layout: Layout) -> Step:
    return Step.from_json(record, layout)
