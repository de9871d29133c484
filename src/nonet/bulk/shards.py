"""Where the output of a run lives, until its end and after it.

    -o solved.csv                              -o solved/
    solved.csv.parts/     until the end        solved/                       stays
        part-00007.csv                             part-00000.csv
        part-00008.csv                             part-00001.csv
        _run/manifest.json                         _run/manifest.json        what this run is
        _run/00007.json                            _run/00000.json           the receipt of a finished shard
        _run/00007.rejected.csv                    _run/00000.rejected.csv   its rows that have no answer
        _run/joined                                                          shards 0 to 6, one behind the other
        _run/joined.jsonl                                                    their receipts, and where each ends
    solved.csv            at the end
    solved.csv.run.json   what it came from        _run/summary.json
    solved.csv.rejected.csv                    solved.rejected.csv

A shard is finished when its receipt is there, and that is written last. For one file most shards go from memory to the
end of `joined`; those that another process made, or that are too large, are files before that. Names that begin with
`_` or `.` are passed over by whoever reads a folder as one table (Arrow, Spark, Dask, and nonet itself).
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from nonet.bulk.files import is_remote
from nonet.bulk.storage import TEMPORARY, Storage, storage_for

__all__ = ["OWN_FOLDER", "Output"]

OWN_FOLDER = "_run"


@dataclass(frozen=True)
class Output:
    """Names of files, no more: small, and the same on every machine that shares the storage.

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
        """The file of one shard."""
        return f"{self.parts}/part-{number:05d}{self.ending}"

    @property
    def own(self) -> str:
        """The folder for what the run itself has to remember."""
        return f"{self.parts}/{OWN_FOLDER}"

    def receipt(self, number: int) -> str:
        """Says that a shard is finished, and what is in it."""
        return f"{self.own}/{number:05d}.json"

    def rejects(self, number: int) -> str:
        """The rows of a shard that have no answer; no file where there are none."""
        return f"{self.own}/{number:05d}.rejected.csv"

    @property
    def grown(self) -> str:
        """The one file, while it grows."""
        return f"{self.own}/joined"

    @property
    def journal(self) -> str:
        """Says which shards are in it."""
        return f"{self.own}/joined.jsonl"

    @property
    def manifest(self) -> str:
        """Says what the run is."""
        return f"{self.own}/manifest.json"

    @property
    def lock(self) -> str:
        """Whoever writes the output holds it."""
        return f"{self.own}/lock"

    @property
    def record(self) -> str:
        """Says that all is done, and what it came from."""
        return f"{self.own}/summary.json" if self.is_folder else f"{self.target}.run.json"

    @property
    def rejected(self) -> str:
        """All rows that have no answer."""
        return f"{self.parts if self.is_folder else self.target}.rejected.csv"

    def storage(self) -> Storage:
        """Where all of this is kept."""
        return storage_for(self.target)

    def absolute(self) -> Output:
        """The same place for a process that stands in another folder."""
        if is_remote(self.target):
            return self
        path = os.path.abspath(self.target)
        return Output(path + "/" if self.is_folder else path, self.ending)

    def sweep(self, storage: Storage) -> None:
        """Removes what a process left behind that was ended while it wrote."""
        for folder in (self.parts, self.own):
            for name in storage.names(folder):
                if name.startswith(TEMPORARY):
                    storage.remove(f"{folder}/{name}")
        for path in (self.rejected, self.record):
            folder, _, base = path.rpartition("/")
            for name in storage.names(folder):
                if name.startswith(TEMPORARY) and name.endswith(f"-{base}"):
                    storage.remove(f"{folder}/{name}")
