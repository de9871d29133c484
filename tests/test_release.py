"""A release is one tag: what it checks, what it says of others, and that every step of a workflow can be run here."""

from __future__ import annotations

import re
from pathlib import Path

import release
import sbom
import sources

from many_cases import for_cases

ROOT = Path(__file__).resolve().parents[1]
CHANGELOG = (
    "# Changelog\n\nAll of it.\n\n## 1.2.3 (2026-12-31)\n\n- New.\n\n## 1.2.2 (2026-11-30)\n\n- Old.\n"
)


@for_cases(
    [
        ("1.2.3", "", CHANGELOG, [], ""),
        ("1.2.3", "v1.2.3", CHANGELOG, [], ""),
        ("1.2.3", "1.2.3", CHANGELOG, [], "the tag is '1.2.3'"),
        ("1.2.2", "v1.2.2", CHANGELOG, [], "begins with '1.2.3 (2026-12-31)'"),
        ("1.2.3", "v1.2.2", CHANGELOG, [], "so it must be v1.2.3"),
        ("1.2", "v1.2", CHANGELOG.replace("1.2.3", "1.2"), [], "not MAJOR.MINOR.PATCH"),
        ("1.2.03", "", CHANGELOG.replace("1.2.3", "1.2.03"), [], "not MAJOR.MINOR.PATCH"),
        ("1.2.3", "", CHANGELOG.replace(" (2026-12-31)", ""), [], "begins with '1.2.3', not"),
        (
            "1.2.3",
            "",
            CHANGELOG.replace("## 1.2.3", "## Unreleased\n\n## 1.2.3"),
            [],
            "begins with 'Unreleased'",
        ),
        ("1.2.3", "", CHANGELOG.replace("- New.", ""), [], "says nothing about 1.2.3"),
        ("1.2.3", "", "# Changelog\n", [], "begins with ''"),
        ("1.2.3", "", CHANGELOG, ["a.py"], "not committed: a.py"),
    ]
)
def test_what_stands_in_the_way(
    version: str, tag: str, changelog: str, changed: list[str], problem: str
) -> None:
    found = release.problems(version, tag, changelog, changed)
    assert len(found) == bool(problem), found
    assert all(problem in each for each in found)


def test_the_notes_are_the_first_section() -> None:
    assert release.notes(CHANGELOG) == ("1.2.3 (2026-12-31)", "- New.")


def test_the_sbom_lists_all_that_is_used() -> None:
    made = sbom.sbom("nonet", "all")
    assert all(made[name] for name in ("bomFormat", "serialNumber", "specVersion")), (
        "asked for by actions/attest"
    )
    own = made["metadata"]["component"]
    uses = {each["ref"]: each["dependsOn"] for each in made["dependencies"]}
    components = {each["bom-ref"]: each for each in made["components"]}
    assert {components[ref]["name"] for ref in uses[own["bom-ref"]]} == {
        re.split("[>=]", each)[0] for each in sources.requirements(["all"])
    }
    reached = {ref for refs in uses.values() for ref in refs}
    assert reached == components.keys() == uses.keys() - {own["bom-ref"]}
    names = {each["name"] for each in components.values()}
    assert "h11" in names, "uvicorn uses it"
    assert "pytest" not in names
    pins = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    for each in components.values():
        assert any(line.split(" ")[0] == f"{each['name']}=={each['version']}" for line in pins), each
        assert each["purl"] == f"pkg:pypi/{each['name']}@{each['version']}"
    fonts = {each["name"] for each in own["components"]}
    texts = [path.read_text("utf-8") for path in ROOT.glob("src/**/OFL.txt")]
    assert len(texts) == 2
    assert all(any(font in text for text in texts) for font in fonts)


def test_the_steps_of_the_workflows_are_targets_of_make() -> None:
    lines = re.findall(r"^([a-z -]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    targets = set(" ".join(lines).split())
    steps = [
        step
        for path in (ROOT / ".github/workflows").glob("*.yml")
        for step in re.findall(r"run: (.+)", path.read_text("utf-8"))
    ]
    made = [re.sub(r" \w+=\S+", "", step).split() for step in steps if step.startswith("make ")]
    assert {"test", "platform", "site", "release-check"} <= {target for _, *words in made for target in words}
    assert not [words for words in made if not set(words[1:]) <= targets]
