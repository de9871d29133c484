"""The compiled kernel, or None: where it was not built, and where NONET_PURE=1 asks to do without."""

from __future__ import annotations

import os
from types import ModuleType

__all__ = ["kernel"]

kernel: ModuleType | None = None

if not os.environ.get("NONET_PURE"):
    try:
        from nonet import _native as kernel  # type: ignore[no-redef]
    except ImportError:
        kernel = None
