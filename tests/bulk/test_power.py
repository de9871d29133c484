"""Power failures: a disk that loses whatever was not synced, at every step of a run; then the same command again."""

from __future__ import annotations

import os
import shutil
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from many_cases import every

from .helping import everything, puzzles
from .test_resume import go

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/fd").exists(), reason="asks /proc for the name of a file"
)


class PowerFailure(BaseException):
    pass


class Disk:
    """Remembers what was synced: of a file its bytes, of a folder its names. Fails at a given call.

    It is as unkind as POSIX allows: a file that was never synced is empty, and a rename that was not synced with its
    folder has not happened, or has, as `keep_names` says.
    """

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, at: int, *, keep_names: bool) -> None:
        self.folder = folder
        self.at = at
        self.lock = Lock()
        self.calls = 0
        self.failed = False
        self.keep_names = keep_names
        self.bytes: dict[int, bytes] = {}
        self.names: dict[Path, dict[str, int | None]] = {}
        for name in ("fsync", "replace", "remove"):
            patch.setattr(os, name, self._counted(getattr(os, name), synced=name == "fsync"))

    def _counted(self, call: Any, *, synced: bool) -> Any:
        def counted(*arguments: Any, **options: Any) -> Any:
            with self.lock:  # shards are made in several threads
                self.calls += 1
                if self.failed or self.calls == self.at:
                    self.failed = True
                    raise PowerFailure
                answer = call(*arguments, **options)
                if synced:
                    self._sync(Path(os.readlink(f"/proc/self/fd/{arguments[0]}")))
                return answer

        return counted

    def _sync(self, path: Path) -> None:
        if path.is_dir():
            self.names[path] = {
                each.name: None if each.is_dir() else each.stat().st_ino for each in path.iterdir()
            }
        elif path.exists():
            self.bytes[path.stat().st_ino] = path.read_bytes()

    def after(self) -> None:
        """What is there when the power is back."""
        now = {path: path.stat().st_ino for path in self.folder.rglob("*") if path.is_file()}
        if self.keep_names:
            for path, inode in now.items():
                path.write_bytes(self.bytes.get(inode, b""))
            return
        shutil.rmtree(self.folder)
        self.folder.mkdir()
        for folder, names in sorted(self.names.items()):
            if folder == self.folder or (folder.is_relative_to(self.folder) and folder.parent.is_dir()):
                folder.mkdir(exist_ok=True)
                for name, number in names.items():
                    if number is not None:
                        (folder / name).write_bytes(self.bytes.get(number, b""))


def is_result(name: str) -> bool:
    return not name.endswith(".json") and "_run" not in name


@pytest.mark.parametrize("target", [pytest.param("out.txt", marks=pytest.mark.slow), "out/"])
@pytest.mark.parametrize("keep_names", [True, False], ids=["names kept", "names lost"])
def test_nothing_unsynced_is_trusted(tmp_path: Path, target: str, keep_names: bool) -> None:
    source = tmp_path / "in.txt"
    puzzles(source, 70, bad=(44,))
    (tmp_path / "calm").mkdir()
    go(source, f"{tmp_path}/calm/{target}", job="convert")
    calm = everything(tmp_path / "calm")
    failures = 0
    for at in count(1, every(3)):
        place = tmp_path / f"at{at}"
        place.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, place, at, keep_names=keep_names)
            try:
                go(source, f"{place}/{target}", job="convert")
            except PowerFailure:
                failures += 1
        disk.after()
        if disk.failed and (place / target).exists() and not target.endswith("/"):
            assert (place / target).read_bytes() == calm[target]
        if not disk.failed:  # whatever was said to be written is there
            after = everything(place)
            assert {name: after.get(name) for name in calm if is_result(name)} == {
                name: data for name, data in calm.items() if is_result(name)
            }
        go(source, f"{place}/{target}", job="convert")
        assert everything(place) == calm, at
        if not disk.failed:
            break
    assert failures * every(3) > 10


@pytest.mark.parametrize("damage", ["a flipped byte", "zeros", "other rows"])
@pytest.mark.parametrize("what", ["part-00001.txt", "_run/00001.rejected.csv"])
def test_a_damaged_shard_is_made_again(tmp_path: Path, damage: str, what: str) -> None:
    """Of the size that its receipt says, but with other bytes."""
    source = tmp_path / "in.txt"
    puzzles(source, 120, bad=(44, 45))
    go(source, f"{tmp_path}/out/")
    calm = everything(tmp_path / "out")
    path = tmp_path / "out" / what
    data = bytearray(path.read_bytes())
    if damage == "a flipped byte":
        data[7] ^= 1
    elif damage == "zeros":
        data[:] = bytes(len(data))
    else:
        data.reverse()
    path.write_bytes(data)
    (tmp_path / "out/_run/summary.json").unlink()
    assert go(source, f"{tmp_path}/out/").kept_shards == 2
    assert everything(tmp_path / "out") == calm


def test_damage_is_found_before_shards_are_joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "in.txt"
    solutions = puzzles(source, 120)

    def stop(*_: object) -> None:
        raise PowerFailure

    with monkeypatch.context() as patch:
        patch.setattr("nonet.bulk.run._finish", stop)
        with pytest.raises(PowerFailure):
            go(source, f"{tmp_path}/out.txt")
    shard = tmp_path / "out.txt.parts/part-00002.txt"
    shard.write_bytes(bytes(shard.stat().st_size))
    assert go(source, f"{tmp_path}/out.txt").kept_shards == 2
    assert (tmp_path / "out.txt").read_text().splitlines() == solutions
