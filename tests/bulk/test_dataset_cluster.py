"""A data set of five levels, built on one machine and on a cluster of two workers, disturbed or not: the same bytes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from time import sleep

import pytest

from nonet.canonical import canonical
from nonet.data import load
from nonet.data.audit import audit
from nonet.data.rows import BLOCK
from nonet.generate.levels import LEVELS
from nonet.rating import rate

from .dask_cluster import Cluster, killed
from .helping import ended, everything, receipts, start_command, wait_for

pytestmark = [pytest.mark.slow, pytest.mark.skipif(os.name != "posix", reason="kill -9 is POSIX")]

SHARDS = 6
COUNT = SHARDS * BLOCK
"""All levels share their candidates: a shard has a block of each."""
SPLITS = ("train", "valid", "test")
SPEC = "seed = 7\n" + "".join(
    f'[[part]]\nname = "{level}"\ncount = {COUNT}\nlevel = "{level}"\n' for level in LEVELS
)


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The specification, and the data set as one process builds it, undisturbed."""
    folder = tmp_path_factory.mktemp("alone")
    (folder / "spec.toml").write_text(SPEC)
    options = ("-o", folder / "set", "--threads", "1", "-q")
    assert ended(start_command("dataset", "build", folder / "spec.toml", *options), timeout=300)[0] == 0
    return folder


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with ExitStack() as stack:
        yield Cluster(tmp_path_factory.mktemp("dask"), stack)


def test_every_level_has_its_number_and_nothing_crosses_the_splits(alone: Path) -> None:
    levels: Counter[str] = Counter()
    grids: dict[str, set[str]] = {}
    for split in SPLITS:
        rows = [json.loads(line) for line in (alone / "set" / f"{split}.jsonl").read_text().splitlines()]
        assert [row["puzzle"] for row in rows] == load(alone / "set", split).arrow()["puzzle"].to_pylist()
        levels.update(row["level"] for row in rows)
        grids[split] = {str(canonical(row["solution"])) for row in rows}
        assert all(rate(row["puzzle"]).level == row["part"] for row in rows[::10])
    assert levels == dict.fromkeys(LEVELS, COUNT)
    assert len(set().union(*grids.values())) == sum(map(len, grids.values()))
    assert audit([str(alone / "set" / f"{split}.parquet") for split in SPLITS]).is_clean


def test_two_workers_make_the_same_bytes(cluster: Cluster, alone: Path, tmp_path: Path) -> None:
    status, _, err = ended(begin(cluster, alone, tmp_path), timeout=300)
    assert (status, err) == (0, "")
    assert everything(tmp_path / "set") == everything(alone / "set")


def test_a_driver_and_a_worker_are_killed(cluster: Cluster, alone: Path, tmp_path: Path) -> None:
    """What is finished stays; the next driver goes on with the worker that is left, and makes the same bytes."""
    driver = begin(cluster, alone, tmp_path)
    shards = tmp_path / "set" / "_shards"
    assert wait_for(lambda: receipts(shards) >= 2, driver, timeout=300)
    driver.kill()
    assert ended(driver)[0] == -signal.SIGKILL
    killed(cluster.workers.pop())
    kept = written(shards)
    assert 2 <= len(kept) < SHARDS

    driver = begin(cluster, alone, tmp_path)
    later = dict(kept)
    while driver.poll() is None:  # at the end it removes the shards
        later |= written(shards)
        sleep(0.005)
    status, _, err = ended(driver)
    assert (status, err) == (0, "")
    assert len(later) == SHARDS
    assert later | kept == later  # none of them was made again
    assert everything(tmp_path / "set") == everything(alone / "set")


def written(shards: Path) -> dict[str, int]:
    """The receipts of finished shards, and when they were written."""
    found = {}
    for path in shards.glob("_run/[0-9]*.json"):
        with suppress(FileNotFoundError):  # being removed
            found[path.name] = path.stat().st_mtime_ns
    return found


def begin(cluster: Cluster, alone: Path, folder: Path) -> subprocess.Popen[str]:
    options = ("-o", folder / "set", "--cluster", cluster.address, "-q")
    return start_command("dataset", "build", alone / "spec.toml", *options)
