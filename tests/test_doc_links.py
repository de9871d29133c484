"""Every internal link of the documentation leads to a file that exists, and to a heading in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from many_cases import for_each

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted(
    [
        *(ROOT / "docs").rglob("*.md"),
        *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
        ROOT / "tools" / "README.md",
    ]
)


def prose(text: str) -> Iterator[str]:
    """The lines of a page that are not code; code in a line is left out, too."""
    fenced = False
    for line in text.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced:
            yield re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line)


def links(text: str) -> list[str]:
    """The targets of the links and pictures of a page.

    >>> links("[a](b.md#c) and ![d](e.png), `[no](code)`")
    ['b.md#c', 'e.png']
    """
    return [target for line in prose(text) for target in re.findall(r"\]\(<?([^)\s>]+)>?\)", line)]


@cache
def anchors(path: Path) -> frozenset[str]:
    """The anchors of the headings of a page, as GitHub and our site make them."""
    found: dict[str, int] = {}
    result = set()
    fenced = False
    for line in path.read_text(encoding="utf-8").split("\n"):
        fenced ^= line.startswith("```")
        heading = re.match(r"#{1,6} +(.*?)(?: +#+)?$", line)
        if heading is None or fenced:
            continue
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading[1])
        slug = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
        count = found.get(slug, 0)
        found[slug] = count + 1
        result.add(f"{slug}-{count}" if count else slug)
    return frozenset(result)


def faults(page: Path) -> list[str]:
    found = []
    for target in links(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        path = (page.parent / name).resolve() if name else page
        if not path.exists():
            found.append(f"{target}: no such file")
        elif name and not path.is_relative_to(ROOT):
            found.append(f"{target}: outside of the repository")
        elif anchor and path.suffix == ".md" and anchor not in anchors(path):
            found.append(f"{target}: no such heading")
    return found


@for_each(PAGES)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert faults(page) == []


def test_bad_links_are_found(tmp_path: Path) -> None:
    page = ROOT / "docs" / "design.md"
    (tmp_path / "page.md").write_text(
        "# One\n[a](nowhere.md) [b](#one) [c](#two) [d](https://example.org/x)\n"
    )
    assert faults(tmp_path / "page.md") == ["nowhere.md: no such file", "#two: no such heading"]
    assert "decisions" in anchors(page)


def test_every_page_can_be_reached() -> None:
    """The site's navigation has every page of docs/."""
    listed = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[2]
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    missing = [page for page in pages if not re.search(rf"[ :-] {re.escape(page)}$", listed, re.MULTILINE)]
    assert missing == []
