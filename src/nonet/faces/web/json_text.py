"""JSON as it is sent. Worker processes write it, too: a large answer would hold the server up."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import Enum
from typing import Any, Generic, TypeVar

from starlette.responses import Response

from nonet.fields import to_plain

View = TypeVar("View")


def json_text(view: Any) -> bytes:
    """JSON without blanks. Dataclasses are written as their fields say.

    >>> json_text({"text": "č", "cells": (1, 2)}).decode()
    '{"text":"č","cells":[1,2]}'
    """
    return json.dumps(
        view, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain
    ).encode()


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, Enum) else to_plain(value)


class JsonAnswer(Response, Generic[View]):
    """JSON of this type, or what a worker process has written of it."""

    media_type = "application/json"

    def __init__(
        self, view: View | bytes, status_code: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(view if isinstance(view, bytes) else json_text(view), status_code, headers)
