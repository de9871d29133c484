"""What every rule has in common.

A rule is a small frozen value: which cells it is about, and its clue. It says

    check(layout)      whether it makes sense on a board (InvalidRule otherwise)
    holds(grid)        whether a filled grid obeys it: the meaning of the rule, written as plainly as possible
    broken(grid)       which filled cells of an unfinished grid already contradict it
    compile(layout)    the primitives that engines search with
    words(), shapes()  the sentence for people, and what to draw
    mapped(symmetry)   the same rule on a board that was turned, or whose digits were renamed

A subclass is a frozen dataclass. The types of its fields say what they are (`Path`: cells in order, `CellSet`: cells in
any order, `Digit`, `Number` …); normalising, checking, moving, JSON and its schema follow from them, so a rule writes
none of these itself.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import Enum
from functools import cache, cached_property, lru_cache, wraps
from itertools import chain
from operator import index
from typing import Annotated, Any, ClassVar, NamedTuple, Protocol, TypeVar, get_args, get_type_hints

from nonet.dimensions import House, HouseKind
from nonet.errors import ImpossibleRule, InvalidRule, NonetError, expect, shown
from nonet.grid import Grid
from nonet.layout import Layout
from nonet.limits import check, check_time
from nonet.messages import T
from nonet.plugins import expect_all, name_package_in_errors
from nonet.rules.primitives import Different, Primitive, encoded, encoded_parts
from nonet.rules.shapes import Shape
from nonet.visible import visible


class FieldRole(Enum):
    """What a field of a rule contains."""

    CELL = T("a cell")
    PATH = T("cells in order")
    SET = T("cells")
    GROUPS = T("groups of cells")
    CELL_PAIRS = T("pairs of cells")
    DIGIT = T("a digit")
    DIGITS = T("digits")
    NUMBER = T("a number")
    NUMBERS = T("numbers")
    NUMBER_PAIRS = T("pairs of numbers")
    TEXT = T("text")
    FLAG = T("yes or no")
    RULES = T("rules")


Cell = Annotated[int, FieldRole.CELL]
Path = Annotated[tuple[int, ...], FieldRole.PATH]
CellSet = Annotated[tuple[int, ...], FieldRole.SET]
Groups = Annotated[tuple[tuple[int, ...], ...], FieldRole.GROUPS]
CellPairs = Annotated[tuple[tuple[int, int], ...], FieldRole.CELL_PAIRS]
Digit = Annotated[int, FieldRole.DIGIT]
Digits = Annotated[tuple[int, ...], FieldRole.DIGITS]
Number = Annotated[int, FieldRole.NUMBER]
Numbers = Annotated[tuple[int, ...], FieldRole.NUMBERS]
NumberPairs = Annotated[tuple[tuple[int, int], ...], FieldRole.NUMBER_PAIRS]
Text = Annotated[str, FieldRole.TEXT]
Flag = Annotated[bool, FieldRole.FLAG]


class Field(NamedTuple):
    """A field of a rule: its name, what it contains, whether it may be None, its default (or MISSING)."""

    name: str
    role: FieldRole
    optional: bool
    default: Any
    normal: Callable[[Any], Any]
    """Its value as rules keep it; TypeError or ValueError if it is of another type."""

    @property
    def required(self) -> bool:
        return self.default is MISSING


class RuleExample(NamedTuple):
    """A rule as people would write it in JSON (see `nonet.rules.codec`), and the board for it."""

    layout: str
    data: dict[str, object]


class RuleText(NamedTuple):
    """A sentence for people: a message of the catalogue, and what fills its slots.

    A slot may hold a tuple of rules; `nonet.explain.wording.rule_in_words` says these, too.
    """

    message: str
    slots: dict[str, object]


class Symmetry(Protocol):
    """What `mapped` needs of a `nonet.symmetry.Transformation`."""

    @property
    def layout(self) -> Layout: ...

    @property
    def cells(self) -> tuple[int, ...]: ...

    @property
    def digits(self) -> tuple[int, ...]: ...


Self = TypeVar("Self", bound="Rule")
Answer = TypeVar("Answer")


def _of_grid(method: Callable[[Any, Grid], Answer]) -> Callable[[Any, Grid], Answer]:
    """`holds` and `broken` refuse what is no grid, and the grid of a board on which the rule makes no sense."""

    @wraps(method)
    def of_grid(self: Rule, grid: Grid) -> Answer:
        if not isinstance(grid, Grid):
            raise NonetError(f"grid: expected a value of the type Grid, not {shown(grid)}")
        _check_cells(self, grid.layout)
        try:
            return method(self, grid)
        except (LookupError, TypeError, ValueError):
            check_named(self, grid.layout)
            if method.__name__ == "holds" and not grid.is_filled:
                raise NonetError("grid: it has empty cells; `broken` takes such a grid") from None
            raise

    return of_grid


def _of_layout(method: Callable[[Any, Layout], Answer]) -> Callable[[Any, Layout], Answer]:
    """The methods that take a board refuse what is none."""

    @wraps(method)
    def of_layout(self: Rule, layout: Layout) -> Answer:
        expect(layout, Layout, "layout")
        return method(self, layout)

    return of_layout


_CHECKED = dict.fromkeys(("holds", "broken"), _of_grid) | dict.fromkeys(
    ("affected", "as_houses", "check", "clue", "compile", "labels_on", "shapes"), _of_layout
)
"""The methods whose argument is checked, in each class that has one of its own."""


def _check_arguments(cls: type[Rule]) -> None:
    for name in _CHECKED.keys() & vars(cls).keys():
        setattr(cls, name, _CHECKED[name](vars(cls)[name]))


def _primitives_on(layout: Layout, given: Iterable[object]) -> Iterator[Primitive]:
    """What a rule of another package says, checked: the engines look at it no more."""
    parts = expect_all(given, Primitive)
    for part in parts:
        if not all(0 <= cell < layout.cell_count for cell in part.cells):
            raise ValueError(f"there are no such cells on a {layout.name} board: {shown(part.cells)}")
    return iter(parts)


_RESULTS: dict[str, Callable[..., Any]] = {
    "compile": lambda given, layout: _primitives_on(layout, given),
    "shapes": lambda given, layout: iter(expect_all(given, Shape)),
} | dict.fromkeys(
    ("validate", "holds", "broken", "affected", "as_houses", "labels_on"), lambda given, *_: given
)


@dataclass(frozen=True)
class Rule:
    """A rule of a puzzle. See the head of this file for what a subclass must say."""

    kind: ClassVar[str]
    """Its name in JSON, in commands and in code: `cage`."""
    title: ClassVar[str]
    """Its name for people: `killer cage`."""
    variant: ClassVar[str] = ""
    """What people call its puzzles, where several rules share that name: `kropki`."""
    text: ClassVar[str]
    """One sentence that states the rule; {slots} are fields."""
    example: ClassVar[RuleExample]
    renameable: ClassVar[bool] = False
    """Whether the rule keeps its meaning when digits are renamed."""
    rigid: ClassVar[bool] = False
    """Whether the rule is about neighbours, so that rows cannot be exchanged."""
    square_only: ClassVar[bool] = False
    """Whether the rule is about whole rows and columns, which overlapping boards don't have."""
    placed: ClassVar[bool] = False
    """Whether it matters where its cells are, so that none of them may be beside the board."""
    crossing: ClassVar[bool] = False
    """Whether a cell may be listed twice: a line that crosses itself, a cell that a sum counts twice."""
    least_cells: ClassVar[int] = 1
    """How many cells `cells` must have at least."""
    by_value: ClassVar[bool] = False
    """Whether cells may count as other values than their digits: then it must not ask which digits there are."""
    house_kind: ClassVar[HouseKind] = HouseKind.EXTRA
    """What people call its groups of cells where these hold every digit."""
    of_board: ClassVar[bool] = False
    """Whether it is about the whole board, so that it names no cells but those beside it, the same in each puzzle."""
    divides: ClassVar[bool] = False
    """Whether its labels number regions, whose borders are drawn where they are known."""

    def __init_subclass__(cls) -> None:
        _check_arguments(cls)
        name_package_in_errors(cls, _RESULTS, InvalidRule)

    def __post_init__(self) -> None:
        check_time()
        for field in self.fields():
            value = getattr(self, field.name)
            if value is None and field.optional:
                continue
            try:
                normal = field.normal(value)
            except (TypeError, ValueError):
                raise self.refuse(
                    "{field}: expected {role}, not {value}",
                    field=field.name,
                    role=field.role.value,
                    value=repr(value),
                ) from None
            object.__setattr__(self, field.name, normal)

    @classmethod
    def fields(cls) -> tuple[Field, ...]:
        """The fields of the class, in the order in which they are declared."""
        return _fields(cls)  # type: ignore[arg-type] # mypy takes the hash of the class for that of its values

    # -- what a subclass says -------------------------------------------------------------------------------

    def holds(self, grid: Grid) -> bool:
        """Whether a grid without empty cells obeys the rule."""
        raise NotImplementedError

    def compile(self, layout: Layout) -> Iterator[Primitive]:
        """The rule as primitives."""
        raise NotImplementedError

    def numbers(self, layout: Layout) -> Iterable[Sequence[int]]:
        """`compile` as numbers, for the compiled engine, in parts. A rule may write them directly, which is quicker."""
        if not _names_cells(type(self)):  # type: ignore[arg-type] # as in `fields`
            return (_encoded(self, layout),)
        check_time()
        return encoded_parts(self.compile(layout))

    def validate(self, layout: Layout) -> None:
        """Raises InvalidRule through `refuse` for what the types of the fields do not exclude."""

    def shapes(self, layout: Layout) -> Iterator[Shape]:
        """What to draw for it; nothing for a rule about the whole board."""
        return iter(())

    def as_houses(self, layout: Layout) -> tuple[House, ...]:
        """Its groups of cells, if it says no more than that each of them holds every digit: these are houses."""
        parts = compiled(self, layout)
        if not all(
            isinstance(part, Different)
            and len(part.cells) == layout.size
            and part.digits & layout.all_digits == layout.all_digits
            for part in parts
        ):
            return ()
        return tuple(House(self.house_kind, number, part.cells) for number, part in enumerate(parts))

    def labels_on(self, layout: Layout) -> tuple[int, ...]:
        """For each cell of the board the cell beside it that tells something about it, if the rule has such: the number
        of its region, what it counts as. They are not drawn, but what they tell is, where they are known.
        """
        return ()

    def shapes_known(self, grid: Grid) -> Iterator[Shape]:
        """What to draw for the labels that are known."""
        return iter(())

    def without_clues(self) -> Rule:
        """The rule for the picture of a solution, which needs no clues."""
        return self

    def of_values(self) -> Rule | None:
        """What it says about the values of cells, where these are not always their digits."""
        return self

    def of_digits(self) -> Rule | None:
        """What it says about digits even where cells may have other values."""
        return None

    def words(self) -> RuleText:
        """The rule in one sentence."""
        return RuleText(self.text, self.slots())

    # -- what follows ---------------------------------------------------------------------------------------

    def slots(self) -> dict[str, object]:
        """The fields that can fill the slots of a sentence: numbers, digits and text."""
        return {
            field.name: _in_words(getattr(self, field.name))
            for field in self.fields()
            if field.role not in _OF_CELLS and field.role is not FieldRole.RULES
        }

    def clue(self, layout: Layout) -> str:
        """What is written on the board for it, such as the sum of a cage; signs that point somewhere do not count."""
        labels = (getattr(shape, "label", "") for shape in self.shapes(layout))
        return next((label for label in labels if label not in ("", "<", ">", "^", "v")), "")

    def affected(self, layout: Layout) -> tuple[int, ...]:
        """The cells that the rule is about, each once: those of its fields, or what its primitives use."""
        used = (cell for part in compiled(self, layout) for cell in part.cells)
        return cells_of(self) or tuple(dict.fromkeys(used))

    def broken(self, grid: Grid) -> tuple[int, ...]:
        """The filled cells that already contradict the rule, in order; on a filled grid, none if it holds."""
        found: set[int] = set()
        for part in compiled(self, grid.layout):
            found.update(part.broken(grid.entries))
        return tuple(sorted(found))

    def check(self, layout: Layout) -> None:
        """Raises InvalidRule if the rule makes no sense on a board."""
        if self.square_only and layout.places is not None:
            raise self.refuse("it needs a square board, which a {layout} board is not", layout=layout.name)
        _check_cells(self, layout)
        _check_amount(self, layout)
        for field in self.fields():
            value = getattr(self, field.name)
            if value is not None:
                self._check_field(field, value, layout)
        self.validate(layout)

    def refuse(self, message: str, /, **slots: object) -> InvalidRule:
        """The error for an invalid rule, to be raised: a message of the catalogue, and what fills its slots."""
        return InvalidRule(message, self.kind, slots)

    def impossible(self, message: str, /, **slots: object) -> InvalidRule:
        """The error for a clue that nothing can meet, to be raised."""
        return ImpossibleRule(message, self.kind, slots)

    def check_room_to_differ(self, cells: Sequence[int], layout: Layout) -> None:
        """Refuses more cells than there are digits, where the digits of the cells must differ."""
        count = len(set(cells))
        if count > layout.size:
            raise self.impossible(
                "{count} cells are too many; there are only {size} digits",
                count=count,
                size=layout.size,
            )

    def mapped(self: Self, symmetry: Symmetry) -> Self | None:
        """The rule after a symmetry of the board; None where it would no longer be a rule of this kind."""
        size = symmetry.layout.size
        if symmetry.digits != tuple(range(size + 1)) and not self.renameable:
            return None
        if self.rigid and not _keeps_neighbours(symmetry.layout, symmetry.cells):
            return None
        values = {
            field.name: _moved(field.role, getattr(self, field.name), symmetry) for field in self.fields()
        }
        if any(value is None and getattr(self, name) is not None for name, value in values.items()):
            return None
        result = type(self)(**values)
        try:
            result.check(symmetry.layout)
        except InvalidRule:
            return None
        return result

    @cached_property
    def order(self) -> tuple[object, ...]:
        """A key for sorting rules of any kind."""
        return (self.kind, *(_key(getattr(self, field.name)) for field in self.fields()))

    def _check_field(self, field: Field, value: Any, layout: Layout) -> None:
        cells = list(_cells_in(self, field))
        if self.placed and any(cell >= layout.board_count for cell in cells):
            raise self.refuse("all its cells must be on the board")
        once = field.role in (FieldRole.PATH, FieldRole.SET) and not self.crossing
        if once and len(set(cells)) < len(cells):
            twice = next(cell for at, cell in enumerate(cells) if cell in cells[:at])
            raise self.refuse("{cell} occurs twice", cell=layout.cell_name(twice))
        if field.name == "cells" and not cells and self.least_cells == 1:
            raise self.refuse("it has no cells")
        if field.name == "cells" and len(cells) < self.least_cells:
            raise self.refuse(
                "it needs at least {least} cells, not {count}", least=self.least_cells, count=len(cells)
            )
        for digit in (
            (value,) if field.role is FieldRole.DIGIT else value if field.role is FieldRole.DIGITS else ()
        ):
            if digit not in layout.digits:
                raise self.refuse(
                    "{digit} is not a digit; digits are {low} to {high}", digit=digit, **layout.digit_ends
                )
        if field.role is FieldRole.RULES:
            self._check_parts(value, layout)

    def _check_parts(self, rules: Sequence[Rule], layout: Layout) -> None:
        for rule in rules:
            check_named(rule, layout)


