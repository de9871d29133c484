"""Chooses the examples of `sudoku techniques` from the test cases: the clearest one for each technique.

    python tools/examples.py            writes src/nonet/explain/examples.txt from tests/data/techniques/*.txt
                                        and tests/data/examples.txt (see tools/mine_examples.py)

The clearest example is a position in which no easier technique applies; after that, the shortest proof counts, then the
fewest candidates.
"""

from __future__ import annotations

import sys
from pathlib import Path

from nonet.logic.cases import TechniqueCase, parse_case, run_case
from nonet.logic.catalog import ENTRIES, entry, technique_keys
from nonet.logic.path import next_step
from nonet.logic.position import Position
from nonet.step import Step

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests" / "data" / "techniques"
MINED = ROOT / "tests" / "data" / "examples.txt"
EXAMPLES = ROOT / "src" / "nonet" / "explain" / "examples.txt"
BASIC = 13
"""The number of lines of the catalogue, from the top, that are singles, locked candidates and subsets."""
HEAD = """\
# One example of each technique, in the format of nonet.logic.cases;
# chosen by tools/examples.py from tests/data/techniques.
"""


Key = tuple[bool, int, int, int, int]


def _is_found_by_basics(case: TechniqueCase, step: Step) -> bool:
    """Whether singles, locked candidates or subsets find part of it, too; then the example shows little."""
    position = Position.at(case.position, givens=case.givens)
    wanted = set(step.eliminations) | set(step.placements)
    for line in ENTRIES[:BASIC]:
        if any(each.key == step.technique for each in line.techniques):
            return False
        for found in line.finder(position, case.options):
            if wanted & (set(found.eliminations) | set(found.placements)):
                return True
    return False


def clarity_key(case: TechniqueCase, step: Step) -> Key:
    """The sort key: how much easier the next step would be, then how much there is to look at."""
    order = technique_keys()
    first = next_step(Position.at(case.position, givens=case.givens))
    together = {each.key for each in entry(step.technique).techniques}
    easier = (
        0
        if first is None or first.technique in together
        else max(0, order.index(step.technique) - order.index(first.technique))
    )
    evidence = step.evidence
    links = sum(map(len, evidence.chains or (evidence.links,)))
    candidates = sum(mask.bit_count() for mask in case.position.masks)
    return (
        _is_found_by_basics(case, step),
        easier,
        len(evidence.truths) + links,
        candidates,
        len(step.eliminations),
    )


def expected_step(case: TechniqueCase) -> Step | None:
    """The step that the case expects."""
    for step in run_case(case).found:
        wanted, found = (
            (case.placements, step.placements) if case.placements else (case.eliminations, step.eliminations)
        )
        if wanted == frozenset(found):
            return step
    return None


def main() -> int:
    best: dict[str, tuple[Key, str]] = {}
    for path in [*sorted(CASES.glob("*.txt")), MINED]:
        for line in path.read_text(encoding="utf-8").splitlines():
            if not line.startswith(":"):
                continue
            case = parse_case(line)
            step = None if case.must_not_fire else expected_step(case)
            if step is not None:
                offer = clarity_key(case, step), line
                best[case.technique] = min(offer, best.get(case.technique, offer))
    lines = [best[key][1] for key in technique_keys() if key in best]
    EXAMPLES.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")
    missing = [key for key in technique_keys() if key not in best]
    print(f"{len(lines)} examples; techniques without one: {', '.join(missing) or 'none'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
