"""Writes docs/techniques: a page for each family, with its techniques and pictures of their examples.

    python tools/pages.py       (make pages) writes docs/techniques/*.md and docs/techniques/pictures/*.svg

`INTRODUCTIONS` is written by hand; everything else comes from the catalogue, the examples and the explanations.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from nonet.draw.steps import step_svg
from nonet.explain import FAMILIES, explain, family_name, picture, technique_name
from nonet.explain.examples import Example, example
from nonet.generate.variants import VariantRecipe, make_variant
from nonet.logic.catalog import techniques, variant_techniques
from nonet.logic.path import path
from nonet.logic.position import Position

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "techniques"

FOREWORD = """
How people solve, from the easiest technique to the last resort. `sudoku techniques` lists them all in the order
in which they are tried; `sudoku techniques x-wing` shows one. Cells are named r4c7 (row 4, column 7);
r5c38 ≠ 6 means that neither r5c3 nor r5c8 is 6. Levels and scores are HoDoKu's.
"""
AFTERWORD = """
Steps are available as data, too: `sudoku explain --json` writes them with their evidence; the format is
described at the top of `src/nonet/step_json.py`. To write a technique of your own, see
[the recipe](../add-a-technique.md).
"""

INTRODUCTIONS = {
    "singles": """
These three solve every easy puzzle. A **full house** is a house with one empty cell. A **naked single** is a cell
with one candidate left: look at the cell and count what its houses already contain. A **hidden single** is a digit
with one place left in a house: look at the house and ask where the digit can go. Beginners see hidden singles in
boxes first, since the rows and columns that cross a box rule out most of it.
""",
    "locked": """
A box and a line that cross share three cells. If a digit of one of them has to be in those cells, it cannot be
anywhere else in the other. *Pointing*: all places of a box are in one line. *Claiming*: all places of a line are in
one box. A **locked pair** or **triple** is a naked subset in the crossing, so it removes its digits from two houses
at once.
""",
    "subsets": """
As many digits as cells. **Naked**: some cells of a house have only as many candidates between them as there are
cells, so these digits go nowhere else in the house. **Hidden**: some digits have only as many places in a house as
there are digits, so nothing else goes there. Every naked subset is the complement of a hidden one; people see the
smaller of the two.
""",
    "fish": """
One digit, and as many *base* houses as *cover* houses. If all places of the digit in the base houses are in the
cover houses, each cover house gets its digit from a base house and loses all its other places. Two rows and two
columns make an **X-wing**, three a **swordfish**, four a **jellyfish**, and so on; every larger basic fish comes
with a smaller one in the other direction.

A **fin** is a place of a base house outside the covers. Either the fish holds or a fin is true: what the fish would
eliminate and all fins see can be eliminated anyway. **Sashimi** fish would not be fish without their fins.
**Franken** fish have boxes among their houses, **mutant** fish any houses at all; a place in two base houses at once
is an *endo fin*. A **kraken** fish reaches by chains what its fins do not see. Two finned fish on one base can be
taken as one step: *siamese* fish.
""",
    "single-digit": """
A house with two places for a digit is a *strong link*: one of the two is right. If the inner ends of two strong
links see each other, at least one of the outer ends is right, and every cell that sees both loses the digit. Two
parallel lines make a **skyscraper**, a row and a column joined in a box a **2-string kite**, and any two links a
**turbot fish**. In an **empty rectangle** a whole box acts as one link: its places are all in one row and one
column.
""",
    "coloring": """
Follow the strong links of a digit and give its places two colours in turn: all places of one colour are right, all
of the other wrong. What sees both colours can be eliminated (**trap**); if two places of a colour see each other,
that colour is wrong (**wrap**). **Multi-colouring** compares two colourings that no strong link joins.
""",
    "wings": """
A few cells with few candidates, one of which must take a certain digit. The *pivot* sees the *pincers*; whatever it
takes, a pincer (in an XYZ-wing perhaps the pivot itself) takes the digit that they share. A **W-wing** has two
pincers with the same candidates, joined by a strong link on the other digit.
""",
    "uniqueness": """
