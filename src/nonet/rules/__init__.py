"""Rules beyond the houses: killer cages, thermometers, arrows, dots and many others.

    cages          killer cages, sums, products …
    groups         other groups of cells: extra regions, clones, magic squares …
    paired_lines   thermometers, whispers, palindromes …
    arrows         arrows of all kinds
    lines          renbans, region sums, between lines, zippers …
    pairs          dots and signs between cells, quadruples
    cells          odd, even, minimum, maximum, indexing
    outside        little killers, sandwiches, skyscrapers, X-sums …
    board          diagonals, anti-knight, non-consecutive …
    regions        regions that are not drawn
    shading        shaded cells, loops and snakes: connected cells
    values         doublers and other cells that count as something else than their digits
    generic        any pair relation, pattern or weighted sum; either, all

A rule is a value, and a puzzle has any number of them:

>>> from nonet import Puzzle
>>> from nonet.rules import Cage, Thermometer
>>> puzzle = Puzzle.of("4x4", "." * 16, rules=[Cage((0, 1), 3), Thermometer((4, 5, 6, 7))])
>>> puzzle.rules
(Cage(cells=(0, 1), sum=3), Thermometer(cells=(4, 5, 6, 7)))

`catalogue()` has every kind. **To add a rule**, see docs/add-a-rule.md: it is one class. Every name is imported when it
is first used.
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
