"""The compiled module, or None if it was not built or NONET_PURE=1 is set.

NONET_ISA=baseline, avx2, avx512, neon or portable chooses its instruction set; the default is the best one available.
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
    except ValueError as error:  # an instruction set that is unknown, or that this processor lacks
        raise NonetError(f"NONET_ISA: {error}") from None