_check_arguments(Rule)

Rules = Annotated[tuple[Rule, ...], FieldRole.RULES]


def cells_of(rule: Rule) -> tuple[int, ...]:
    """The cells that its fields name, each once; none for a rule about the whole board."""
    return tuple(dict.fromkeys(cell for field in rule.fields() for cell in _cells_in(rule, field)))


@lru_cache(maxsize=4096)
def _check_cells(rule: Rule, layout: Layout) -> None:
    for cell in cells_of(rule):
        if not 0 <= cell < layout.cell_count:
            raise rule.refuse("there is no cell {cell} on a {layout} board", cell=cell, layout=layout.name)


_MOST_LISTED, _MOST_IN_GROUPS = 1024, 32
"""How many cells, or groups, a rule may list, or as many as the board has cells; and how many times that all groups
together. The compiled engine takes no primitive of more.
"""


def _check_amount(rule: Rule, layout: Layout) -> None:
    most = max(_MOST_LISTED, layout.cell_count)
    listed = sum(len(_cells_in(rule, field)) for field in rule.fields()) if rule.crossing else 0
    groups = [getattr(rule, field.name) for field in rule.fields() if field.role is FieldRole.GROUPS]
    number, together = max(map(len, groups), default=0), sum(map(len, chain(*groups)))
    if number > most:
        raise rule.refuse("it lists {count} groups; {most} are the most", count=number, most=most)
    for count, limit in ((listed, most), (together, _MOST_IN_GROUPS * most)):
        if count > limit:
            raise rule.refuse("it lists {count} cells; {most} are the most", count=count, most=limit)


