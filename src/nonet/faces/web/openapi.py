"""The description of the API in OpenAPI 3.1, served as /api/openapi.json; the tests check every answer against it.

It follows from the handlers of `routes`: what a handler is asked (`bodies`), what it answers (`answers`), and the
first words of its docstring.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, get_args, get_type_hints

from nonet.faces.web.answers import ErrorJson, NothingJson
from nonet.faces.web.json_text import JsonAnswer
from nonet.faces.web.request_data import asked_kind, is_in_query
from nonet.faces.web.routes import ROUTES, handler_of
from nonet.faces.web.security import MOST_PICTURE_BYTES, PICTURE_PATH
from nonet.fields import FieldKind, RecordOf, Schema, components, fields_of, kind_of, schema
from nonet.limits import Limits
from nonet.play.actions import ACTIONS, schema_of
from nonet.play.saved.record import RecordJson
from nonet.version import __version__

PICTURE = {
    "description": f"The bytes of a JPEG, PNG or WebP file of at most {MOST_PICTURE_BYTES >> 20} MiB and "
    f"{Limits().pixels // 1_000_000} million pixels."
}

_REFUSALS: dict[str, str] = {
    "401": "`token`: the server is open to the network, and the request has no token or a wrong one",
    "408": "`timeout`: the request did not arrive in time",
}
_CONFLICTS: dict[str, str] = {
    "/api/games": "`too-many-games`: no more games can be saved; delete some",
    "/api/games/{id}/actions": "`gap`: actions before `first` are missing; `last` is the number of the last one taken",
}
"""Why a POST is answered with 409."""
_STATUSES = {("POST", "/api/games"): ("201", "200")}
"""Where an answer may have another status than 200."""


@cache
def description() -> dict[str, Any]:
    """The whole document.

    >>> description()["openapi"], "/api/solve" in description()["paths"]
    ('3.1.0', True)
    """
    paths: dict[str, dict[str, Any]] = {}
    kinds: list[FieldKind] = [RecordOf(ErrorJson), RecordOf(RecordJson)]
    for method, path, name in ROUTES:
        handler = handler_of(name)
        paths.setdefault(path, {})[method.lower()] = _described(method, path, handler)
        kinds.append(_answer_kind(handler))
        if isinstance(asked := asked_kind(handler), RecordOf):
            kinds += (field.kind for field in fields_of(asked.cls).values())
    actions = {"Action": {"oneOf": [schema_of(action) for action in ACTIONS.values()]}}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "nonet",
            "version": __version__,
            "description": "The API of `sudoku web`: Sudoku puzzles and games. JSON in, JSON out. Cells are "
            "numbers from 0, row by row. Errors are 4xx with an object that says what is wrong.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": dict(sorted((actions | components(kinds)).items()))},
    }


def _answer_kind(handler: Callable[..., Any]) -> FieldKind:
    """Of `JsonAnswer[GameJson]`, what a `GameJson` is; a job returns that itself."""
    answer = get_type_hints(handler, include_extras=True)["return"]
    return kind_of(*(get_args(answer) or (answer,)))


def _described(method: str, path: str, handler: Callable[..., Any]) -> dict[str, Any]:
    about = " ".join((handler.__doc__ or "").split()).removesuffix(".")
    asked = asked_kind(handler)
    kind = getattr(get_type_hints(handler)["return"], "media_type", JsonAnswer.media_type)
    answer = {"description": about, "content": {kind: {"schema": _answer_kind(handler).schema()}}}
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("id", "key")
        if f"{{{name}}}" in path
    ]
    whole: dict[str, Any] = {
        "summary": about,
        "responses": {
            **dict.fromkeys(_STATUSES.get((method, path), ("200",)), answer),
            **_refusals(method, path),
        },
    }
    if is_in_query(method, path):
        parameters += _query_parameters(asked)
    if path == PICTURE_PATH:
        whole["requestBody"] = {"required": True, "content": {"image/*": {"schema": PICTURE}}}
    elif method != "GET":
        body = asked or RecordOf(NothingJson)
        described = schema(body.cls) if isinstance(body, RecordOf) else body.schema()
        whole["requestBody"] = {"required": True, "content": _json(described)}
    return {"parameters": parameters, **whole} if parameters else whole


def _query_parameters(asked: FieldKind | None) -> list[dict[str, Any]]:
    assert asked is None or isinstance(asked, RecordOf)
    return [
        {"name": name, "in": "query", "required": False, "schema": part}
        for name, part in (schema(asked.cls)["properties"] if asked else {}).items()
    ]


def _refusals(method: str, path: str) -> dict[str, Any]:
    """The errors worth handling on their own; `default` covers all others."""
    reasons = dict(_REFUSALS)
    if method == "POST" and path in _CONFLICTS:
        reasons["409"] = _CONFLICTS[path]
    reasons["default"] = "What is wrong"
    return {
        status: {"description": reason, "content": _json(RecordOf(ErrorJson).schema())}
        for status, reason in reasons.items()
    }


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
