"""The body and the query of a request, parsed strictly: every field has its type, and unknown ones are refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import cache
from time import monotonic
from typing import Any, get_type_hints

from starlette.requests import Request

from nonet.errors import FormatError
from nonet.faces.web.problems import Problem
from nonet.faces.web.security import PICTURE_PATH, SAFE, SMALL_BYTES
from nonet.fields import FieldKind, kind_of
from nonet.formats.codecs.json_text import each_name_once

PAUSE = 3
"""After a large body was parsed, how many times as long the next one waits."""


async def json_body(request: Request) -> dict[str, Any]:
    """The body, parsed. No other request is served meanwhile, so large ones are parsed one at a time, with pauses."""
    raw = await request.body()
    if len(raw) <= SMALL_BYTES:
        return _parsed(raw)
    async with request.app.state.large_body:
        began = monotonic()
        try:
            return _parsed(raw)
        finally:
            await asyncio.sleep(PAUSE * (monotonic() - began))


def _parsed(raw: bytes) -> dict[str, Any]:
    try:
        text = raw.decode("utf-8")
        data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=each_name_once)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode("utf-8")  # a lone surrogate is not text
    except RecursionError:
        raise Problem(400, "json", "the body is nested too deeply") from None
    except FormatError as error:
        raise Problem(400, "json", str(error)[:200]) from None
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
    return data


class _Constant(ValueError):
    """NaN or Infinity, which Python would accept."""


def _no_constant(name: str) -> None:
    raise _Constant(f"{name} is not a JSON number")


def query(request: Request) -> dict[str, Any]:
    """The query parameters; what looks like a whole number becomes one."""
    data: dict[str, Any] = {}
    for name, value in request.query_params.multi_items():
        if name in data:
            raise Problem(400, "bad-request", "given twice", where=name[:40])
        data[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 16 else value
    return data


@cache
def asked_kind(handler: Callable[..., Any]) -> FieldKind | None:
    """The kind of a handler's parameter `asked`; None if it has none."""
    hint = get_type_hints(handler, include_extras=True).get("asked")
    return None if hint is None else kind_of(hint)


def is_in_query(method: str, path: str) -> bool:
    """Whether a request says in its query what it asks for, not in its body."""
    return method in SAFE or path == PICTURE_PATH


async def asked_of(request: Request, handler: Callable[..., Any]) -> tuple[Any, ...]:
    """The argument that a handler has besides the request, if any, read and checked."""
    kind = asked_kind(handler)
    if kind is None:
        return ()
    given = is_in_query(request.method, request.url.path)
    return (kind.check(query(request) if given else await json_body(request), "", None),)
