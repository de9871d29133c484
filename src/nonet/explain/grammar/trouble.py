"""Facts about a position that has no next step: mistakes, no solution, several solutions, nothing left to do."""

from __future__ import annotations

from nonet.explain.grammar.base import Fact, Said
from nonet.explain.phrases import AllOf, CellChoice, DigitAt, Listed, Quoted, Title
from nonet.messages import TN, T
from nonet.step import Candidate


class RuleIsBroken(Fact):
    """A house has a digit twice; or the rule of a variant that has this title is broken."""

    title: str = ""

    def said(self) -> Said:
        if self.title:
            return self.stated(T("A rule is broken: {title}."), title=Quoted(self.title))
        return self.stated(T("A rule is broken: a house (row, column, box) contains the same digit twice."))


class NoTechniqueHelps(Fact):
    """None at all, or none of these."""

    techniques: tuple[str, ...] = ()

    def said(self) -> Said:
        if not self.techniques:
            return self.stated(T("None of our techniques helps here."))
        forms = TN(
            "No step here uses this technique: {names}.", "No step here uses these techniques: {names}."
        )
        names = Listed(tuple(Title(each) for each in self.techniques))
        return self.stated(forms, len(self.techniques), names=names)


class InTheSolution(Fact):
    """The digit of a cell, without a reason."""

    cells: tuple[int, ...]
    digit: int

    sentence = T("In the solution {cell} is {digit}.")


class TwiceIn(Fact):
    """The digit is in several cells of the house."""

    house: int
    digit: int
    cells: tuple[int, ...]

    def said(self) -> Said:
        if len(self.cells) == 2:
            return self.stated(T("Two {digit}s {house:in}: {cells}."))
        return self.stated(T("More than one {digit} {house:in}: {cells}."))


class RemoveFrom(Fact):
    """The value of one of the cells must go."""

    cells: tuple[int, ...]

    def said(self) -> Said:
        return self.stated(T("Remove it from {cells}."), cells=CellChoice(self.cells))


class MistakesAre(Fact):
    """How many values are wrong."""

    count: int

    def said(self) -> Said:
        return self.stated(
            TN("There is a mistake: {n} value is wrong.", "There are mistakes: {n} values are wrong."),
            self.count,
        )


class NotInSolution(Fact):
    """Values that are wrong."""

    values: tuple[Candidate, ...]

    def said(self) -> Said:
        values = AllOf(tuple(DigitAt(cell, digit) for cell, digit in self.values))
        forms = TN("The {values} is wrong; clear it.", "These digits are wrong; clear them: {values}.")
        return self.stated(forms, len(self.values), values=values)


class StruckByMistake(Fact):
    sentence = T("A pencil mark was struck out by mistake.")


class MustKeep(Fact):
    """The cells must keep the candidate."""

    cells: tuple[int, ...]
    digit: int

    sentence = T("{cell} must keep its candidate {digit}.")


class NoSolutionLeft(Fact):
    sentence = T("This position has no solution.")


class SeveralSolutionsLeft(Fact):
    sentence = T("This position has more than one solution, so no step can be proved.")


class DifferIn(Fact):
    """Cells in which two solutions differ."""

    cells: tuple[int, ...]

    sentence = T("Two of its solutions differ in {cells}.")


class Solved(Fact):
    sentence = T("The puzzle is solved.")