@lru_cache(maxsize=4096)
def compiled(rule: Rule, layout: Layout) -> tuple[Primitive, ...]:
    """The primitives of a rule, computed once."""
    return tuple(rule.compile(layout))


@lru_cache(maxsize=512)
def _encoded(rule: Rule, layout: Layout) -> array[int]:
    """Kept, for rules about the whole board: these occur in many puzzles."""
    return encoded(rule.compile(layout))


@lru_cache(maxsize=4096)
def check_once(rule: Rule, layout: Layout) -> None:
    """`check_named`, remembered if it is valid: creating a puzzle asks about the same rules again and again."""
    check_named(rule, layout)


def check_named(rule: Rule, layout: Layout) -> None:
    """`rule.check(layout)`; the error names the cells, because a puzzle may have many rules of a kind."""
    try:
        rule.check(layout)
    except InvalidRule as error:
        if error.where or error.kind not in (None, rule.kind):  # of a rule inside this one
            raise
        where = _named(rule, layout)
        raise type(error)(error.message, rule.kind, error.slots, where) from None


def _named(rule: Rule, layout: Layout, most: int = 3) -> str:
    """The names of the first cells of a rule, as far as they are on the board."""
    cells = [cell for field in rule.fields() for cell in _cells_in(rule, field)]
    names = [layout.cell_name(cell) for cell in cells if 0 <= cell < layout.cell_count]
    return ", ".join([*names[:most], *(["…"] if len(names) > most else [])])


