"""What can go wrong, as one tree.

    NonetError (a ValueError)
    ├── FieldError            data with a field that is missing, unknown or of the wrong kind
    │   └── PlayError         the same in a game; `nonet.play.errors` has its subclasses
    ├── LayoutError           an invalid box shape, region map or layout name
    │   └── NoSuchCell        a cell that the board does not have (an IndexError, too)
    ├── FormatError           text that is not a puzzle: says row, column and the offending text
    ├── RuleError             a board that breaks a rule: a digit twice in a house
    │   └── BrokenRule        the same for a rule of a variant, such as a cage
    ├── InvalidRule           a rule that makes no sense on its board: a cell outside
    │   └── ImpossibleRule        a clue that nothing can meet
    ├── UnsupportedRules      a puzzle with rules that a function cannot take into account
    ├── SolutionError         the puzzle does not have exactly one solution
    │   ├── NoSolution
    │   └── SeveralSolutions
    ├── LimitExceeded         more than the table in `nonet.limits` allows, or longer
    ├── EngineError           an unknown engine, or one that does not support the layout
    ├── RecipeError           a puzzle that cannot be created as asked
    ├── PictureError          a picture that cannot be used, or without a Sudoku
    ├── MissingExtra          a package that is not installed, and how to install it
    └── MissingKernel         the compiled kernel is not there, and how to get it

A syntax error is not a rule error: `FormatError` is about text, `RuleError` about a board. Each carries its
facts as attributes, so that a face can word the message its own way.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonet.visible import visible


class NonetError(ValueError):
    r"""Anything nonet refuses, with a message for people. Parts of it may come from a file of a stranger, so control
    characters are shown: programs print messages.

    >>> str(NonetError("there is no engine \x1b[2J"))
    'there is no engine \\u001b[2J'
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*(visible(each) if isinstance(each, str) else each for each in args))


class FieldError(NonetError):
    """Data that a class cannot be read from. `where` names the part of it that is wrong.

    >>> str(FieldError("expected true or false, not 3", where="on"))
    'on: expected true or false, not 3'
    """

    def __init__(self, reason: str, *, where: str = "") -> None:
        self.reason = visible(reason)
        self.where = where
        super().__init__(f"{where}: {reason}" if where else reason)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (type(self), self.reason, self.where))


def _rebuilt(kind: type[FieldError], reason: str, where: str) -> FieldError:
    return kind(reason, where=where)


class LayoutError(NonetError):
    """An invalid board: a box shape, a region map, a layout name."""


class NoSuchCell(LayoutError, IndexError):
    """A cell that the board does not have.

    >>> str(NoSuchCell("9x9", 99))
    'cell: there is no cell 99 on a 9x9 board'
    """

    def __init__(self, layout: str, cell: object) -> None:
        self.layout = layout
        self.cell = cell
        super().__init__(f"cell: there is no cell {shown(cell)} on a {layout} board")

    def __reduce__(self) -> tuple[object, ...]:
        return (NoSuchCell, (self.layout, self.cell))


class FormatError(NonetError):
    """Text that cannot be read as a puzzle.

    `row` and `column` count from 1 and tell where in the text (a row is a line of cells, a column a cell in
    it); `text` is the text at that place. Any of them is None where it has no meaning, as for empty input.

    >>> error = FormatError("not a digit", row=2, column=5, text="q")
    >>> str(error)
    "row 2, column 5: not a digit: 'q'"
    """

    def __init__(
        self, reason: str, *, row: int | None = None, column: int | None = None, text: str | None = None
    ) -> None:
        self.reason = visible(reason)
        self.row = row
        self.column = column
        self.text = text
        super().__init__(_placed(reason, row, column, text))

    def __reduce__(self) -> tuple[object, ...]:
        return (_format_error, (self.reason, self.row, self.column, self.text))


_NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine"}


