"""Colours by name, in several themes.

    light      ink on white, with the colours that solvers know from SudokuPad
    dark       the same on a dark background
    print      black and greys that a laser printer can show; for books
    contrast   black on white, no greys, heavy lines: for people with low vision
    sepia      brown on cream

A new theme is a column of the table. Where it has a dash, it takes the colour of `light`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from nonet.errors import NonetError
from nonet.explain.marks import COLOURS

_TABLE = """
name              light    dark     print    contrast sepia
paper             #ffffff  #15181d  -        -        #fbf5e6
ink               #16191d  #eef1f5  #000000  #000000  #3b2a1a
entered           #1d5bbf  #86b7ff  #333333  #0000c8  #8a4b12
faint             #6b737c  #9aa4af  #4d4d4d  #000000  #7d6a55
thin              #a4abb3  #4d5661  #808080  #000000  #c7b395
thick             #16191d  #cfd6de  #000000  #000000  #3b2a1a
house             #e9edf2  #232a33  #e6e6e6  -        #f1e6cd
diagonal          #9fb4cf  #4c6687  #a6a6a6  -        #cdb48b
fog               #c3c9d1  #39414b  #bfbfbf  #c8c8c8  #d8c9a6
wrong             #c0392b  #ff8a7a  #000000  -        -
cage              #16191d  #cfd6de  #000000  #000000  #3b2a1a
tint              #dcdfe3  #2c333c  #dedede  -        #eadcbd
mark              #16191d  #eef1f5  #000000  #000000  #3b2a1a
white-dot         #ffffff  #eef1f5  -        -        #fbf5e6
black-dot         #16191d  #000000  #000000  #000000  #3b2a1a
badge             #d3d6da  #3a424c  #d9d9d9  -        #e2d1ac
arrow             #8b9096  #8d97a2  #808080  #000000  #9c8766
outside           #16191d  #eef1f5  #000000  #000000  #3b2a1a
thermometer       #cdd1d5  #434b55  -        -        -
slow_thermometer  #cdd1d5  #434b55  -        -        -
whisper           #67d96b  #2f7d35  -        -        -
renban            #e07ae0  #8b3d8b  -        -        -
nabner            #e3c53c  #86701a  -        -        -
palindrome        #b9bdc2  #565e68  -        -        -
region_sum_line   #6cc0ea  #2b6f94  -        -        -
sum_line          #c9c883  #6d6c37  -        -        -
between_line      #a9b4c9  #4c5870  -        -        -
lockout_line      #86a8e0  #3d5f9a  -        -        -
zipper_line       #c3b1f5  #65549a  -        -        -
modular_line      #63c5bd  #2b716b  -        -        -
entropic_line     #f7c59b  #8b5c34  -        -        -
parity_line       #f2a08a  #8a4a3a  -        -        -
index_line        #c7a27c  #6d543c  -        -        -
split_peas        #a8d39c  #4b6e43  -        -        -
double_arrow      #b7bcc2  #565e68  -        -        -
pair_relation     #d0b8a8  -        -        -        -
regex_line        #d0b8a8  -        -        -        -
automaton         #d0b8a8  -        -        -        -
weighted_sum      #d0b8a8  -        -        -        -
"""

_NAMES, *_ROWS = (line.split() for line in _TABLE.strip().splitlines())
_COLUMNS = {
    theme: {row[0]: row[column] for row in _ROWS if row[column] != "-"}
    for column, theme in enumerate(_NAMES[1:], start=1)
}
_COLUMNS["light"] |= {name: light for name, (light, _, _) in COLOURS.items()}
_COLUMNS["dark"] |= {name: dark for name, (_, dark, _) in COLOURS.items()}


@dataclass(frozen=True)
class Theme:
    """Colours by name, and how wide lines are drawn."""

    name: str
    colours: Mapping[str, str] = field(default_factory=dict)
    greys: bool = False
    """Whether colours become greys."""

    def colour(self, name: str) -> str:
        """The colour of that name as #rrggbb.

        >>> theme_named("print").colour("whisper")
        '#aaaaaa'
        """
        colour = name if name.startswith("#") else self.colours.get(name) or _COLUMNS["light"][name]
        return _grey(colour) if self.greys else colour


def _grey(colour: str) -> str:
    """The grey that looks as bright as a colour (Rec. 601)."""
    red, green, blue = (int(colour[n : n + 2], 16) for n in (1, 3, 5))
    level = round(0.299 * red + 0.587 * green + 0.114 * blue)
    return f"#{level:02x}{level:02x}{level:02x}"


_THEMES = {name: Theme(name, colours, greys=name == "print") for name, colours in _COLUMNS.items()}
THEMES = tuple(_THEMES)


def theme_named(name: str) -> Theme:
    """The theme of that name; an error lists those there are."""
    if name not in _THEMES:
        raise NonetError(f"unknown theme {name!r}; choose from {', '.join(THEMES)}")
    return _THEMES[name]
