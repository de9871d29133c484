"""Requests, read strictly: JSON of a bounded size, every part of the type that it should have."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from starlette.requests import Request

from nonet.faces.web.problems import Problem

__all__ = ["Body", "json_body", "query"]

LONGEST_TEXT = 20_000
"""Characters of a puzzle: the largest board, drawn with borders, has a third of that."""


async def json_body(request: Request) -> Body:
    """The object in the body."""
    raw = await request.body()
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # halves of a pair are no text
    except RecursionError:
        raise Problem(400, "json", "the body is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Problem(400, "json", f"the body is no JSON: {error}"[:200]) from None
    except UnicodeDecodeError as error:
        raise Problem(400, "json", f"the body is not in UTF-8, from byte {error.start} on") from None
    except UnicodeEncodeError:
        raise Problem(
            400, "json", "the body has half a character: a \\u of a pair without the other"
        ) from None
    except ValueError as error:  # a constant that is not of JSON; a number longer than Python reads
        told = str(error) if isinstance(error, _Constant) else "a number has too many digits"
        raise Problem(400, "json", f"the body is no JSON: {told}") from None
    if not isinstance(data, dict):
        raise Problem(400, "json", "the body must be a JSON object")
    return Body(data)


class _Constant(ValueError):
    """NaN or Infinity, which Python would read."""


def _no_constant(name: str) -> None:
    raise _Constant(f"{name} is no number of JSON")


class Body:
    """The parts of an object; each is asked for by name and type, and what nobody asked for is refused."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.known: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def _part(self, name: str) -> Any:
        self.known.add(name)
        return self.data.get(name)

    def done(self) -> None:
        """Refuses what is left over."""
        if rest := sorted(set(self.data) - self.known):
            raise Problem(400, "bad-request", "there is no such part", where=rest[0][:40])

    def need(self, name: str) -> None:
        """Refuses an object without this part; null is none."""
        if self.data.get(name) is None:
            raise Problem(400, "bad-request", "it is missing", where=name)

    def text(self, name: str, *, longest: int = LONGEST_TEXT) -> str | None:
        """A text, or None."""
        value = self._part(name)
        if value is not None and (not isinstance(value, str) or not 1 <= len(value) <= longest):
            raise Problem(400, "bad-request", f"a text of 1 to {longest} characters is wanted", where=name)
        return value

    def choice(self, name: str, choices: Sequence[str], usual: str) -> str:
        """One of a few words."""
        value = self._part(name)
        if value is None:
            return usual
        if not isinstance(value, str) or value not in choices:
            raise Problem(400, "bad-request", f"one of {', '.join(choices)} is wanted", where=name)
        return value

    def whole(self, name: str, least: int, most: int) -> int | None:
        """A whole number, or None."""
        value = self._part(name)
        if value is not None and (type(value) is not int or not least <= value <= most):
            raise Problem(400, "bad-request", f"a whole number from {least} to {most} is wanted", where=name)
        return value

    def number(self, name: str, most: float) -> float | None:
        """A number from 0, or None."""
        value = self._part(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise Problem(400, "bad-request", f"a number from 0 to {most:g} is wanted", where=name)
        return float(value)

    def whole_list(self, name: str, most: int) -> list[int] | None:
        """A list of whole numbers from 0, or None."""
        value = self._part(name)
        if value is None:
            return None
        if not isinstance(value, list) or not all(type(each) is int and 0 <= each <= most for each in value):
            raise Problem(
                400, "bad-request", f"a list of whole numbers from 0 to {most} is wanted", where=name
            )
        if len(value) > 625:
            raise Problem(400, "bad-request", f"a board has at most 625 cells, not {len(value)}", where=name)
        return value

    def items(self, name: str, most: int) -> list[Any] | None:
        """A list of anything, or None."""
        value = self._part(name)
        if value is not None and (not isinstance(value, list) or len(value) > most):
            raise Problem(400, "bad-request", f"a list of at most {most} is wanted", where=name)
        return value

    def anything(self, name: str) -> Any:
        """Whatever it is; somebody else reads it."""
        return self._part(name)

    def day(self, name: str) -> date | None:
        """A date, or None."""
        value = self._part(name)
        if value is None:
            return None
        try:
            if not isinstance(value, str) or len(value) != 10:
                raise ValueError
            return date.fromisoformat(value)
        except ValueError:
            raise Problem(400, "bad-request", "a date like 2026-11-15 is wanted", where=name) from None


def query(request: Request) -> Body:
    """The parameters of an address, as the same kind of thing; numbers become numbers."""
    data: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in data:
            raise Problem(400, "bad-request", "it is there twice", where=name[:40])
        data[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 16 else value
    return Body(data)
