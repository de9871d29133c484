"""The grammar: what an English sentence says of the board, or nothing. docs/judge.md is its page.

A sentence becomes a row of signs, one for each word that counts, and clauses are patterns of signs:

    Hidden pair: remove 4 and 7 from r2c2, since r2c5 = 1.
                 R      D A   D F    C   A W     C   E D        R D A D F C   and   C E D

A sentence with a word that makes it conditional, a question or arithmetic (if, or, would, sum …) is not read. Nor is
one in which another word is next to a clause, and may change what it says: undo r1c1 = 5, the cell under r1c1 is 5,
r1c1 = 5 leads to … Words that may be there are signs, too (J): so, since, we get …
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache

from nonet.errors import NonetError
from nonet.layout import Layout
from nonet.limits import check_time
from nonet.logic.catalog import technique, technique_keys, variant_techniques
from nonet.step import Candidate

LONGEST = 2000  # characters of a sentence; longer ones are not read

Facts = tuple[Candidate, ...]


@dataclass(frozen=True)
class Sentence:
    """What a sentence says. `names` has the keys of the techniques that each name in it may mean."""

    text: str
    start: int
    placements: Facts = ()
    eliminations: Facts = ()
    names: tuple[tuple[str, ...], ...] = ()
    supposes: bool = False
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
    signs, values = _signs(layout, _ASIDE.sub(" ", lower))
    names = tuple(_names(lower))
    facts = _facts(signs, values, is_named=bool(names))
    return Sentence(
        piece,
        start,
        placements=tuple(dict.fromkeys(fact for placed, fact in facts if placed)),
        eliminations=tuple(dict.fromkeys(fact for placed, fact in facts if not placed)),
        names=names,
        supposes="S" in signs,
        ends_step=fresh,
    )


# -- words --------------------------------------------------------------------------------------------------

_MARKUP = re.compile(r"\*\*|__|</?(?!s>|del)[a-z]{1,20}>|\\(?!sout|x?cancel)[a-z]{1,20}\{([^{}]{0,100})\}")
_ASIDE = re.compile(
    r"\b(?:therefore|then|thus|hence|now|also)\b|\((?!\s{0,3}\d{1,2}\s{0,3},\s{0,3}\d{1,2}\s{0,3}\))"
    r"(?=\s{0,3}(?:because|since|by|via|using|from|due|given|the|last|only|all|see|row|col|column|box|r\d\S*|\d+"
    r"|naked|hidden|full|sole|unique|locked|pointing|claiming|single|type|trap|wrap)\b)"
    r"(?![^()]{0,400}\b(?:if|when|unless|maybe|perhaps|possibl[ey]|guess\w*|assum\w+|suppos\w+|wrong|false|invalid"
    r"|incorrect|impossible|contradict\w+|option|try|trial|test|accident|mistake)\b)[^()]{0,400}\)"
)
"""Words that say nothing of the board, and reasons in brackets; (3,5) is a cell. Others may take it back."""
_LIST = r"\d{1,2}(?:(?:\s{0,3},\s{0,3}(?:and\s{1,3})?|\s{1,3}and\s{1,3})\d{1,2}){0,24}"
_REMOVED = r"(?:remov|eliminat|exclud|delet|discard|strik|cross|rul)(?:e[ds]?|ing|ed|es|s)?(?:\s{1,3}out)?"
_CELL = r"(?:cell\s+)?(?:r\d|row\b|\()"
_STATES = r"(?:means|forces|gives|makes|leaves|proves|shows|implies|confirms|yields)"
_WORDS = {
    "J": rf"(?:this|that|which|it)\s+{_STATES}\b|(?:note|notice|observe|it\s+follows)\s+that\b|of\s+course\b"
    rf"|as(?=\s+{_CELL})|(?:by|via|using)\b(?!\s+{_CELL})"
    r"|(?:we|i)\s+gets?\b|let(?:'s|\s+(?:me|us))\b"
    r"|(?<!\bis\s)(?<!\bis\sthe\s)only\s+(?:candidate|digit|number|value|option|possibility)\s+(?:(?:left|remaining)\s+)?"
    rf"(?:for|in|of|at)\s+(?={_CELL})"
    r"|(?:so|since|because|while|whereas|we|i|this|it|have|know|see|find|conclude|deduce|must|should|please|yes|okay|ok"
    r"|actually|clearly|obviously|naturally|indeed|(?:un)?fortunately|(?:un)?luckily|sadly|similarly|likewise|consequently"
    r"|accordingly|subsequently|immediately|finally|lastly|next|first|second|third|again|here|there|too|which|due|leaving"
    r"|giving|making|completing|answer|result|conclusion|correction|move|placement|elimination|deduction)\b"
    r"(?!\s+(?:be|contain|hold|take|equal|become|go|not|of|to|two|three)\b)",
    "C": rf"(?P<r>r(?P<rows>\d{{1,9}})c(?P<columns>\d{{1,9}}))\b|\(\s*(?P<row>\d+)\s*,\s*(?P<column>\d+)\s*\)"
    rf"|rows?\s+(?P<many_rows>\d{{1,2}}|(?<=rows\s){_LIST}),?\s+(?:and\s+)?col(?:umn)?(?:\s+(?P<one>\d{{1,2}})\b|s\s+(?P<many>{_LIST}))"
    r"|(?P<extra>[a-z]{1,2}\d{1,3})\b",
    "H": rf"(?P<house>row|column|col|box|block|region|cage|house|band|stack|diagonal|line|step|type|square|window)"
    rf"(?:\s+(?P<number>\d{{1,3}})\b|(?:e?s)\s+{_LIST})",
    "L": r"the\s+(?P<label>regions?|marks?|shading)\s+of\b",
    "R": rf"(?:(?:is|are|was|were|gets?|can|must)\s+)?(?:be\s+)?{_REMOVED}\b",
    "G": r"(?:must|has\s+to|can\s+only|will)\s+(?:go|be\s+placed)\b(?!\s+from)|goes|belongs|(?:is|are)\s+placed\b",
    "N": r"≠|!=|<>|(?:(?:is|are|was)\s+(?:not|neither)|isn't|aren't|excludes?"
    r"|(?:cannot|can't|mustn't|can\s+not|must\s+not|do(?:es)?\s+not|doesn't)\s+(?:be|contain|hold|take|equal|have|go))\b"
    r"(?!\s+both\b)",
    "E": r"==?|:=|(?:(?:must|(?:has|have|needs?)\s+to|can\s+only|will|should)\s+(?:be|contain|hold|take|equal|become)"
    r"|is|are|contains|holds|takes|becomes?|gets?|equals?)\b(?!\s{1,3}(?:(?:an?|the|still)\s{1,3}){0,2}candidate)",
    "P": r"(?:plac|writ|insert|enter|fill|put|set)(?:e|es|ing|s|ting)?(?:\s+in)?\b"
    r"(?!\s+(?:of|(?:(?:an?|the)\s+)?candidate))",
    "D": r"\d{1,2}(?![\w%]|\s{1,3}(?:of|cells?|places?|(?:digit|candidate|number|value|option|choice)s)\b)",
    "F": r"(?:in|into|at|from|to|for|as)\b",
    "O": r"only\b",
    "V": r"or\b",
    "A": r"(?:and|nor|&|,|;|/)",
    "K": r":",
    "S": r"(?:suppose|supposing|assume|assuming|say|imagine|let(?!'s|\s{1,3}(?:me|us)\b)|try|trying|test|testing|if)\b"
    r"|what\s{1,3}about\b|(?:should|had|were)\s{1,3}(?=r\d|row\b|\()|(?:case|option|scenario)\s{1,3}(?:\d|[a-z]\b)"
    r"|(?:branch|pretend|hypothe|alternativ|tentativ"
    r"|temporar|provisional)\w*|(?:consider|check|choos|pick|tak|attempt)(?:e|ing)?\s+(?=r\d|row\s+\d+,?\s+col|\()",
    "X": r"(?:either|unless|would|could|might|may|maybe|perhaps|when|whether|except|without|guess\w*|possib\w+)\b"
    r"|(?:probab\w+|likely|hopeful\w*|ideally|apparent\w*|arguabl\w+|seem\w*|potential\w*)\b"
    r"|(?:assumption|zero|\w+where|only\s+other|absurd|untrue|accident|think|attempt\s+\d+|verified|confirmed)\b"
    r"|(?:cannot|otherwise|presumably|supposedly|allegedly|mistak\w+|error|doubt|some|instead)\b|in\s+\w+\s+case\b"
    r"|for\s+(?:example|instance|the\s+sake)\b|(?:so|as)\s+(?:long|soon)\s+as\b|cells?\s+(?:number\s+)?\d"
    r"|(?:impossible|wrong|false|sums?|total|plus|minus|difference|product|between|even|least|most|can|earlier|already)\b"
    r"|(?:one|two|some|none|any|each)\s+of\b|(?:not|never|nothing|nowhere|neither|no(?!\s+other)|\w{1,9}n't)\b|[+−<>→⇒?{}¬~√∨⟹⇔❌✗✘🚫]"
    r"|!\s?(?=[(\dr])|#\s?\d|candidates?\s*:|:\s*candidates?\b|candidates?\s+r\d+c\d+\s*:"
    r"|both(?=.{0,200}\b(?:cannot|can't|can\s+not))|with\s+\d|(?<=\d)'s\b|(?:twice|double|triple|half|times|besides|above|below)\b|(?:right|left|next)\s+(?:of|to)\b"
    r"|(?<![\w)])-(?=\d)"
    r"|(?:contradict|conflict|clash|fail|violat|invalid|incorrect|break|broke|duplicat|illegal|forbid|nope|stuck|kills|dies)\w*"
    r"|(?<=[\d)])\s{0,3}(?:[-–*×·/]|\.{2,3}|…)\s{0,3}(?=r(?:ow\s)?\d|\(\d)|(?<=c\d):(?=r\d)|\d-(?=[a-z])|(?<=\s\d)\s+(?:to|mod)\s+\d",
    " ": rf"(?:(?:values?|digit|number)\s+(?:of|in|at)\s+(?={_CELL}))"
    r"|(?:the|an?|that|cells?|digits?|candidates?|numbers?|values?|both)\b",
    "W": r"\w+",
}
_ORDER = "LSJCHRGNEPDXFOVAK W"
_WORD = re.compile("|".join(f"(?P<_{index}>{_WORDS[sign]})" for index, sign in enumerate(_ORDER)))


def _signs(layout: Layout, lower: str) -> tuple[str, list[tuple[int, ...] | None]]:
    """The signs of a sentence, and for each its cells or its digit: C for a cell, M for a name of several."""
    signs, values = list[str](), list[tuple[int, ...] | None]()
    label = word = ""
    for match in _WORD.finditer(lower):
        sign = _ORDER[int(str(match.lastgroup)[1:])]
        value: tuple[int, ...] | None = None
        if sign == "L":
            label = match["label"].rstrip("s")
            continue
        if sign == "C":
            value = _cells(layout, match, label)
            sign = ("C" if len(value) == 1 else "M") if value else "X" if match["extra"] is None else "W"
        elif sign == "D":
            digit = int(match[0])
            sign, value = ("D", (layout.entry_of(digit),)) if digit in layout.digits else ("X", None)
        elif sign == "H" and match["number"]:
            value = _house(layout, match["house"], int(match["number"]))
        label = ""
        if sign == " ":
            continue
        if sign in "CM" and word in ("to", "through") and signs[-2:-1] in (["C"], ["M"]):
            sign = "X"  # from one cell to another, with those between them
        signs.append(sign)
        values.append(value)
        word = match[0]
    return "".join(signs), values


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
_CLAUSES = tuple(
    (places, re.compile(pattern))
    for places, pattern in (
        (True, rf"(?P<c>{_CS})E(?P<d>D)(?!A{{0,2}}D(?![EGNR]|FC)|V|E|[NR](?!D))"),  # r1c1 must be 5
        (False, rf"(?P<c>{_CS})N(?P<d>{_DV})(?![AV]{{0,2}}DF[CM]|F[CM])"),  # r1c1 cannot be 5 or 6
        (True, r"P(?P<d>D)W{0,2}F(?P<c>C)(?![AV]{0,2}[CM])"),  # place 5 in r1c1
        (True, r"P(?P<c>C)F(?P<d>D)"),  # set r1c1 to 5
        (False, rf"R(?P<d>{_DV})[WF]{{0,4}}F(?P<c>{_CS})"),  # remove 5 and 6 from r1c1
        (False, rf"(?P<d>{_DS})R[FO]{{1,2}}(?P<c>{_CS})"),  # 5 can be removed from r1c1
        (True, r"(?P<d>D)(?:GO?F?|EO?F)(?P<c>C)(?![AV]{0,2}[CM])"),  # 5 must go in r1c1
        (False, rf"(?P<d>{_DS})NF(?P<c>{_CS})"),  # 5 cannot be in r1c1
        (True, r"O[WP]{0,2}F(?P<d>D)(?:F?H)*E(?P<c>C)(?![AV]{0,2}[CM])"),  # the only place for 5 is r1c1
        (True, r"(?P<c>C)EO[WP]{0,2}F(?P<d>D)(?:F?H)*(?![AV]D)"),  # r1c1 is the only place for 5 in row 1
        (True, r"(?<![CM]A)(?P<c>C)K(?P<d>D)(?=$|A{1,2}(?![AD]))"),  # r1c1: 5
    )
)


def _facts(
    signs: str, values: Sequence[tuple[int, ...] | None], *, is_named: bool
) -> list[tuple[bool, Candidate]]:
    """What the clauses of a sentence say: each whether a digit is placed or excluded, and the candidate. `is_named`:
    the sentence names a technique.
    """
    if "X" in signs or "S" in signs or "D" not in signs:
        return []
    found, covered = list[tuple[bool, Candidate]](), bytearray(len(signs))
    for places, clause in _CLAUSES:
        for match in clause.finditer(signs):
            if any(covered[match.start() : match.end()]):
                continue
            if not _may_stand(signs, match, is_named):
                return []
            covered[match.start() : match.end()] = b"\1" * (match.end() - match.start())
            cells, digits = (
                [each for some in values[slice(*match.span(group))] for each in some or ()] for group in "cd"
            )
            back = len(signs) if "O" in match[0] else 2 if places and "N" not in signs else 0
            near = range(max(match.start() - back, 0), match.end())
            houses = [values[place] for place in near if signs[place] == "H"]
            if any(house is not None and not set(cells).issubset(house) for house in houses):
                return []  # in row 1, but the cell is in another row
            found += [(places, (cell, digit)) for cell in cells for digit in digits]
    left = "".join(" " if covered[index] else sign for index, sign in enumerate(signs))
    return [] if _CHANGES.search(left) else found


def _may_stand(signs: str, clause: re.Match[str], is_named: bool) -> bool:
    """Whether nothing beside a clause may change what it says. The name of a technique may come before it, and a cell
    before *removes*.
    """
    before, after = signs[: clause.start()], signs[clause.end() :]
    removes = clause[0].startswith("R")
    subject = (is_named and (removes or before.endswith("K"))) or (removes and before.endswith("C"))
    return bool((subject or _BEFORE.search(before)) and _AFTER.match(after))


_BEFORE = re.compile(r"(?:^|(?:^|[CDHJ])K|[AHJOP])$")
_AFTER = re.compile(r"[AHJKO]|F[CDHM]|$")
_CHANGES = re.compile(
    r"V|N(?!F?H)| A+(?:W?D(?!R)|[WJ]?ED|[CM]FD|[PW]F[CM]|[CM](?:D|[EJW]{0,2}$))| [AFJ]+E[CM]| [AJO]+DW{0,2}$"
)
"""What is left of a sentence and changes what the rest says: *or*, *not* (except *not in row 1*), and more claims."""


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


@cache
def _techniques() -> dict[str, dict[tuple[str, ...], tuple[str, ...]]]:
    """By their first words: names as lists of words, and the keys they stand for."""
    names = dict[tuple[str, ...], tuple[str, ...]]()
    own = [*technique_keys(), *(each.key for each in variant_techniques())]
    for key in own:
        name = technique(key).name.lower().replace("colour", "color")
        names[tuple(_PIECE.findall(name))] = names[tuple(key.split("-"))] = (key,)
    for line in _SYNONYMS.strip().splitlines():
        synonyms, _, keys = line.partition("=")
        meant = tuple(key for sought in keys.split() for key in own if fnmatchcase(key, sought))
        names |= {tuple(_PIECE.findall(name)): meant for name in synonyms.split(",")}
    found = dict[str, dict[tuple[str, ...], tuple[str, ...]]]()
    for words, meant in names.items():
        found.setdefault(words[0], {})[words] = meant
    return found


MOST_WORDS = 8  # in the name of a technique


def _names(lower: str) -> Iterator[tuple[str, ...]]:
    words, known, place = _PIECE.findall(lower), _techniques(), 0
    while place < len(words):
        listed = known.get(words[place])
        for count in range(MOST_WORDS, 0, -1) if listed else ():
            run = tuple(words[place : place + count])
            keys = listed.get(run) or listed.get((*run[:-1], run[-1].removesuffix("s"))) if listed else None
            if keys:
                yield keys
                place += count - 1
                break
        place += 1
