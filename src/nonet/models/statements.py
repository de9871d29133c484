"""The grammar: what an English sentence says of the board, or nothing. docs/judge.md is its page.

A sentence becomes a row of signs, one for each word. Clauses are patterns of signs, and what is left of the sentence
must be a pattern, too, with Z for each clause:

    Hidden pair: remove 4 and 7 from r2c2, since r2c5 = 1.
    T          K R      D A   D U    C   A Y     C    = D
    T          K Z                       A Y     Z

So every word is part of the grammar, or the sentence is not read. Only reasons without a clause are free.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache
from itertools import chain

from nonet.errors import NonetError
from nonet.layout import Layout
from nonet.limits import check_time
from nonet.logic.catalog import technique, technique_keys, variant_techniques
from nonet.step import Candidate

LONGEST = 2000  # characters of a sentence; longer ones are not read

Facts = tuple[Candidate, ...]


@dataclass(frozen=True)
class Sentence:
    """What a sentence says. `names` has the keys of the techniques that each name in it may mean; `houses` the cells of
    the houses that it names with singles, as in "Hidden single in row 3".
    """

    text: str
    start: int
    placements: Facts = ()
    eliminations: Facts = ()
    names: tuple[tuple[str, ...], ...] = ()
    houses: tuple[tuple[int, ...], ...] = ()
    supposes: bool = False
    heads: bool = False
    """A name with a colon begins it, and it says nothing itself: of its names only this one is kept."""
    ends_step: bool = False  # an empty line, or a new number, comes before it

    @property
    def says_something(self) -> bool:
        return bool(self.placements or self.eliminations)

    @property
    def concludes(self) -> bool:
        return self.text[:9].lower() == "therefore"


# -- sentences ----------------------------------------------------------------------------------------------

_SPACE = re.compile(r"\s*")
_END = re.compile(r"[.!?](?=\s|[*_`\"')]{1,3}(?:\s|$)|$)|\n")
_HEADING = re.compile("T[CMHDAFf]*[KL]")
_NUMBER = re.compile(r"[\s>#*_|•–-]{0,20}(?:step\s{0,3})?\d{1,4}[.):](?=\s)", re.IGNORECASE)


def sentences_in(layout: Layout, text: str) -> Iterator[Sentence]:
    """The sentences of a text, one after the other."""
    start, fresh = 0, True
    while start < len(text):
        check_time()
        space = _SPACE.match(text, start)
        assert space is not None
        fresh = fresh or space[0].count("\n") > (text[start - 1] != "\n")
        begins_line = not start or "\n" in space[0] or text[start - 1] == "\n"
        start = space.end()
        if begins_line and (number := _NUMBER.match(text, start)):
            start, fresh = number.end(), True
        end = _END.search(text, start)
        stop = end.end() if end else len(text)
        if piece := text[start:stop].strip():
            yield _read(layout, piece, start, fresh)
            fresh = False
        start = stop


def _read(layout: Layout, piece: str, start: int, fresh: bool) -> Sentence:
    if len(piece) > LONGEST:
        return Sentence(piece, start, ends_step=fresh)
    lower = _MARKUP.sub(r" \1 ", piece.lower().replace("’", "'").replace("colour", "color"))
    signs, values, names = _signs(layout, lower)
    named = _named_houses(signs, values) if _SINGLES.issuperset(chain.from_iterable(names)) else ()
    facts = [fact for fact in _facts(signs, values) if all(fact[1][0] in house for house in named)]
    heads = not facts and _HEADING.match(signs) is not None
    return Sentence(
        piece,
        start,
        placements=tuple(dict.fromkeys(fact for placed, fact in facts if placed)),
        eliminations=tuple(dict.fromkeys(fact for placed, fact in facts if not placed)),
        names=tuple(names[:1] if heads else names),
        houses=named,
        supposes="S" in signs,
        heads=heads,
        ends_step=fresh,
    )


# -- words --------------------------------------------------------------------------------------------------

_MARKUP = re.compile(
    r"^[\s>#*_•–-]+|\*\*|__|[`$]|</?(?!s>|del)[a-z]{1,20}>|\\(?!sout|x?cancel)[a-z]{1,20}\{([^{}]{0,100})\}"
    r"|(?<!\.)[.!][\s*_`]*$"
    r"|\b(?:therefore|then|thus|hence|now|also|yes|okay|ok|please|next(?!\s+to\b)|first|again|here|indeed|sadly"
    r"|(?:clear|obvious|natural|definite|certain|actual|immediate|final|similar|(?:un)?(?:fortunate|lucki))ly"
    r"|likewise|consequently|accordingly|of\s+course|as\s+a\s+result|by\s+(?:elimination|exclusion))\b"
)
"""What says nothing of the board."""
_LIST = r"\d{1,2}(?:(?:\s{0,3},\s{0,3}(?:and\s{1,3})?|\s{1,3}and\s{1,3})\d{1,2}){0,24}"
_REMOVED = r"(?:remov|eliminat|exclud|delet|discard|strik|cross|rul)(?:e[ds]?|ing|ed|es|s)?(?:\s{1,3}out)?"
_CELL = r"(?:cell\s+)?(?:r\d|row\b|\()"
_PLACE = r"(?:place|cell|spot|position|candidate|digit|number|value|option|possibility)"
_WORDS = {
    "l": r"the\s+(?P<label>regions?|marks?|shading)\s+of\b",
    "S": r"(?:suppose|supposing|assume|assuming|say|imagine|let(?!'s|\s{1,3}(?:me|us)\b)|try|trying|test|testing|if)\b"
    r"|what\s{1,3}about\b|(?:should|had|were)\s{1,3}(?=r\d|row\b|\()|(?:case|option|scenario)\s{1,3}(?:\d|[a-z]\b)"
    r"|(?:branch|pretend|hypothe|alternativ|tentativ|temporar|provisional)\w*"
    r"|(?:consider|check|choos|pick|tak|attempt)(?:e|ing)?\s+(?=r\d|row\s+\d+,?\s+col|\()",
    "J": r"(?:this|that|which|it|we|i)\s+(?:means?|forces?|gives?|leaves?|proves?|shows?|yields?|implies"
    r"|see|know|find|conclude|deduce|gets?|have)\b(?=\s+(?:that\b|r\d|row\b|\(|cell\b))"
    r"|(?:this|that|which|we|i|so|let(?:'s|\s+(?:me|us))(?:\s+see)?)\b|(?:note|notice|observe|it\s+follows)\s+that\b"
    r"|(?:answer|result|conclusion|correction|move|placement|elimination|deduction)(?=\s{0,3}:)",
    " ": rf"(?:the|an?|that|values?\s+(?:of|in|at)(?=\s+{_CELL})"
    r"|(?:digit|number|value)s?(?=\s+\d))\b"
    rf"|cells?\s+(?=r\d|row\b|\()",
    "X": r"(?:but|however|yet|(?:al)?though|except|unless|when\w*|while|until|wait|otherwise(?=,)|guess\w*|assum\w+"
    r"|mistake|wrong|false|untrue|incorrect|invalid)\b|\?",
    "C": rf"(?P<r>r(?P<rows>\d{{1,9}})c(?P<columns>\d{{1,9}}))\b|\(\s*(?P<row>\d+)\s*,\s*(?P<column>\d+)\s*\)"
    rf"|rows?\s+(?P<many_rows>\d{{1,2}}|(?<=rows\s){_LIST}),?\s+(?:and\s+)?col(?:umn)?(?:\s+(?P<one>\d{{1,2}})\b|s\s+(?P<many>{_LIST}))"
    r"|(?P<extra>[a-z]{1,2}\d{1,3})\b",
    "H": rf"(?P<house>row|column|col|box|block|region|cage|house|band|stack|diagonal|line|step|window)"
    rf"(?:\s+(?P<number>\d{{1,3}})\b|(?:e?s)\s+{_LIST})",
    "q": r"as\s+an?\s+candidate\b",
    "Q": r"candidates?\b",
    "Y": r"(?:because(?:\s+of)?|since|due\s+to"
    rf"|as(?=\s+(?:{_CELL}|\d|col|box|all\b|every\b|each\b|no\b|there\b|the\s+(?:only|other)\b)))\b",
    "I": r"(?:by|via|using)\b",
    "R": rf"(?:(?:is|are|was|were|gets?|can|must)\s+)?(?:be\s+)?{_REMOVED}\b",
    "G": r"(?:must|has\s+to|can\s+only|will)\s+(?:go|be\s+placed)\b|goes|belongs|(?:is|are)\s+placed\b",
    "N": r"≠|!=|<>|\\neq?\b|(?:(?:is|are|was)\s+(?:not|neither)|isn't|aren't"
    r"|(?:cannot|can't|mustn't|can\s+not|must\s+not|do(?:es)?\s+not|doesn't)\s+(?:be|contain|hold|take|equal|have|go))\b",
    "=": r"==?|:=",
    "E": r"(?:(?:must|(?:has|have|needs?)\s+to|can\s+only|will|should)\s+(?:be|contain|hold|take|equal|become)"
    r"|is|are|contains|holds|takes|becomes?|gets?|equals?)\b",
    "P": r"(?:(?:must|should|will)\s+)?(?:plac|writ|insert|enter|fill|put|set)(?:e|es|ing|s|ting)?(?:\s+in)?\b",
    "O": rf"(?:only|last)\s+(?:(?:remaining|possible)\s+)?{_PLACE}(?:\s+(?:left|remaining))?(?:\s+there)?\b",
    "D": r"\d{1,2}(?![\w%]|\.\d)",
    "F": r"(?:in|into|at|to|on)\b",
    "U": r"from\b",
    "f": r"(?:for|of)\b",
    "V": r"or\b",
    "A": r"(?:and|nor)\b|[,;]",
    "K": r":",
    "L": r"\s[-–—]\s",
    "B": r"\(",
    "b": r"\)",
    "W": r"\w+|\S",
}


@cache
def _word() -> re.Pattern[str]:
    """Any word, as a group that has the number of its sign: 0 for the name of a technique."""
    names = sorted(_techniques(), key=len, reverse=True)
    longest_first = "|".join(r"\W{1,3}".join(map(re.escape, name.split())) for name in names)
    technique = rf"(?<![\w'])(?:{longest_first})s?(?![\w'])(?:(?<=rap)\))?"
    return re.compile(
        "|".join(f"(?P<_{sign}>{word})" for sign, word in enumerate((technique, *_WORDS.values())))
    )


def _signs(layout: Layout, lower: str) -> tuple[str, list[tuple[int, ...] | None], list[tuple[str, ...]]]:
    """The signs of a sentence, for each its cells or its digit, and the techniques: C for a cell, M for a name of
    several, T for a technique.
    """
    signs, values, names = list[str](), list[tuple[int, ...] | None](), list[tuple[str, ...]]()
    order, label = ("T", *_WORDS), ""
    for match in _word().finditer(lower):
        sign = order[int(str(match.lastgroup)[1:])]
        value: tuple[int, ...] | None = None
        if sign == "l":
            label = match["label"].rstrip("s")
            continue
        if sign == "T":
            name = " ".join(_PIECE.findall(match[0]))
            names.append(_techniques().get(name) or _techniques()[name.removesuffix("s")])
        elif sign == "C":
            value = _cells(layout, match, label)
            sign = ("C" if len(value) == 1 else "M") if value else "W"
        elif sign == "D":
            digit = int(match[0])
            sign, value = ("D", (layout.entry_of(digit),)) if digit in layout.digits else ("W", None)
        elif sign == "H":
            value = _house(layout, match["house"], int(match["number"] or 0))
        label = ""
        if sign != " ":
            signs.append(sign)
            values.append(value)
    return "".join(signs), values, names


def _house(layout: Layout, kind: str, number: int) -> tuple[int, ...] | None:
    """The cells of a row, a column or a box; None for others."""
    title = {"col": "column", "block": "box"}.get(kind, kind)
    found = [house.cells for house in layout.houses if house.kind.value == title]
    return found[number - 1] if 0 < number <= len(found) else None


_LABELS = {"region": ("R", "CC"), "mark": ("M",), "shading": ("S",)}


def _cells(layout: Layout, match: re.Match[str], label: str) -> tuple[int, ...]:
    """The cells that a name means; none if one of them is not on the board."""
    if match["extra"] is not None:
        name = match["extra"].upper()
        return (layout.cell_named(name),) if name in layout.extra_names else ()
    if match["r"] is not None:
        rows, columns = match["rows"], match["columns"]
        single = max(layout.height, layout.width) > 9
        places = [
            (int(r), int(c)) for r in ([rows] if single else rows) for c in ([columns] if single else columns)
        ]
    elif match["row"] is not None:
        places = [(int(match["row"]), int(match["column"]))]
    else:
        down, across = (
            re.findall(r"\d+", text) for text in (match["many_rows"], match["one"] or match["many"])
        )
        places = [(int(r), int(c)) for r in down for c in across]
    try:
        cells = tuple(layout.cell(row - 1, column - 1) for row, column in places)
    except NonetError:
        return ()
    for group in _LABELS.get(label, ()):
        if labels := layout.labels_named(group):
            return tuple(labels[cell] for cell in cells)
    return () if label else cells


# -- clauses ------------------------------------------------------------------------------------------------

_CS, _DS, _DV = "[CM](?:A{0,2}[CM])*", "D(?:A{0,2}D)*", "D(?:[AV]{0,2}D)*"
_NAME = "T[TDACMFHUf]*(?:B[TDACMFHUf]*b)?"
_CLAUSES = tuple(
    (places, re.compile(pattern))
    for places, pattern in (
        (False, rf"(?:(?:DF)?C|{_NAME})?RQ?(?P<d>{_DV})q?[FU](?P<c>{_CS})"),  # remove 5 and 6 from r1c1
        (False, rf"(?P<d>{_DS})R[FU](?P<c>{_CS})"),  # 5 can be removed from r1c1
        (False, rf"(?P<c>{_CS})N(?P<d>{_DV})"),  # r1c1 cannot be 5 or 6
        (False, rf"(?P<d>{_DS})NF(?P<c>{_CS})"),  # 5 cannot be in r1c1
        (True, rf"(?P<c>{_CS})=(?P<d>D)"),  # r1c1, r5c5 = 5
        (True, r"O(?:F?H)*[fF](?P<d>D)(?:F?H)*E(?P<c>C)"),  # the only place for 5 in row 1 is r1c1
        (True, r"O[fF](?P<c>C)E(?P<d>D)"),  # the only digit for r1c1 is 5
        (True, r"(?P<c>C)EO(?:F?H)*[fF](?P<d>D)(?:F?H)*"),  # r1c1 is the only place for 5 in row 1
        (True, r"(?P<d>D)EO[fF](?P<c>C)"),  # 5 is the only digit for r1c1
        (True, r"(?P<d>D)(?:F?H)*(?:G|E)F(?P<c>C)"),  # 5 must go in r1c1
        (True, r"P(?P<d>D)F(?P<c>C)"),  # place 5 in r1c1
        (True, r"P(?P<c>C)F(?P<d>D)"),  # set r1c1 to 5
        (True, r"(?P<c>C)[EK](?P<d>D)"),  # r1c1 must be 5
    )
)
_MANY = "Z(?:[AJ]{1,3}Z)*"
_WHY = f"(?:Y(?:{_MANY}|[^ZYJXSVBb]*)|I{_NAME}|I?O(?:f?D|F?H|[fF]C)*)"
_ASIDE = re.compile(f"B(?:Y[^BbXSV]*|I?{_NAME}|O[OHFfDC]*|H(?:AH)*|Zz*(?:[AV]{{1,2}}[DZ]z*)*)b")
_SENTENCE = re.compile(
    rf"[JA]*(?:(?:JK|{_NAME}[KL]|F?H[AK]?|{_WHY}A)[JA]*){{0,2}}{_MANY}(?:[AKL]?{_WHY}|[AKL]{_NAME}|FH)?"
)
_FREE = re.compile(rf"{_NAME}|Y[^Zb]*")
_MOST_SIGNS = 100  # that are in no clause


def _facts(signs: str, values: Sequence[tuple[int, ...] | None]) -> list[tuple[bool, Candidate]]:
    """What the clauses of a sentence say: each whether a digit is placed or excluded, and the candidate."""
    if "D" not in signs:
        return []
    told = dict[int, list[tuple[bool, Candidate]]]()
    for places, clause in _CLAUSES:
        for match in clause.finditer(signs):
            cells, digits = (
                [each for some in values[slice(*match.span(group))] for each in some or ()] for group in "cd"
            )
            told[match.start()] = [(places, (cell, digit)) for cell in cells for digit in digits]
        signs = clause.sub(_placing if places else _excluding, signs)
    houses = [
        house for sign, house in zip(_FREE.sub(_hidden, signs), values, strict=True) if house and sign in "Hh"
    ]
    signs = _ASIDE.sub(_hidden, signs)
    rest = re.sub("[zh]", "", signs)
    if len(rest) > _MOST_SIGNS or not _SENTENCE.fullmatch(rest):
        return []
    found = [fact for place, facts in sorted(told.items()) if signs[place] == "Z" for fact in facts]
    said = dict(fact for places, fact in found if places)
    reasons = (
        fact for place, facts in told.items() if signs[place] != "Z" for places, fact in facts if places
    )
    if any(said.get(cell, digit) != digit for cell, digit in reasons):
        return []  # r1c1 = 5 (r1c1 = 6)
    return found if all(cell in house for house in houses for _, (cell, _) in found) else []


def _named_houses(signs: str, values: Sequence[tuple[int, ...] | None]) -> tuple[tuple[int, ...], ...]:
    """The houses that come with the names of techniques."""
    places = chain.from_iterable(range(*name.span()) for name in re.finditer(_NAME, signs))
    return tuple(house for place in places if signs[place] == "H" and (house := values[place]))


def _hidden(match: re.Match[str]) -> str:
    return "z" * len(match[0])


def _excluding(match: re.Match[str]) -> str:
    return "Z" + "z" * (len(match[0]) - 1)


def _placing(match: re.Match[str]) -> str:
    """Z, and h for the houses of a placement: its cell must belong to them."""
    return "Z" + re.sub("[^h]", "z", match[0][1:].replace("H", "h"))


# -- names of techniques ------------------------------------------------------------------------------------

_SYNONYMS = """
    sole candidate = naked-single
    last digit = full-house
    unique candidate = hidden-single
    pointing, pointing pair, pointing triple, locked candidates type 1 = locked-candidates-1
    claiming, claiming pair, claiming triple, box line reduction = locked-candidates-2
    line box reduction, locked candidates type 2 = locked-candidates-2
    locked candidate, locked candidates, intersection removal = locked-candidates-*
    naked quad = naked-quadruple
    hidden quad = hidden-quadruple
    y wing = xy-wing
    two string kite = two-string-kite dual-two-string-kite
    simple coloring, single's chain = simple-colors-*
    multi coloring = multi-colors-*
    bug, bug 1 = bug-plus-1
    unique rectangle = uniqueness-test-* hidden-rectangle
    unique rectangle type 1 = uniqueness-test-1
    unique rectangle type 2 = uniqueness-test-2
    unique rectangle type 3 = uniqueness-test-3
    unique rectangle type 4 = uniqueness-test-4
    nice loop = continuous-nice-loop discontinuous-nice-loop
    alternating inference chain, aic = aic discontinuous-nice-loop continuous-nice-loop
    forcing chain = forcing-chain-*
    forcing net = forcing-net-*
    45 rule, rule of 45 = rule-of-45*
    cage combination = cage-combinations
"""
_PIECE = re.compile(r"[a-z0-9']+")
_SINGLES = frozenset(("full-house", "naked-single", "hidden-single"))
"""A house that is named with one of these has its cell."""


@cache
def _techniques() -> dict[str, tuple[str, ...]]:
    """By their names in small letters, words apart: the keys of the techniques that are meant."""
    names = dict[str, tuple[str, ...]]()
    own = [*technique_keys(), *(each.key for each in variant_techniques())]
    for key in own:
        name = technique(key).name.lower().replace("colour", "color")
        names[" ".join(_PIECE.findall(name))] = names[key.replace("-", " ")] = (key,)
    for line in _SYNONYMS.strip().splitlines():
        synonyms, _, keys = line.partition("=")
        meant = tuple(key for sought in keys.split() for key in own if fnmatchcase(key, sought))
        names |= {" ".join(_PIECE.findall(name)): meant for name in synonyms.split(",")}
    return names