That a puzzle has one solution is a clue. If four cells in two rows, two columns and two boxes held the same two
digits crosswise, the digits could be swapped, and there would be two solutions: so something must prevent it.
These techniques say nothing about a puzzle with several solutions; `--no-uniqueness` switches them off. A
**bivalue universal grave** (BUG) is the same idea for the whole board. The cells of an **avoidable rectangle** are
filled, but none of them was given; so one must know which cells were given.
""",
    "chains": """
A *strong link* means: if one is false, the other is true. A *weak link*: if one is true, the other is false. A chain
alternates them, so that if its first node is false, its last one is true: at least one end is true. **X-chains**
stay with one digit, **XY-chains** go through cells with two candidates, an **AIC** uses both. A chain that returns
to its first cell is a **nice loop**: *continuous* if it closes, and then each of its weak links eliminates
candidates; *discontinuous* if it contradicts itself there. With groups of cells (or almost locked sets) as nodes
they are *grouped*. A **remote pair** is a chain of cells with the same two candidates.
""",
    "almost-locked": """
An *almost locked set* is a set of cells in a house with one more digit than cells. Take one of its digits away, and
all the others are locked in it. Two sets with a common digit whose places all see each other cannot both contain it:
so one of them is locked. **ALS-XZ** concludes from two sets, an **ALS-XY-wing** from three, an **ALS chain** from
more; a **death blossom** has a set for each candidate of a cell. **Sue de Coq** is about the crossing of a line and
a box, with a set in each.
""",
    "forcing": """
Suppose something and see what follows. *Contradiction*: an assumption leads to something impossible, so its opposite
is true. *Verity*: all candidates of a cell, or all places of a digit in a house, lead to the same result, so it is
true. A **forcing chain** follows single links, a **forcing net** all singles that arise. A **nested net** makes
assumptions within assumptions, as deep as necessary: the last resort, and still a proof. There is no guessing, and
every puzzle with one solution has a path.
""",
    "templates": """
A template is one way to place a digit in all nine rows, columns and boxes. A cell that no template uses loses the
candidate; a cell that all of them use takes it. Nobody would list them all by hand, but they show what can be proved
about one digit at all: no fish, colouring or chain of one digit finds more.
""",
    "experts": """
For puzzles that are too hard for chains. No path and no rating uses these patterns unless they are
[asked for](../research-techniques.md): `sudoku explain --allow exocet`. An **SK-loop** is a ring of sixteen cells with
room for sixteen digits. An **exocet** is two cells, the base, whose digits come back in two other cells, the targets. A
**tridagon** is twelve cells that three digits cannot fill, so that one of their other candidates, a guardian, is true.
""",
}


KILLER_NAME = "Killer cages and other rules"
KILLER = """
A killer has cages: different digits that add up to the number in the corner. What people do with them, from easy to
hard:

- **Combinations.** Two cells that make 4 hold 1 and 3. List the sets of digits that make the sum and fit the
  candidates; a digit that is in none of them can be eliminated. A digit that is in all of them is a *must-have
  digit*: it is eliminated from every cell that sees all its places in the cage.
- **The rule of 45.** A row, a column or a box holds 1 to 9 once, so it adds up to 45 (a 6x6 board: 21). Subtract the
  cages that lie inside: what is left is for the cells that no cage covers, the *innies*. Subtract all cages that the
  house meets, and the excess is in the cells outside, the *outies*. A single cell gives a digit; a few cells are a
  cage of their own, and cells of one cage *split* it in two. The same works for two or three houses at once.
- **Killer pairs.** If every combination of a cage has 4 or 7, and so does another cage or cell of the house, the two
  digits are used up there.
- **Blocked combinations.** A combination that leaves nothing for another cage or cell of the house is impossible.
- **Trial**, the last resort: suppose a candidate, take easy steps, and meet a contradiction.

Arrows, little killers and other sums have their *limits*: what the other cells make at least, or at most, leaves no
more, or no less, for a cell. Cells that see each other differ, so three of them make at least 1 + 2 + 3.
The pieces of a region sum line have a *common sum*, one that all of them can make.
The sum of a sandwich limits how many cells are between 1 and 9, and an X-sum what its first digit can be.

