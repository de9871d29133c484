"""How many cores there are for this process."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nonet.errors import NonetError
from nonet.parallel import cores
from nonet.parallel.cores import core_count, thread_count


@pytest.fixture
def eight(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Eight cores, and a cgroup without limits: the folder where its limits would stand."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(8)), raising=False)
    monkeypatch.setattr(cores, "CGROUPS", tmp_path / "cgroup")
    monkeypatch.setattr(cores, "OWN_CGROUP", tmp_path / "own")
    folder = tmp_path / "cgroup" / "box" / "inner"
    folder.mkdir(parents=True)
    (tmp_path / "own").write_text("1:name=other:/\n0::/box/inner\n")
    return folder


@pytest.mark.parametrize(
    ("own", "parents", "expected"),
    [
        ("max 100000", "max 100000", 8),
        ("200000 100000", "max 100000", 2),
        ("250000 100000", "max 100000", 3),
        ("10000 100000", "max 100000", 1),
        ("max 100000", "400000 100000", 4),
        ("600000 100000", "400000 100000", 4),
        ("9900000 100000", "max 100000", 8),
        ("", "damaged", 8),
    ],
)
def test_a_quota_limits_the_cores(eight: Path, own: str, parents: str, expected: int) -> None:
    (eight / "cpu.max").write_text(own + "\n")
    (eight.parent / "cpu.max").write_text(parents + "\n")
    assert core_count() == expected
    assert thread_count(None) == expected


def test_without_cgroups(eight: Path, tmp_path: Path) -> None:
    assert core_count() == 8
    (tmp_path / "own").write_text("4:cpu:/old\n")
    assert core_count() == 8
    (tmp_path / "own").unlink()
    assert core_count() == 8


def test_without_affinity(eight: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 5)
    assert core_count() == 5
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert core_count() == 1


def test_threads_are_at_least_one() -> None:
    assert thread_count(7) == 7
    with pytest.raises(NonetError, match="1 to 1024, or None for all cores; not 0"):
        thread_count(0)
