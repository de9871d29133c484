"""The description of the API in OpenAPI 3.1, made here and served as /api/openapi.json; the tests check every
answer against it.

    openapi_puzzles, openapi_games, openapi_lessons, openapi_desk     the topics, with their operations and schemas
    schema_parts                                                      what they are made of
"""

from __future__ import annotations

from functools import cache
from typing import Any

from nonet.faces.web import openapi_desk, openapi_games, openapi_lessons, openapi_puzzles
from nonet.faces.web.openapi_puzzles import PICTURE
from nonet.faces.web.schema_parts import CELLS, COUNT, TEXT, Operation, Schema, object_of, or_null, ref
from nonet.version import __version__

__all__ = ["description"]

_TOPICS = (openapi_puzzles, openapi_games, openapi_lessons, openapi_desk)

_ERROR: Schema = {
    **object_of(
        {"error": object_of({"code": TEXT, "message": TEXT}, {"where": TEXT})},
        {"row": or_null(COUNT), "column": or_null(COUNT), "cells": CELLS, "last": COUNT},
    ),
    "description": "What is wrong; where names the part of the request.",
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


@cache
def description() -> dict[str, Any]:
    """The whole document.

    >>> description()["openapi"], "/api/solve" in description()["paths"]
    ('3.1.0', True)
    """
    paths: dict[str, dict[str, Any]] = {}
    schemas: dict[str, Schema] = {"Error": _ERROR}
    for topic in _TOPICS:
        schemas |= topic.schemas()
        for operation in topic.OPERATIONS:
            method, path, *_ = operation
            paths.setdefault(path, {})[method] = _described(operation, topic.QUERIES.get(path, {}))
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
        "components": {"schemas": dict(sorted(schemas.items()))},
    }


def _described(operation: Operation, query: dict[str, Schema]) -> dict[str, Any]:
    method, path, about, answers, body = operation
    whole: dict[str, Any] = {
        "summary": about,
        "responses": {
            **{
                str(status): {"description": about, "content": _json(ref(name))}
                for status, name in answers.items()
            },
            **_refusals(method, path),
        },
    }
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": TEXT}
        for name in ("id", "key")
        if f"{{{name}}}" in path
    ]
    if method == "get" or body is PICTURE:
        parameters += [
            {"name": name, "in": "query", "required": False, "schema": schema}
            for name, schema in query.items()
        ]
    if parameters:
        whole["parameters"] = parameters
    if body is not None or method == "delete":
        content = {"image/*": {"schema": body}} if body is PICTURE else _json(body or object_of({}))
        whole["requestBody"] = {"required": True, "content": content}
    return whole


def _refusals(method: str, path: str) -> dict[str, Any]:
    """The errors worth handling on their own; `default` covers all others."""
    reasons = dict(_REFUSALS)
    if method == "post" and path in _CONFLICTS:
        reasons["409"] = _CONFLICTS[path]
    reasons["default"] = "What is wrong"
    return {
        status: {"description": reason, "content": _json(ref("Error"))} for status, reason in reasons.items()
    }


def _json(schema: Schema) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
