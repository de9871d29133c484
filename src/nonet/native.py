"""The compiled kernel, or None: where it was not built, and where NONET_PURE=1 asks to do without.

NONET_ISA=baseline, avx2, avx512 or portable chooses its instruction set; by default it takes the best.
"""

from __future__ import annotations

import os
from types import ModuleType

from nonet.errors import NonetError

__all__ = ["kernel"]

kernel: ModuleType | None = None

if not os.environ.get("NONET_PURE"):
    try:
        from nonet import _native as kernel
    except ImportError:
        kernel = None
    except ValueError as error:  # an instruction set that is not known, or not here
        raise NonetError(f"NONET_ISA: {error}") from None