Thermometers, dots and other rules have reasons of their own. A cell is bounded *by its place* on a thermometer; a
digit without a *partner* across a dot or along a whisper line goes; two cells that would need the *same partner*
must not see each other; *twins* on a palindrome hold the same digit; low and high digits come *in turn*; the ends
of a lockout line *lock out* what lies between them; a renban line has a *range*, and a quadruple digits that it
*must have*; an indexer or a numbered room *points* to a cell; a skyline shows so many digits and no more. On
jigsaws, with or without other rules, what is *left over* of rows and of as many regions holds the same digits.
Where none of this says it better, some candidates are in no way to fill the cells of a rule, or of *two rules
together*; the ways are listed when they are six or fewer.

Rules also serve the usual techniques. A diagonal, a window, an extra region or a disjoint group is a house like any
other. Cells that a rule keeps apart (anti-knight, a cage, a renban line) see each other, so locked candidates,
subsets, fish, wings, almost locked sets and chains work with them; the explanation names the rule. Two digits that
exclude each other by a rule (3 and 7 beside a white dot), and a digit that a rule needs in one of two cells, are links
of wings, colours, chains and forcing chains: each link says which rule makes it. *Forcing with rules* supposes a
candidate and needs nothing but singles and rules to meet a contradiction, in at most twelve lines.

All this mixes with the usual techniques, except for those that rely on there being one solution: swapping two
digits may break a rule.

The path of a hard variant may end early, where none of this helps; `sudoku explain` says so. Levels and scores of
these techniques are ours: see [ratings](../ratings.md). `sudoku explain`, `sudoku rate` and `sudoku hint` read every
variant that nonet knows.
"""
KILLER_SEEDS = (10, 1)
"""The puzzles that the pictures are taken from: sudoku create --variant killer --seed N."""
KILLER_DRAWN = (
    *("cage-combinations", "cage-must-have", "rule-of-45", "cage-splitting", "innies-outies", "killer-pair"),
    *("rule-of-45-2", "blocked-combinations"),
)


def killer_page() -> Iterator[str]:
    """The page about cages; also writes its pictures."""
    yield f"# {KILLER_NAME}"
    yield ""
    yield KILLER.strip()
    yield ""
    yield "| key | name | level | score |"
    yield "|---|---|---|--:|"
    for each in variant_techniques():
        yield f"| `{each.key}` | {each.name} | {each.level.name.lower()} | {each.score} |"
    shown: dict[str, Example] = {}
    for seed in KILLER_SEEDS:
        puzzle = make_variant(VariantRecipe("killer"), seed).puzzle
        position = Position.of(puzzle)
        for step in path(puzzle):
            if step.technique not in shown:
                shown[step.technique] = Example(step.technique, position.candidates(), puzzle.givens, step)
            position.apply(step)
    for key in KILLER_DRAWN:
        yield from section(key, shown[key])
    yield ""
    yield "[All families](README.md)"


def main() -> int:
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    (FOLDER / "killer.md").write_text("\n".join(killer_page()) + "\n", encoding="utf-8")
    for family in FAMILIES:
        text = "\n".join(page(family)).rstrip() + "\n"
        (FOLDER / f"{family}.md").write_text(text, encoding="utf-8")
    (FOLDER / "README.md").write_text("\n".join(index()) + "\n", encoding="utf-8")
    return 0


def page(family: str) -> Iterator[str]:
    """The lines of a family's page; also writes its pictures."""
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
    yield "`sudoku techniques NAME` shows the others. [All families](README.md)"


def section(key: str, shown: Example) -> Iterator[str]:
    """One technique: its picture and its words."""
    drawn = picture(shown.position, shown.step, givens=shown.givens)
    rules = shown.step.context.rules if shown.step.context is not None else ()
    (FOLDER / "pictures" / f"{key}.svg").write_text(step_svg(drawn, rules=rules), encoding="utf-8")
    name = technique_name(key)
    yield ""
    yield f"## {name[:1].upper()}{name[1:]}"
    yield ""
    yield f"![{drawn.title}](pictures/{key}.svg)"
    yield ""
    for line in explain(shown.step, shown.position).split("\n"):
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
    own = variant_techniques()
    yield f"| [{KILLER_NAME}](killer.md) | {len(own)} | {max(each.level for each in own).name.lower()} |"
    yield ""
    yield AFTERWORD.strip()


if __name__ == "__main__":
    sys.exit(main())