class RuleError(NonetError):
    """A digit appears twice or more in a house. `layout` and `house` are names; `cells` are numbers of cells, and
    `places` the row and the column of each, from 1. `grid` has the values, if they were read in this process.

    >>> str(RuleError("9x9", "row 1", 5, (0, 8), ((1, 1), (1, 9))))
    'row 1, column 9: two 5s in row 1 (r1c1, r1c9)'
    """

    grid: object = None

    def __init__(
        self, layout: str, house: str, digit: int, cells: tuple[int, ...], places: tuple[tuple[int, int], ...]
    ) -> None:
        self.layout = layout
        self.house = house
        self.digit = digit
        self.cells = cells
        self.places = places
        many = _NUMBERS.get(len(cells), str(len(cells)))
        row, column = places[1]
        super().__init__(f"row {row}, column {column}: {many} {digit}s in {house} ({_names(places)})")

    def __reduce__(self) -> tuple[object, ...]:
        return (RuleError, (self.layout, self.house, self.digit, self.cells, self.places))


class BrokenRule(RuleError):
    """The givens break a rule of the puzzle: `rule` is its kind, `cells` the cells that contradict it.

    >>> str(BrokenRule("9x9", "cage", (0, 1), ((1, 1), (1, 2))))
    'row 1, column 1: the givens break a rule: cage (r1c1, r1c2)'
    """

    def __init__(
        self, layout: str, rule: str, cells: tuple[int, ...], places: tuple[tuple[int, int], ...]
    ) -> None:
        self.layout = layout
        self.house = self.rule = rule
        self.digit = 0
        self.cells = cells
        self.places = places
        reason = f"the givens break a rule: {rule}"
        if places:  # none where all cells are beside the board
            reason = f"row {places[0][0]}, column {places[0][1]}: {reason} ({_names(places)})"
        NonetError.__init__(self, reason)

    def __reduce__(self) -> tuple[object, ...]:
        return (BrokenRule, (self.layout, self.rule, self.cells, self.places))


def _names(places: tuple[tuple[int, int], ...]) -> str:
    return ", ".join(f"r{row}c{column}" for row, column in places)


class InvalidRule(NonetError):
    """A rule that makes no sense, such as one with a cell that is not on the board. `kind` names the rule, `where` its
    cells; `message` is a message of the catalogue, `slots` fill it, and `reason` is both in English.

    >>> slots = {"least": 2, "count": 1}
    >>> str(InvalidRule("it needs at least {least} cells, not {count}", "thermometer", slots, "r1c1"))
    'thermometer (r1c1): it needs at least 2 cells, not 1'
    """

    def __init__(
        self,
        message: str,
        kind: str | None = None,
        slots: Mapping[str, object] | None = None,
        where: str = "",
    ) -> None:
        self.message = message
        self.kind = kind
        self.slots = dict(slots or {})
        self.where = where
        self.reason = visible(message.format(**self.slots) if slots else message)
        name = f"{kind} ({where})" if kind and where else kind
        super().__init__(f"{name}: {self.reason}" if name else self.reason)

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.message, self.kind, self.slots, self.where))


class ImpossibleRule(InvalidRule):
    """A rule that no digits obey, such as a cage of two cells with the sum 20. It is refused, too, because it must be a
    slip; but it may be one of the alternatives of an `AnyRule`.
    """


class UnsupportedRules(NonetError):
    """A function for classic puzzles was given one with rules. `what` names it, `rules` lists them.

    >>> str(UnsupportedRules("the canonical form", "killer cage"))
    'the canonical form does not support the rules of this puzzle: killer cage'
    """

    def __init__(self, what: str, rules: str) -> None:
        self.what = what
        self.rules = rules
        super().__init__(f"{what} does not support the rules of this puzzle: {rules}")

    def __reduce__(self) -> tuple[object, ...]:
        return (UnsupportedRules, (self.what, self.rules))


class SolutionError(NonetError):
    """The puzzle does not have exactly one solution."""


class NoSolution(SolutionError):
    """The puzzle has no solution."""

    def __init__(self, message: str = "no solution") -> None:
        super().__init__(message)


class SeveralSolutions(SolutionError):
    """The puzzle has more than one solution."""

    def __init__(self, message: str = "more than one solution") -> None:
        super().__init__(message)