# -- fields -------------------------------------------------------------------------------------------------

_OF_CELLS = (FieldRole.CELL, FieldRole.PATH, FieldRole.SET, FieldRole.GROUPS, FieldRole.CELL_PAIRS)


@cache
def _fields(cls: type[Rule]) -> tuple[Field, ...]:
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for field in fields(cls):
        hint = hints[field.name]
        options = [hint] if hasattr(hint, "__metadata__") else list(get_args(hint))
        role = next((option.__metadata__[0] for option in options if hasattr(option, "__metadata__")), None)
        if role is None:
            raise TypeError(
                f"{cls.__name__}.{field.name}: its type must be Path, Number, Text … of nonet.rules.base"
            )
        found.append(Field(field.name, role, type(None) in options, field.default, _NORMAL[role]))
    return tuple(found)


@cache
def _names_cells(cls: type[Rule]) -> bool:
    return not cls.of_board and any(field.role in (*_OF_CELLS, FieldRole.RULES) for field in cls.fields())


_INT = frozenset({int})


def _whole(value: Any) -> int:
    if isinstance(value, bool):
        raise TypeError
    return index(value)


def _all_whole(value: Any) -> tuple[int, ...]:
    numbers = tuple(value)
    return numbers if _INT.issuperset(map(type, numbers)) else tuple(map(_whole, numbers))


