"""The pages of docs/techniques: one a family, its techniques with their examples, drawn by our own renderer.

    python tools/pages.py               (make pages) writes docs/techniques/*.md and
                                        docs/techniques/pictures/*.svg

What is written by hand stands in `INTRODUCTIONS` below; everything else comes from the catalog, the examples
and the explainer.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from nonet.explain import FAMILIES, explain, family_name, picture, technique_name, to_svg
from nonet.explain.examples import Example, example
from nonet.logic.catalog import techniques

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "techniques"

FOREWORD = """
How people solve, from the easiest to the last resort. `sudoku techniques` lists them all in the order in
which they are tried; `sudoku techniques x-wing` shows one. Cells are called r4c7 (row 4, column 7);
r5c38 ≠ 6 says that neither r5c3 nor r5c8 is 6. Levels and scores are HoDoKu's.
"""
AFTERWORD = """
A step can be had as data, too: `sudoku explain --json` writes the steps with their evidence; the shape of
that is told at the head of `src/nonet/explain/record.py`. To write a technique of your own:
[the recipe](../add-a-technique.md).
"""

INTRODUCTIONS = {
    "singles": """
Whoever can find these three solves every easy puzzle. A **full house** is a house with one open cell. A
**naked single** is a cell with one candidate left: look at the cell, and count what its houses already have.
A **hidden single** is a digit with one place left in a house: look at the house, and ask where the digit can
go. Beginners see hidden singles in boxes first, since the rows and columns that cross a box rule out most of
it. """,
    "locked": """
Where a box and a line cross, they share three cells. If a digit must stand in the crossing for the sake of
the one, it cannot stand elsewhere in the other. *Pointing*: the places of a box all lie in one line.
*Claiming*: the places of a line all lie in one box. A **locked pair** or **triple** is a naked subset that
lies in a crossing, and so takes its digits from two houses at once.
""",
    "subsets": """
As many digits as cells. **Naked**: some cells of a house have no other candidates between them than just as
many digits, so these digits go nowhere else in the house. **Hidden**: some digits have no other places in a
house than just as many cells, so nothing else goes there. Every naked subset has a hidden one as its
complement; people see the smaller of the two.
""",
    "fish": """
One digit, and as many *base* houses as *cover* houses. If all places of the digit in the base houses lie in
the cover houses, each cover house gets its digit from a base house, and loses every other place. Two rows
and two columns make an **X-wing**, three a **swordfish**, four a **jellyfish**, and so on; larger basic fish
always come with a smaller one across.

A **fin** is a place of a base house outside the covers. The fish holds, or a fin is true: what sees all fins
and would be eaten anyway, goes. **Sashimi** fish would be no fish without their fins. **Franken** fish have
boxes among their houses, **mutant** fish any houses at all; a place in two base houses at once is an *endo
fin*. A **kraken** reaches by chains what its fins do not see. Two finned fish on one base can be taken as
one step: *siamese* fish. """,
    "single-digit": """
A house with two places for a digit is a *strong link*: one of both is right. Two strong links whose inner
ends see each other leave a choice for the outer ends: at least one of them is right, and what sees both
goes. Two parallel lines make a **skyscraper**, a row and a column joined in a box a **2-string kite**, and
any two links a **turbot fish**. In an **empty rectangle** a whole box plays the part of one link: its places
lie in one row and one column. """,
    "coloring": """
Follow the strong links of a digit and give its places two colours in turn: all places of one colour are
right, all of the other wrong. What sees both colours goes (**trap**); if two places of a colour see each
other, the colour is wrong (**wrap**). With two colourings that no strong link joins, **multi-colors**
compare them. """,
    "wings": """
A few cells with few candidates, one of which must take a certain digit. The *pivot* sees the *pincers*;
whatever it takes, a pincer (in an XYZ-wing perhaps the pivot) takes the digit that they share. A **W-wing**
has two equal pincers, joined by a strong link on their other digit.
""",
    "uniqueness": """
A puzzle has one solution, and that is a clue. Four cells in two rows, two columns and two boxes that could
hold the same two digits crosswise would make two solutions: the digits could be exchanged. So something must
keep them from that. These techniques say nothing about a puzzle with several solutions; `--no-uniqueness`
switches them off. The **universal grave** (BUG) is the same idea for the whole board. An **avoidable
rectangle** has filled cells, none of them given; for these one must know which cells were given.
""",
    "chains": """
