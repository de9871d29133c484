"""JSON as it is sent. Worker processes write it, too: a large answer would hold the server up."""

from __future__ import annotations

import json
from typing import Any

__all__ = ["json_text"]


def json_text(view: Any) -> bytes:
    """JSON without blanks.

    >>> json_text({"text": "č", "cells": [1, 2]}).decode()
    '{"text":"č","cells":[1,2]}'
    """
    return json.dumps(view, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