class LimitExceeded(NonetError):
    """Input that is more work than it is allowed to be. `limit` is the name in `nonet.limits`, `most` its value.

    >>> str(LimitExceeded("rules", 10_000, "rules"))
    'more than 10,000 rules; --set-limit rules=N or nonet.allow(rules=N) allows more'
    """

    def __init__(self, limit: str, most: float, of: str) -> None:
        self.limit = limit
        self.most = most
        self.of = of
        advice = f"--set-limit {limit}=N or nonet.allow({limit}=N) allows more"
        super().__init__(f"more than {most:,} {of}; {advice}")

    def __reduce__(self) -> tuple[object, ...]:
        return (LimitExceeded, (self.limit, self.most, self.of))


class EngineError(NonetError):
    """An unknown engine, or an engine that does not support the layout."""


class RecipeError(NonetError):
    """No puzzle can be created as asked; the message says why."""


class MissingExtra(NonetError):
    """A package that is not installed: `why` it is needed, and the `extra` of nonet that brings it.

    >>> print(MissingExtra("pyarrow", "data", "Parquet"))
    Parquet needs pyarrow; install it with: pip install "nonet[data]"
    """

    def __init__(self, package: str, extra: str, why: str) -> None:
        self.package = package
        self.extra = extra
        self.why = why
        super().__init__(f'{why} needs {package}; install it with: pip install "nonet[{extra}]"')

    def __reduce__(self) -> tuple[object, ...]:
        return (MissingExtra, (self.package, self.extra, self.why))


class MissingKernel(NonetError):
    """The compiled kernel is not there: `what` cannot do without it, and the `remedy`.

    >>> print(MissingKernel("Sudoku Explainer", "unset NONET_PURE"))
    Sudoku Explainer needs the compiled kernel; unset NONET_PURE
    """

    def __init__(self, what: str, remedy: str) -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(f"{what} needs the compiled kernel; {remedy}")

    def __reduce__(self) -> tuple[object, ...]:
        return (MissingKernel, (self.what, self.remedy))


class PictureError(NonetError):
    """A picture that cannot be used: damaged, too large, not a picture, or without a Sudoku.

    `reason` is one of `REASONS`, for faces that have words of their own.

    >>> PictureError("no Sudoku grid found in the picture", "no-grid").reason
    'no-grid'
    """

    REASONS = ("damaged", "few-digits", "kind", "no-grid", "size", "small", "unreadable")

    def __init__(self, message: str, reason: str) -> None:
        assert reason in self.REASONS
        self.reason = reason
        super().__init__(message)

    def __reduce__(self) -> tuple[object, ...]:
        return (PictureError, (str(self), self.reason))


def _placed(reason: str, row: int | None, column: int | None, text: str | None) -> str:
    places = [f"row {row}"] if row is not None else []
    places += [f"column {column}"] if column is not None else []
    where = f"{', '.join(places)}: " if places else ""
    what = f": {_shortened(text)!r}" if text is not None else ""
    return f"{where}{reason}{what}"


def _shortened(text: str, width: int = 40) -> str:
    return text if len(text) <= width else f"{text[: width - 1]}…"


def _format_error(reason: str, row: int | None, column: int | None, text: str | None) -> FormatError:
    return FormatError(reason, row=row, column=column, text=text)


def shown(value: object) -> str:
    """The value as Python writes it, cut off. Python writes no number of more than 4,300 digits."""
    try:
        return f"{value!r:.60}"
    except Exception:
        return f"a value of the type {type(value).__name__} that cannot be shown"


def expect(value: object, kind: type, name: str) -> None:
    """Raises a NonetError unless the argument of this name is of this kind.

    >>> expect("hard", int, "seed")
    Traceback (most recent call last):
        ...
    nonet.errors.NonetError: seed: expected a value of the type int, not 'hard'
    """
    if not isinstance(value, kind):
        raise NonetError(f"{name}: expected a value of the type {kind.__name__}, not {shown(value)}")
