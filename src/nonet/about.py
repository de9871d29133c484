"""What is known about a puzzle in words, such as its title, its author and the rules as the setter wrote them. It is a
part of the puzzle (`Puzzle.about`), so it goes wherever the puzzle goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from nonet.arguments import clear_type_errors
from nonet.errors import expect
from nonet.limits import check
from nonet.visible import visible


@dataclass(frozen=True, kw_only=True)
@clear_type_errors
class About:
    r"""Empty where nothing is known. `description` is the setter's rules. Control characters are kept as escapes: no
    format of text can hold them, and a terminal would obey them.

    >>> About(title="Clear\x1b[2J").title
    'Clear\\u001b[2J'
    """

    title: str = ""
    author: str = ""
    description: str = ""
    source: str = ""
    level: str = ""
    date: str = ""
    url: str = ""
    rating: str = ""

    def __post_init__(self) -> None:
        for name in self.filled_fields:
            text = getattr(self, name)
            expect(text, str, name)
            check("words", len(text))
            lines = text.replace("\r\n", "\n").replace("\r", "\n")
            object.__setattr__(self, name, visible(lines))

    @staticmethod
    def of(record: Mapping[str, object], words: Mapping[str, str]) -> About:
        """From a record whose fields are called as `words` says: its name, and ours."""
        return About(
            **{ours: text for name, ours in words.items() if isinstance(text := record.get(name), str)}
        )

    def record(self, words: Mapping[str, str]) -> dict[str, str]:
        """The fields that are not empty, by these names; the twin of `of`."""
        return {name: getattr(self, ours) for name, ours in words.items() if getattr(self, ours)}

    def __bool__(self) -> bool:
        """Whether anything is known."""
        return bool(self.filled_fields)

    def only(self, names: Iterable[str]) -> About:
        """The fields of these names, without the others.

        >>> About(title="Rings", date="1 May").only(["title", "author"])
        About(title='Rings', author='', description='', source='', level='', date='', url='', rating='')
        """
        wanted = {*names}
        return About(**{name: getattr(self, name) for name in self.filled_fields if name in wanted})

    @property
    def filled_fields(self) -> tuple[str, ...]:
        """The names of the fields that are not empty."""
        return tuple(field.name for field in fields(self) if getattr(self, field.name))


NO_WORDS = About()