def _text(value: Any) -> str:
    """Control characters are kept as escapes, as in the words about a puzzle (`About`)."""
    if not isinstance(value, str):
        raise TypeError
    return visible(value)


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError
    return value


def _rules(value: Any) -> tuple[Rule, ...]:
    rules = tuple(value)
    check("rules", len(rules))
    if not all(isinstance(rule, Rule) for rule in rules):
        raise TypeError
    return tuple(sorted(rules, key=lambda rule: rule.order))


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return _whole(first), _whole(second)


_NORMAL: dict[FieldRole, Callable[[Any], Any]] = {
    FieldRole.CELL: _whole,
    FieldRole.PATH: _all_whole,
    FieldRole.SET: lambda value: tuple(sorted(_all_whole(value))),
    FieldRole.GROUPS: lambda value: tuple(map(_all_whole, value)),
    FieldRole.CELL_PAIRS: lambda value: tuple(sorted(_pair(sorted(_pair(pair))) for pair in value)),
    FieldRole.DIGIT: _whole,
    FieldRole.DIGITS: lambda value: tuple(sorted(_all_whole(value))),
    FieldRole.NUMBER: _whole,
    FieldRole.NUMBERS: _all_whole,
    FieldRole.NUMBER_PAIRS: lambda value: tuple(map(_pair, value)),
    FieldRole.TEXT: _text,
    FieldRole.FLAG: _flag,
    FieldRole.RULES: _rules,
}


