"""Shell commands that may mount file systems: no other process sees the mounts, which end with the shell."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

import pytest

__all__ = ["in_a_mount", "needs_mounts"]

_SHELL = ("unshare", "--user", "--map-root-user", "--mount", "sh", "-c")


def in_a_mount(
    script: str, *, env: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*_SHELL, script], env=env, capture_output=True, text=True, timeout=timeout)


def _may_mount() -> bool:
    try:
        return in_a_mount("mount -t tmpfs none /mnt", timeout=10).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


needs_mounts = pytest.mark.skipif(not _may_mount(), reason="needs unshare, and the right to mount")
