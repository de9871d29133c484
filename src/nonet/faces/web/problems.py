"""Errors as the API reports them: a status and a JSON object, never a traceback."""

from __future__ import annotations

from typing import Any

from nonet.errors import (
    FormatError,
    LayoutError,
    LimitExceeded,
    MissingExtra,
    NonetError,
    NoSolution,
    PictureError,
    RuleError,
    SeveralSolutions,
)
from nonet.play.errors import StoreError


class Problem(Exception):
    """An error answer.

    >>> Problem(404, "not-found", "there is no such thing").body
    {'error': {'code': 'not-found', 'message': 'there is no such thing'}}
    """

    def __init__(self, status: int, code: str, message: str, *, where: str = "", **more: Any) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.where = where
        self.more = more

    def __reduce__(self) -> tuple[Any, ...]:
        """A job in another process may refuse, too."""
        return _problem, (self.status, self.code, self.message, self.where, self.more)

    @property
    def body(self) -> dict[str, Any]:
        """The JSON of the answer, with the fields of `more` beside "error"."""
        error = {"code": self.code, "message": self.message}
        if self.where:
            error["where"] = self.where
        return {"error": error, **self.more}


def bug() -> Problem:
    """The answer where the server itself is wrong."""
    return Problem(500, "internal", "an error in the server; it is still running")


def _problem(status: int, code: str, message: str, where: str, more: dict[str, Any]) -> Problem:
    return Problem(status, code, message, where=where, **more)


def problem_of(error: NonetError) -> Problem:
    """The answer to an error of nonet.

    >>> problem_of(NoSolution()).status
    422
    """
    message, where = str(error), getattr(error, "where", "")
    match error:
        case StoreError():
            return Problem(503, "store", message)
        case FormatError():
            place = {"row": error.row, "column": error.column}
            return Problem(400, "format", message, where=where, **place)
        case RuleError():
            return Problem(400, "rule", message, cells=list(error.cells))
        case LayoutError():
            return Problem(400, "layout", message, where=where)
        case LimitExceeded(limit="picture" | "pixels"):
            return Problem(422, "picture-size", message)
        case LimitExceeded():
            return Problem(400, "limit", message, where=error.limit)
        case PictureError():
            return Problem(422, f"picture-{error.reason}", message)
        case MissingExtra():
            return Problem(501, "missing-extra", message, where=error.extra)
        case NoSolution():
            return Problem(422, "no-solution", message)
        case SeveralSolutions():
            return Problem(422, "several-solutions", message)
    return Problem(400, "bad-request", getattr(error, "reason", message), where=where)
