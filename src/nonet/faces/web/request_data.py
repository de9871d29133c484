"""The body and the query of a request, parsed strictly: every field has its type, and unknown ones are refused."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from starlette.requests import Request

from nonet.faces.web.problems import Problem

__all__ = ["Body", "json_body", "query"]

LONGEST_TEXT = 20_000
"""Characters of a puzzle; the largest board, drawn with borders, has a third of that."""


async def json_body(request: Request) -> Body:
    raw = await request.body()
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, parse_constant=_no_constant)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # a lone surrogate is not text
    except RecursionError:
        raise Problem(400, "json", "the body is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Problem(400, "json", f"the body is not JSON: {error}"[:200]) from None
    except UnicodeDecodeError as error:
        raise Problem(400, "json", f"the body is not in UTF-8, from byte {error.start} on") from None
    except UnicodeEncodeError:
        raise Problem(
            400, "json", "the body has a lone surrogate: one \\u of a pair without the other"
        ) from None
    except ValueError as error:  # NaN or Infinity; a number longer than Python parses
        reason = str(error) if isinstance(error, _Constant) else "a number has too many digits"
        raise Problem(400, "json", f"the body is not JSON: {reason}") from None
    if not isinstance(data, dict):
        raise Problem(400, "json", "the body must be a JSON object")
    return Body(data)


class _Constant(ValueError):
    """NaN or Infinity, which Python would accept."""


def _no_constant(name: str) -> None:
    raise _Constant(f"{name} is not a JSON number")


class Body:
    """The fields of an object. Each is read by name and type; `done` refuses fields that were not read."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        self.known: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return name in self.data

    def _part(self, name: str) -> Any:
        self.known.add(name)
        return self.data.get(name)

    def done(self) -> None:
        """Refuses fields that were not read."""
        if rest := sorted(set(self.data) - self.known):
            raise Problem(400, "bad-request", "there is no such field", where=rest[0][:40])

    def need(self, name: str) -> None:
        """Refuses an object in which this field is missing or null."""
        if self.data.get(name) is None:
            raise Problem(400, "bad-request", "missing", where=name)

    def text(self, name: str, *, longest: int = LONGEST_TEXT) -> str | None:
        """A text, or None."""
        value = self._part(name)
        if value is not None and (not isinstance(value, str) or not 1 <= len(value) <= longest):
            raise Problem(400, "bad-request", f"give a text of 1 to {longest} characters", where=name)
        return value

    def choice(self, name: str, choices: Sequence[str], usual: str) -> str:
        value = self._part(name)
        if value is None:
            return usual
        if not isinstance(value, str) or value not in choices:
            raise Problem(400, "bad-request", f"give one of {', '.join(choices)}", where=name)
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if it is missing."""
        value = self._part(name)
        if value is not None and not isinstance(value, bool):
            raise Problem(400, "bad-request", "give true or false", where=name)
        return bool(value)

    def whole(self, name: str, least: int, most: int) -> int | None:
        """A whole number, or None."""
        value = self._part(name)
        if value is not None and (type(value) is not int or not least <= value <= most):
            raise Problem(400, "bad-request", f"give a whole number from {least} to {most}", where=name)
        return value

    def number(self, name: str, most: float) -> float | None:
        """A number from 0, or None."""
        value = self._part(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
            raise Problem(400, "bad-request", f"give a number from 0 to {most:g}", where=name)
        return float(value)

    def whole_list(self, name: str, most: int) -> list[int] | None:
        """A list of whole numbers from 0, or None."""
        value = self._part(name)
        if value is None:
            return None
        if isinstance(value, list) and len(value) > 625:
            raise Problem(400, "bad-request", f"a board has at most 625 cells, not {len(value)}", where=name)
        if not isinstance(value, list) or not all(type(each) is int and 0 <= each <= most for each in value):
            raise Problem(400, "bad-request", f"give a list of whole numbers from 0 to {most}", where=name)
        return value

    def items(self, name: str, most: int) -> list[Any] | None:
        """A list of anything, or None."""
        value = self._part(name)
        if value is not None and (not isinstance(value, list) or len(value) > most):
            raise Problem(400, "bad-request", f"give a list of at most {most}", where=name)
        return value

    def anything(self, name: str) -> Any:
        """A value of any type, which the caller checks."""
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
            raise Problem(400, "bad-request", "give a date like 2026-11-15", where=name) from None


def query(request: Request) -> Body:
    """The query parameters, read like a body; what looks like a whole number becomes one."""
    data: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in data:
            raise Problem(400, "bad-request", "given twice", where=name[:40])
        data[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 16 else value
    return Body(data)
