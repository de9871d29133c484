"""The compiled module, or None if it was not built or NONET_PURE=1 is set.

On x86, NONET_ISA=baseline, avx2 or avx512 chooses its instruction set; the default is the best one available.
"""

from __future__ import annotations

import os
from types import ModuleType

from nonet.errors import MissingKernel, NonetError

__all__ = ["kernel", "required_kernel"]

kernel: ModuleType | None = None

if not os.environ.get("NONET_PURE"):
    try:
        from nonet import _native as kernel
    except ImportError:
        kernel = None
    except ValueError as error:  # an instruction set that is unknown, or that this processor lacks
        raise NonetError(f"NONET_ISA: {error}") from None


def required_kernel(what: str) -> ModuleType:
    """The compiled module, or MissingKernel: for what has no form in Python."""
    if kernel is None:
        is_disabled = os.environ.get("NONET_PURE")
        raise MissingKernel(
            what, "unset NONET_PURE" if is_disabled else "install a C++ compiler, then install nonet again"
        )
    return kernel
