"""A step as plain data, for JSON; `from_record` is the inverse of `to_record`.

    {"technique": "hidden-single",
     "placements": [{"cell": "r1c1", "digit": 5}], "eliminations": [],
     "evidence": {"roles": [{"kind": "base", "cells": ["r1c1"], "digits": [5], "houses": ["box 1"], "label":
     ""}],
                  "truths": [{"house": "box 1", "digit": 5}]}}

Cells are called r4c7 and houses by their English names, whatever the language: programs read this. Empty
parts of the evidence are left out. A node of a chain is {"cells": […], "digit": 5, "on": true}, with "set"
where it is an almost locked set; a link is {"start": node, "end": node, "strong": true}; a case is
{"candidate", "truths", "split", "cases"}. Rules are written as in `nonet.rules.codec`; an equation is {"cells",
"weights", "total", "houses", "rules"}, a trial {"candidate", "steps", "truth", "rule"}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from nonet.errors import NonetError
from nonet.layout import Layout
from nonet.step import (
    Candidate,
    Case,
    Deadly,
    Equation,
    Evidence,
    Link,
    Node,
    Role,
    RoleKind,
    Step,
    Trial,
    Truth,
)

if TYPE_CHECKING:
    from nonet.rules.base import Rule

__all__ = ["SCHEMA", "from_record", "to_record"]

SCHEMA = "nonet-step-1"
"""Changes when the shape of a record does."""

Record = dict[str, Any]


def to_record(step: Step, layout: Layout) -> Record:
    """The step as lists, dicts, strings and numbers.

    >>> from nonet.layout import CLASSIC
    >>> to_record(Step("naked-single", ((0, 5),)), CLASSIC)
    {'technique': 'naked-single', 'placements': [{'cell': 'r1c1', 'digit': 5}], 'eliminations': [],
    'evidence': {}}
    """
    return {
        "technique": step.technique,
        "placements": [_candidate(layout, each) for each in step.placements],
        "eliminations": [_candidate(layout, each) for each in step.eliminations],
        "evidence": _evidence(layout, step.evidence),
    }


def from_record(record: Mapping[str, Any], layout: Layout) -> Step:
    """The step of a record; `from_record(to_record(step, layout), layout) == step`.

    >>> from nonet.layout import CLASSIC
    >>> step = Step("naked-single", ((0, 5),))
    >>> from_record(to_record(step, CLASSIC), CLASSIC) == step
    True
    """
    return _RecordReader(layout).step(record)


# -- out -----------------------------------------------------------------------------------------------------


def _candidate(layout: Layout, candidate: Candidate) -> Record:
    return {"cell": layout.cell_name(candidate[0]), "digit": candidate[1]}


def _cells(layout: Layout, cells: Iterable[int]) -> list[str]:
    return [layout.cell_name(cell) for cell in cells]


def _evidence(layout: Layout, evidence: Evidence) -> Record:
    whole: Record = {
        "roles": [
            {
                "kind": role.kind.value,
                "cells": _cells(layout, role.cells),
                "digits": list(role.digits),
                "houses": [layout.houses[house].name for house in role.houses],
                "label": role.label,
            }
            for role in evidence.roles
        ],
        "truths": [_truth(layout, truth) for truth in evidence.truths],
        "links": [_link(layout, link) for link in evidence.links],
        "chains": [[_link(layout, link) for link in chain] for chain in evidence.chains],
        "deadly": None
        if evidence.deadly is None
        else {
            "kind": evidence.deadly.kind,
            "cells": _cells(layout, evidence.deadly.cells),
            "digits": list(evidence.deadly.digits),
        },
        "cases": None if evidence.cases is None else _case(layout, evidence.cases),
        "rules": [_rule(layout, rule) for rule in evidence.rules],
        "equations": [_equation(layout, each) for each in evidence.equations],
        "trial": None if evidence.trial is None else _trial(layout, evidence.trial),
        "apart": [_rule(layout, rule) for rule in evidence.apart],
    }
    return {name: part for name, part in whole.items() if part}


def _truth(layout: Layout, truth: Truth) -> Record:
    if truth.cell is not None:
        return {"cell": layout.cell_name(truth.cell)}
    assert truth.house is not None
    return {"house": layout.houses[truth.house].name, "digit": truth.digit}


def _node(layout: Layout, node: Node) -> Record:
    record: Record = {"cells": _cells(layout, node.cells), "digit": node.digit, "on": node.on}
    if node.set_cells:
        record["set"] = _cells(layout, node.set_cells)
    return record


def _link(layout: Layout, link: Link) -> Record:
    return {"start": _node(layout, link.start), "end": _node(layout, link.end), "strong": link.strong}


def _case(layout: Layout, case: Case) -> Record:
    return {
        "candidate": None if case.candidate is None else _candidate(layout, case.candidate),
        "truths": [_truth(layout, truth) for truth in case.truths],
        "split": None if case.split is None else _truth(layout, case.split),
        "cases": [_case(layout, inner) for inner in case.cases],
    }


def _rule(layout: Layout, rule: Rule) -> Record:
    from nonet.rules.codec import to_data

    return to_data(rule, layout)


def _equation(layout: Layout, equation: Equation) -> Record:
    return {
        "cells": _cells(layout, equation.cells),
        "weights": list(equation.weights),
        "total": equation.total,
        "houses": [layout.houses[house].name for house in equation.houses],
        "rules": [_rule(layout, rule) for rule in equation.rules],
    }


def _trial(layout: Layout, trial: Trial) -> Record:
    return {
        "candidate": _candidate(layout, trial.candidate),
        "steps": [to_record(step, layout) for step in trial.steps],
        "truth": None if trial.truth is None else _truth(layout, trial.truth),
        "rule": None if trial.rule is None else _rule(layout, trial.rule),
    }


# -- in ------------------------------------------------------------------------------------------------------


class _RecordReader:
    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.numbers = {house.name: number for number, house in enumerate(layout.houses)}

    def step(self, record: Mapping[str, Any]) -> Step:
        try:
            return Step(
                record["technique"],
                self.candidates(record["placements"]),
                self.candidates(record["eliminations"]),
                self.evidence(record["evidence"]),
            )
        except (KeyError, TypeError) as error:
            raise NonetError(f"not a record of a step ({SCHEMA}): {error!r}") from error

    def cells(self, names: Iterable[str]) -> tuple[int, ...]:
        return tuple(self.layout.cell_named(name) for name in names)

    def candidate(self, record: Mapping[str, Any]) -> Candidate:
        return self.layout.cell_named(record["cell"]), int(record["digit"])

    def candidates(self, records: Iterable[Mapping[str, Any]]) -> tuple[Candidate, ...]:
        return tuple(self.candidate(record) for record in records)

    def evidence(self, record: Mapping[str, Any]) -> Evidence:
        deadly, cases, trial = record.get("deadly"), record.get("cases"), record.get("trial")
        return Evidence(
            tuple(self.role(each) for each in record.get("roles", ())),
            tuple(self.truth(each) for each in record.get("truths", ())),
            tuple(self.link(each) for each in record.get("links", ())),
            tuple(tuple(self.link(each) for each in chain) for chain in record.get("chains", ())),
            deadly and Deadly(deadly["kind"], self.cells(deadly["cells"]), tuple(deadly["digits"])),
            cases and self.case(cases),
            tuple(self.rule(each) for each in record.get("rules", ())),
            tuple(self.equation(each) for each in record.get("equations", ())),
            trial and self.trial(trial),
            tuple(self.rule(each) for each in record.get("apart", ())),
        )

    def rule(self, record: Mapping[str, Any]) -> Rule:
        from nonet.rules.codec import from_data

        return from_data(record, self.layout)

    def equation(self, record: Mapping[str, Any]) -> Equation:
        return Equation(
            self.cells(record["cells"]),
            tuple(record["weights"]),
            int(record["total"]),
            tuple(self.numbers[name] for name in record["houses"]),
            tuple(self.rule(each) for each in record["rules"]),
        )

    def trial(self, record: Mapping[str, Any]) -> Trial:
        truth, rule = record["truth"], record["rule"]
        return Trial(
            self.candidate(record["candidate"]),
            tuple(self.step(each) for each in record["steps"]),
            truth and self.truth(truth),
            rule and self.rule(rule),
        )

    def role(self, record: Mapping[str, Any]) -> Role:
        return Role(
            RoleKind(record["kind"]),
            self.cells(record["cells"]),
            tuple(record["digits"]),
            tuple(self.numbers[name] for name in record["houses"]),
            record["label"],
        )

    def truth(self, record: Mapping[str, Any]) -> Truth:
        if "cell" in record:
            return Truth(cell=self.layout.cell_named(record["cell"]))
        return Truth(house=self.numbers[record["house"]], digit=int(record["digit"]))

    def node(self, record: Mapping[str, Any]) -> Node:
        return Node(
            int(record["digit"]), self.cells(record["cells"]), self.cells(record.get("set", ())), record["on"]
        )

    def link(self, record: Mapping[str, Any]) -> Link:
        return Link(self.node(record["start"]), self.node(record["end"]), record["strong"])

    def case(self, record: Mapping[str, Any]) -> Case:
        candidate, split = record["candidate"], record["split"]
        return Case(
            candidate and self.candidate(candidate),
            tuple(self.truth(each) for each in record["truths"]),
            split and self.truth(split),
            tuple(self.case(each) for each in record["cases"]),
        )
