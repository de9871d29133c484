"""What an explanation states: a list of facts, as values, in no language.

    frame       where to look, the technique, the conclusion
    board       what can be seen: the only places of a digit in a house, what sees what …
    fish        base and cover, fins
    pattern     subsets, sets, colours, loops, deadly patterns, and what each of them implies
    reasoning   either … or, if … then; suppose, and what comes of it
    experts     cells that three digits cannot fill, room for as many digits as cells, base and targets
    partners    cells that a rule relates: bounds, partners, twins
    leftovers   what rows and regions of a jigsaw do not share
    line_sums   clues that add up some cells of a line
    needs       rules of variants: what cells can hold together, and what they must hold
    pointers    the same: cells that say where a digit is
    skylines    the same: how many digits of a line are seen
    sum_limits  the least and the greatest sums of cells
    told        what a friend would say first, and the short form
    sums        rules of variants: cages, sums of houses, what a rule implies

Each kind of fact has its data and one sentence. `wording.py` says it in a language; `Fact.subjects` tells which
cells, houses and digits it speaks of, so that faces can point at them.

The facts of an explanation are a proof: each follows from the position and from the facts before it, and the last one
is the conclusion. `tests/explain/replay` checks that, fact by fact, on a board of its own, for every step of
thousands of puzzles. So a new kind of fact needs four things: a class here with its data and its English `sentence` (or
`said`, which chooses one); its name in `__init__.pyi`; a translation; and a rule in the replay.
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