def _cells_in(rule: Rule, field: Field) -> Sequence[int]:
    value = getattr(rule, field.name)
    match field.role:
        case FieldRole.CELL:
            return () if value is None else (value,)
        case FieldRole.PATH | FieldRole.SET:
            return value or ()
        case FieldRole.GROUPS | FieldRole.CELL_PAIRS:
            return [cell for group in value or () for cell in group]
        case FieldRole.RULES:
            return [cell for part in value for own in part.fields() for cell in _cells_in(part, own)]
    return ()


def _moved(role: FieldRole, value: Any, symmetry: Symmetry) -> Any:
    if value is None:
        return None
    match role:
        case FieldRole.CELL:
            return symmetry.cells[value]
        case FieldRole.PATH | FieldRole.SET:
            return tuple(symmetry.cells[cell] for cell in value)
        case FieldRole.GROUPS | FieldRole.CELL_PAIRS:
            return tuple(tuple(symmetry.cells[cell] for cell in group) for group in value)
        case FieldRole.DIGIT:
            return _renamed(value, symmetry)
        case FieldRole.DIGITS:
            return tuple(_renamed(digit, symmetry) for digit in value)
        case FieldRole.RULES:
            rules = tuple(rule.mapped(symmetry) for rule in value)
            return None if None in rules else rules
    return value


def _renamed(digit: int, symmetry: Symmetry) -> int:
    layout = symmetry.layout
    return layout.digit_of(symmetry.digits[layout.entry_of(digit)])


def _keeps_neighbours(layout: Layout, cells: Sequence[int]) -> bool:
    """Whether cells that share an edge still do after the move: true for turning and reflecting only."""
    for first, second in layout.neighbours:
        a, b = cells[first], cells[second]
        if abs(layout.row_of(a) - layout.row_of(b)) + abs(layout.column_of(a) - layout.column_of(b)) != 1:
            return False
    return True


def _key(value: Any) -> tuple[Any, ...]:
    """A sort key: None before numbers, numbers before text, text before tuples."""
    if value is None:
        return (0,)
    if isinstance(value, int):
        return (1, value)
    if isinstance(value, str):
        return (2, value)
    if isinstance(value, Rule):
        return (3, *value.order)
    if value and isinstance(value[0], Rule):
        return (4, tuple(map(_key, value)))
    return (4, value)  # numbers, or groups of them: they are compared as they are


def _in_words(value: Any) -> object:
    if isinstance(value, tuple):
        return ", ".join(str(_in_words(part)) for part in value)
    return value
