"""What a run is, and what a finished shard is: two small values, kept as JSON beside the shards.

A run continues with the shards of an earlier one only if both have the same manifest: the same job with the same
options and seed, by the same version, from the same inputs, cut and written in the same way. Any difference is named.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from nonet.bulk.errors import Unreadable, reading
from nonet.bulk.streams import is_remote, size_of
from nonet.version import __version__

__all__ = ["Identity", "Manifest", "Receipt", "refuse_changed"]


@dataclass(frozen=True)
class Identity:
    """What identifies a file: its name, its size, and when it was last changed (0 where that is not known).

    A stream, as standard input, has neither; its pieces are identified by what is in them.
    """

    path: str
    size: int
    changed: int
    streamed: bool = False

    @staticmethod
    def of(path: str) -> Identity:
        with reading(path):
            if is_remote(path):
                return Identity(path, size_of(path), 0)
            status = os.stat(path)
        return Identity(os.path.abspath(path), status.st_size, status.st_mtime_ns)


def refuse_changed(before: Identity) -> None:
    """Raises `Unreadable` if a file is not what it was."""
    if not before.streamed and Identity.of(before.path) != before:
        raise Unreadable(f"{before.path} was changed while it was read; begin again with --restart")


@dataclass(frozen=True)
class Manifest:
    """Everything that decides what is in the shards.

    >>> one = Manifest(job="count", options={"limit": 2}, seed=None, inputs=(), ending=".csv", shard_rows=9)
    >>> Manifest.parse(one.text()) == one
    True
    >>> other = Manifest(job="count", options={"limit": 3}, seed=None, inputs=(), ending=".csv", shard_rows=9)
    >>> other.differences(one)
    ['limit is 3, it was 2']
    """

    job: str
    options: Mapping[str, Any]
    seed: int | None
    inputs: tuple[Identity, ...]
    ending: str
    shard_rows: int
    version: str = __version__

    @property
    def is_streamed(self) -> bool:
        """Whether an input can be read only once."""
        return any(each.streamed for each in self.inputs)

    def text(self) -> bytes:
        return _json(asdict(self))

    @staticmethod
    def parse(text: bytes) -> Manifest | None:
        """The twin of `text`; None for anything else, as the manifest of another version."""
        try:
            values = json.loads(text)
            inputs = tuple(Identity(**each) for each in values.pop("inputs"))
            return Manifest(inputs=inputs, **values)
        except (ValueError, TypeError, KeyError, AttributeError):
            return None

    def differences(self, before: Manifest) -> list[str]:
        """What is not as it was, in words; nothing if this is the same run."""
        found = []
        if self.job != before.job:
            return [f"the job is {self.job}, it was {before.job}"]
        for name in sorted({*self.options, *before.options}):
            now, then = self.options.get(name), before.options.get(name)
            if _plain(now) != _plain(then):
                found.append(f"{name} is {_word(now)}, it was {_word(then)}")
        if self.seed != before.seed:
            found.append(f"the seed is {_word(self.seed)}, it was {_word(before.seed)}")
        found += _changed_inputs(self.inputs, before.inputs)
        if self.ending != before.ending:
            found.append(f"the output is written as {self.ending}, it was {before.ending}")
        if self.shard_rows != before.shard_rows:
            found.append(f"a shard has {self.shard_rows:,} rows, it had {before.shard_rows:,}")
        if self.version != before.version:
            found.append(f"this is nonet {self.version}, it was {before.version}")
        return found


@dataclass(frozen=True)
class Receipt:
    """A finished shard.

    `piece` is the key of what it was made from. `rows` went in, `rejected` of them got no answer, and `results`
    counts the others in the words of the job. It accounts for `lines` lines of the source, the first of them number
    `first_line` (0: the one after the last line of the shard before). The file has `size` bytes, the first `header` of
    which are left out when shards are joined, and this CRC-32 `checksum`; `rejects_checksum` is that of the file of
    rejected rows, if there is one.
    """

    number: int
    piece: str
    source: str
    rows: int
    rejected: int
    lines: int
    first_line: int
    size: int
    header: int
    checksum: str
    rejects_checksum: str = ""
    results: Mapping[str, int] = field(default_factory=dict)

    def text(self) -> bytes:
        return _json(asdict(self))

    @staticmethod
    def parse(text: bytes) -> Receipt | None:
        """The twin of `text`; None for anything else."""
        try:
            return Receipt(**json.loads(text))
        except (ValueError, TypeError):
            return None


def _changed_inputs(now: tuple[Identity, ...], before: tuple[Identity, ...]) -> list[str]:
    if [each.path for each in now] != [each.path for each in before]:
        new = sorted({each.path for each in now} - {each.path for each in before})
        gone = sorted({each.path for each in before} - {each.path for each in now})
        found = [f"{_some(new)} was not an input before"] if new else []
        found += [f"{_some(gone)} was an input"] if gone else []
        return found or ["the inputs are in another order"]
    changed = [new.path for new, old in zip(now, before, strict=True) if new != old]
    return [f"{_some(changed)} has changed"] if changed else []


def _some(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} (and {len(names) - 1:,} more)"


def _word(value: Any) -> str:
    return "not given" if value is None else str(value)


def _plain(value: Any) -> Any:
    """As it comes back from JSON, where a tuple is a list."""
    return json.loads(json.dumps(value))


def _json(values: Mapping[str, Any]) -> bytes:
    return (json.dumps(values, indent=1) + "\n").encode()  # ASCII: a name may not be UTF-8