A *strong link* says: if not the one, then the other. A *weak link*: if the one, then not the other. A chain
alternates them, so that from its first node being false follows that its last one is true: one of both ends
holds. **X-chains** stay with one digit, **XY-chains** go through cells of two candidates, an **AIC** does
what it likes. A chain that comes back to its cell is a **nice loop**: *continuous* if it closes, and then
each of its weak links eliminates; *discontinuous* if it bites itself. With groups of cells (or almost locked
sets) as nodes they are *grouped*. A **remote pair** is a chain of equal pairs.
""",
    "almost-locked": """
An *almost locked set* is a set of cells in a house with one digit more than cells. Take one of its digits
away, and all the others are locked in it. Two sets with a common digit whose places all see each other
cannot both have it: so one of them is locked. **ALS-XZ** draws the conclusion from two sets, the
**ALS-XY-wing** from three, an **ALS chain** from more; a **death blossom** hangs a set on each candidate of
a cell. **Sue de Coq** looks at the crossing of a line and a box, with a set in each.
""",
    "forcing": """
Suppose something and see what comes of it. *Contradiction*: a supposition leads to something impossible, so
its opposite holds. *Verity*: all candidates of a cell, or all places of a digit in a house, lead to the
same, so that holds. A **forcing chain** follows single links, a **forcing net** all singles that arise. A
**nested net** supposes again within a supposition, as deep as need be: the last resort, and still a proof.
There is no guessing, and every puzzle with one solution has a path.
""",
    "templates": """
A template is one way to put a digit into all nine rows, columns and boxes. A cell that no template uses
loses the candidate; a cell that all of them use takes it. No human would list them all, but it shows what
can be proved about one digit at all: no fish, colouring or chain of one digit finds more.
""",
}


def main() -> int:
    """Writes everything anew."""
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    for family in FAMILIES:
        text = "\n".join(page(family)).rstrip() + "\n"
        (FOLDER / f"{family}.md").write_text(text, encoding="utf-8")
    (FOLDER / "README.md").write_text("\n".join(index()) + "\n", encoding="utf-8")
    return 0


def page(family: str) -> Iterator[str]:
    """The lines of a family's page; its pictures are written on the way."""
    yield f"# {family_name(family)}"
    yield ""
    yield INTRODUCTIONS[family].strip()
    yield ""
    yield "| key | name | level | score | notes |"
    yield "|---|---|---|--:|---|"
    for each in techniques(family):
        notes = ", ".join(
            note
            for note, on in (("off by default", not each.on), ("relies on uniqueness", each.unique))
            if on
        )
        yield f"| `{each.key}` | {each.name} | {each.level.name.lower()} | {each.score} | {notes} |"
    for each in techniques(family):
        shown = example(each.key) if each.drawn else None
        if shown is not None:
            yield from section(each.key, shown)
    yield ""
    yield "Every other technique of the family: `sudoku techniques NAME`. [All families](README.md)"


def section(key: str, shown: Example) -> Iterator[str]:
    """One technique: its picture and its words."""
    layout = shown.position.layout
    drawn = picture(shown.position, shown.step, givens=shown.givens)
    (FOLDER / "pictures" / f"{key}.svg").write_text(to_svg(drawn), encoding="utf-8")
    name = technique_name(key)
    yield ""
    yield f"## {name[:1].upper()}{name[1:]}"
    yield ""
    yield f"![{drawn.title}](pictures/{key}.svg)"
    yield ""
    for line in explain(shown.step, layout).split("\n"):
        yield f"> {line.strip()}  "


def index() -> Iterator[str]:
    """The list of families."""
    yield "# The techniques"
    yield ""
    yield FOREWORD.strip()
    yield ""
    yield "| family | techniques | hardest |"
    yield "|---|--:|---|"
    for family in FAMILIES:
        own = techniques(family)
        hardest = max(each.level for each in own).name.lower()
        yield f"| [{family_name(family)}]({family}.md) | {len(own)} | {hardest} |"
    yield ""
    yield AFTERWORD.strip()


if __name__ == "__main__":
    sys.exit(main())
