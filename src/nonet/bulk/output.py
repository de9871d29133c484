"""Where the output of a run lives, and the small JSON files by which a later run continues it.

    -o solved.csv                              -o solved/
    solved.csv.parts/     until the end        solved/                       stays
        part-00000.csv                             part-00000.csv            a shard
        _run/manifest.json                         _run/manifest.json        what this run is: `Manifest`
        _run/00000.json                            _run/00000.json           a finished shard: `Receipt`
        _run/00000.rejected.csv                    _run/00000.rejected.csv   its rejected rows
        _run/spool/                                _run/spool/               pieces of inputs that are streams
    solved.csv            at the end
    solved.csv.run.json   what it came from        _run/summary.json
    solved.csv.rejected.csv                    solved.rejected.csv

A shard is finished when its receipt is there, which is written last. Names that begin with `_` or `.` are ignored by
programs that read a folder as one table (Arrow, Spark, Dask, and nonet itself).

A run continues with the shards of an earlier one only if both have the same manifest: the same job with the same
options and seed, by the same version, from the same inputs, cut and written in the same way. Any difference is named.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from nonet.bulk.errors import Unreadable, reading
from nonet.bulk.parquet_files import COMPRESSION
from nonet.bulk.sources import FileKind
from nonet.bulk.storage import TEMPORARY, Storage, is_remote, storage_for
from nonet.version import __version__


@dataclass(frozen=True)
class Output:
    """The names of all files of an output. They are the same on every machine that shares the storage.

    `kind` is what the user asked for. The shards of one Parquet file are Arrow streams: they are cheaper to write and
    to read again, and the file is encoded once, when they are joined.

    >>> output = Output("solved.csv", FileKind("csv"))
    >>> output.shard(3), output.receipt(3)
    ('solved.csv.parts/part-00003.csv', 'solved.csv.parts/_run/00003.json')
    >>> Output("solved/", FileKind("csv")).rejected
    'solved.rejected.csv'
    """

    target: str
    kind: FileKind
    compression: str = COMPRESSION
    """Of the columns inside a Parquet file: zstd, snappy or none."""

    @property
    def is_folder(self) -> bool:
        """Whether the shards are the result."""
        return self.target.endswith(("/", os.sep))

    @property
    def parts(self) -> str:
        """The folder of the shards."""
        return self.target.rstrip("/" + os.sep) if self.is_folder else f"{self.target}.parts"

    @property
    def shard_kind(self) -> FileKind:
        return FileKind("arrow") if self.kind.format == "parquet" and not self.is_folder else self.kind

    def shard(self, number: int) -> str:
        return f"{self.parts}/part-{number:05d}{self.shard_kind.ending}"

    @property
    def own(self) -> str:
        """The folder of what the run itself has to remember."""
        return f"{self.parts}/_run"

    def receipt(self, number: int) -> str:
        return f"{self.own}/{number:05d}.json"

    def rejects(self, number: int) -> str:
        """The rejected rows of a shard; there is no such file if it has none."""
        return f"{self.own}/{number:05d}.rejected.csv"

    @property
    def manifest(self) -> str:
        return f"{self.own}/manifest.json"

    @property
    def lock(self) -> str:
        return f"{self.own}/lock"

    @property
    def spool(self) -> str:
        return f"{self.own}/spool"

    @property
    def record(self) -> str:
        """Says that the run is finished, and what the output came from."""
        return f"{self.own}/summary.json" if self.is_folder else f"{self.target}.run.json"

    @property
    def rejected(self) -> str:
        """All rejected rows."""
        return f"{self.parts if self.is_folder else self.target}.rejected.csv"

    def storage(self) -> Storage:
        return storage_for(self.target)

    def temporary(self, storage: Storage) -> str:
        """A name for a file of this run that is not finished; `sweep` removes what is left of such files."""
        return storage.temporary(self.manifest)

    def absolute(self) -> Output:
        """The same place for a process with another working directory."""
        if is_remote(self.target):
            return self
        path = os.path.abspath(self.target)
        return replace(self, target=path + "/" if self.is_folder else path)

    def sweep(self, storage: Storage) -> None:
        """Removes unfinished files of a process that was killed."""
        for folder in (self.parts, self.own):
            for name in storage.names(folder):
                if name.startswith(TEMPORARY):
                    storage.remove(f"{folder}/{name}")
        storage.remove_folder(self.spool)


# -- what the JSON files say -----------------------------------------------------------------------------------


END = 4096
"""Bytes at either end of a file that help to identify it."""


@dataclass(frozen=True)
class Identity:
    """What identifies a file: its name, its size, when it was last changed (0 where that is not known), and a digest of
    its two ends.

    A stream, such as standard input, has none of them; its pieces are identified by what is in them.
    """

    path: str
    size: int
    changed: int
    ends: str = ""
    streamed: bool = False

    @staticmethod
    def of(path: str) -> Identity:
        with reading(path):
            if is_remote(path):
                return Identity(path, storage_for(path).size(path) or 0, 0)
            with open(path, "rb") as file:
                status, ends = os.fstat(file.fileno()), file.read(END)
                file.seek(max(0, status.st_size - END))
                ends += file.read(END)
        digest = hashlib.blake2b(ends, digest_size=8).hexdigest()
        return Identity(os.path.abspath(path), status.st_size, status.st_mtime_ns, digest)


def refuse_changed(before: Identity) -> None:
    """Raises `Unreadable` if a file is not what it was."""
    if not before.streamed and Identity.of(before.path) != before:
        raise Unreadable(f"{before.path} was changed while it was read; begin again with --restart")


@dataclass(frozen=True)
class Manifest:
    """Everything that decides what is in the shards.

    >>> one = Manifest(job="count", options={"limit": 2}, seed=None, inputs=(), shard_rows=9)
    >>> Manifest.parse(one.text()) == one
    True
    >>> other = Manifest(job="count", options={"limit": 3}, seed=None, inputs=(), shard_rows=9)
    >>> other.differences(one)
    ['limit is 3, it was 2']
    """

    job: str
    options: Mapping[str, Any]
    seed: int | None
    inputs: tuple[Identity, ...]
    shard_rows: int
    ending: str = ""
    version: str = __version__

    @property
    def is_streamed(self) -> bool:
        """Whether an input can be read only once."""
        return any(each.streamed for each in self.inputs)

    def written_to(self, output: Output) -> Manifest:
        """The manifest of a run with that output."""
        options = dict(self.options)
        if output.kind.format == "parquet":
            options["compression"] = output.compression
        return replace(self, options=options, ending=output.kind.ending)

    def text(self) -> bytes:
        return _json(asdict(self))

    @staticmethod
    def parse(text: bytes) -> Manifest | None:
        """The twin of `text`; None for anything else, such as the manifest of another version."""
        try:
            return Manifest.of(json.loads(text))
        except (ValueError, TypeError, KeyError, AttributeError):
            return None

    @staticmethod
    def of(values: dict[str, Any]) -> Manifest:
        return Manifest(**{**values, "inputs": tuple(Identity(**each) for each in values["inputs"])})

    def differences(self, before: Manifest) -> list[str]:
        """What is not as it was, in words; nothing if this is the same run."""
        changes = []
        if self.job != before.job:
            return [f"the job is {self.job}, it was {before.job}"]
        for name in sorted({*self.options, *before.options}):
            now, then = self.options.get(name), before.options.get(name)
            if _plain(now) != _plain(then):
                changes.append(f"{name} is {_word(now)}, it was {_word(then)}")
        if self.seed != before.seed:
            changes.append(f"the seed is {_word(self.seed)}, it was {_word(before.seed)}")
        changes += _changed_inputs(self.inputs, before.inputs)
        if self.ending != before.ending:
            changes.append(f"the output is written as {self.ending}, it was {before.ending}")
        if self.shard_rows != before.shard_rows:
            changes.append(f"a shard has {self.shard_rows:,} rows, it had {before.shard_rows:,}")
        if self.version != before.version:
            changes.append(f"this is nonet {self.version}, it was {before.version}")
        return changes


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
