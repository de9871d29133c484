"""Where the output of a run lives, until its end and after it.

    -o solved.csv                              -o solved/
    solved.csv.parts/     until the end        solved/                       stays
        part-00000.csv                             part-00000.csv            a shard
        _run/manifest.json                         _run/manifest.json        what this run is
        _run/00000.json                            _run/00000.json           the receipt of a finished shard
        _run/00000.rejected.csv                    _run/00000.rejected.csv   its rejected rows
        _run/spool/                                _run/spool/               pieces of inputs that are streams
    solved.csv            at the end
    solved.csv.run.json   what it came from        _run/summary.json
    solved.csv.rejected.csv                    solved.rejected.csv

A shard is finished when its receipt is there, which is written last. Names that begin with `_` or `.` are ignored by
programs that read a folder as one table (Arrow, Spark, Dask, and nonet itself).
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from nonet.bulk.storage import TEMPORARY, Storage, storage_for
from nonet.bulk.streams import is_remote

__all__ = ["Output"]


@dataclass(frozen=True)
class Output:
    """The names of all files of an output. They are the same on every machine that shares the storage.

    >>> output = Output("solved.csv", ending=".csv")
    >>> output.shard(3), output.receipt(3)
    ('solved.csv.parts/part-00003.csv', 'solved.csv.parts/_run/00003.json')
    >>> Output("solved/", ending=".csv").rejected
    'solved.rejected.csv'
    """

    target: str
    ending: str

    @property
    def is_folder(self) -> bool:
        """Whether the shards are the result."""
        return self.target.endswith(("/", os.sep))

    @property
    def parts(self) -> str:
        """The folder of the shards."""
        return self.target.rstrip("/" + os.sep) if self.is_folder else f"{self.target}.parts"

    def shard(self, number: int) -> str:
        return f"{self.parts}/part-{number:05d}{self.ending}"

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
        return Output(path + "/" if self.is_folder else path, self.ending)

    def sweep(self, storage: Storage) -> None:
        """Removes unfinished files of a process that was killed."""
        for folder in (self.parts, self.own):
            for name in storage.names(folder):
                if name.startswith(TEMPORARY):
                    storage.remove(f"{folder}/{name}")
        storage.remove_folder(self.spool)
