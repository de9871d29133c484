"""A run: its shards, those that are missing, and what they become at the end.

    plan ──▶ tasks ──▶ executor ──▶ receipts ──▶ one file, or a folder of shards
                          │
                          └─ threads, processes, or a cluster: the same loop

The same command again finds the manifest and the receipts of the first, and does what is missing.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, closing, contextmanager, suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Protocol

from nonet.bulk.executors import Executor
from nonet.bulk.files import is_remote
from nonet.bulk.joining import Joining
from nonet.bulk.manifest import Manifest, Receipt
from nonet.bulk.problems import ClusterLost, OtherRun, writing
from nonet.bulk.progress import Progress, Summary
from nonet.bulk.shards import Output
from nonet.bulk.shield import shield
from nonet.bulk.sources import Kind
from nonet.bulk.storage import Storage
from nonet.bulk.tasks import Finished, Task

__all__ = ["Work", "run"]

Watch = Callable[[Progress], None]


class Work(Protocol):
    """What a run does: a job on files, or puzzles to be made."""

    @property
    def kind(self) -> Kind:
        """How the output is written."""
        ...

    @property
    def weight(self) -> int | None:
        """That of all tasks together, None where nobody knows."""
        ...

    @property
    def is_small(self) -> bool:
        """Whether it is one shard, for which no process need be started."""
        ...

    def manifest(self) -> Manifest:
        """All that decides what is in the shards."""
        ...

    def tasks(self, spool: str) -> Iterator[Task]:
        """The shards to make, in order; `spool` is a folder for what comes from standard input."""
        ...

    def place(self, task: Task, row: int) -> tuple[str, int]:
        """The file of a rejected row, and the number of that row there; asked for in order."""
        ...

    def finished(self, task: Task) -> None:
        """What was kept for this task alone may go."""
        ...


def run(
    work: Work,
    output: Output,
    executor: Executor,
    *,
    restart: bool = False,
    watch: Watch = lambda progress: None,
) -> Summary:
    """Makes the shards that are missing, and of all of them the output; `watch` is called five times a second.

    With `restart`, what is there of any earlier run is removed first.
    """
    output = output.absolute()
    storage = output.storage()
    manifest = work.manifest()
    if output.target in {each.path for each in manifest.inputs}:
        raise OtherRun(f"{output.target} is an input of this run; it would be lost: choose another output")
    progress = Progress(work.weight)
    with ExitStack() as stack:
        summary = None if restart else _finished(output, storage, manifest)
        if summary is not None and not storage.names(output.parts):
            storage.remove_folder(output.parts)  # an empty one, if it was stopped after all else was removed
            return summary
        storage.make_folder(output.own)
        stack.enter_context(closing(storage.lock(output.lock)))
        if summary is not None:  # it was stopped at the very end
            storage.remove_folder(output.parts)
            return summary
        if restart:
            _forget(output, storage)
        _claim(output, storage, manifest)
        output.sweep(storage)
        spool = f"{output.own}/spool"
        if is_remote(output.target):
            from tempfile import TemporaryDirectory

            spool = stack.enter_context(TemporaryDirectory(prefix="nonet-bulk-"))
        ended: SimpleQueue[Future[Finished] | None] = SimpleQueue()
        joining = None
        if not output.is_folder:
            wake = partial(ended.put, None)
            joining = stack.enter_context(Joining(output, storage, work.kind, wake))
        try:
            tasks = _make_all(work, output, executor, storage, progress, watch, joining, ended, spool)
        except BaseException:
            executor.close(now=True)
            raise
        _finish(work, output, storage, tasks, manifest, progress, joining)
        watch(progress)
        storage.remove_folder(f"{output.own}/spool" if output.is_folder else output.parts)
    return progress.summary()


# ----------------------------------------------------------------------------------- an earlier run's output


def _finished(output: Output, storage: Storage, manifest: Manifest) -> Summary | None:
    """The summary of the very same run, if it got to its end before; refuses the output of another."""
    size = None if output.is_folder else storage.size(output.target)
    record = storage.read(output.record)
    if record is None:
        if size is not None and storage.read(output.manifest) is None:
            raise OtherRun(f"{output.target} is there already; another name, or --restart to write it anew")
        return None
    before = _record(record)
    if before is None:
        raise OtherRun(f"{output.record} is not to be understood; --restart begins anew")
    _compare(output, manifest, before[0])
    unfinished = output.manifest if is_remote(output.target) else output.grown
    if not output.is_folder and (size != before[2] or storage.size(unfinished) is not None):
        return None  # the record is written before the file gets its name
    if manifest.is_piped:
        raise OtherRun(
            f"{output.target} was made from standard input, and nobody can tell whether this is the same; "
            "another name, or --restart to write it anew"
        )
    return None if output.is_folder else before[1]  # every shard of a folder is looked at again


def _record(text: bytes) -> tuple[Manifest, Summary, int] | None:
    try:
        values = json.loads(text)
        manifest = Manifest.parse(json.dumps(values["manifest"]).encode())
        told = values["summary"]
        rows, shards = int(told["rows"]), int(told["shards"])
        summary = Summary(
            rows=rows,
            rejected=int(told["rejected"]),
            results=told["results"],
            shards=shards,
            kept=rows,
            kept_shards=shards,
            seconds=0.0,
        )
        return (manifest, summary, int(values["size"])) if manifest is not None else None
    except (ValueError, TypeError, KeyError):
        return None


def _claim(output: Output, storage: Storage, manifest: Manifest) -> None:
    """The manifest stands beside the shards; that of another run is refused."""
    text = storage.read(output.manifest)
    if text is None:
        has_shards = any(name.startswith("part-") for name in storage.names(output.parts))
        if has_shards or storage.size(output.journal) is not None:
            raise OtherRun(f"{output.parts} holds shards of nobody knows what; another name, or --restart")
        storage.write(output.manifest, manifest.text())
        return
    before = Manifest.parse(text)
    if before is None:
        raise OtherRun(f"{output.manifest} is not to be understood; --restart begins anew")
    _compare(output, manifest, before)


def _compare(output: Output, manifest: Manifest, before: Manifest) -> None:
    if found := manifest.differences(before):
        raise OtherRun(
            f"{output.target} belongs to another run: {'; '.join(found)}. "
            "Choose another output, or --restart to remove what is there and begin anew"
        )


def _forget(output: Output, storage: Storage) -> None:
    """No shard and no receipt of an earlier run afterwards; a finished file stays until the new one replaces it."""
    for name in storage.names(output.parts):
        if name.startswith("part-"):
            storage.remove(f"{output.parts}/{name}")
    storage.remove_folder(f"{output.own}/spool")
    kept = {os.path.basename(path) for path in (output.lock, output.manifest)} | {"spool"}
    for name in storage.names(output.own) - kept:
        storage.remove(f"{output.own}/{name}")
    storage.remove(output.record)
    storage.remove(output.manifest)  # until now it says whose all of that was


# --------------------------------------------------------------------------------------------- the main loop


def _make_all(
    work: Work,
    output: Output,
    executor: Executor,
    storage: Storage,
    progress: Progress,
    watch: Watch,
    joining: Joining | None,
    ended: SimpleQueue[Future[Finished] | None],
    spool: str,
) -> list[tuple[Task, Receipt]]:
    """Every task with its receipt, in order; what is finished may be joined.

    In `ended` are the futures that have, and None whenever something else is to be looked at.
    """
    there = storage.names(output.own)
    piped = work.manifest().is_piped
    receipts: dict[int, Receipt] = {}
    done: list[Task] = []
    pending: dict[Future[Finished], Task] = {}
    tasks = work.tasks(spool)
    more = True
    while more or pending:
        while more and len(pending) < executor.room() and (joining is None or joining.has_room(len(pending))):
            task = next(tasks, None)
            if task is None:
                more = False
                break
            done.append(task)
            joined = _joined(task, output, joining, piped)
            if receipt := joined or _receipt(task, output, storage, there, piped):
                receipts[task.number] = receipt
                progress.was_there(receipt, weight=task.weight)
                work.finished(task)
                if joining is not None and joined is None:
                    joining.add(receipt, None)
                watch(progress)
            else:
                with _explained(executor), shield():
                    begun = executor.submit(task, output, progress)
                    pending[begun] = task
                    begun.add_done_callback(ended.put)
        for future in _soon(ended) if more or pending else ():
            if future is None:
                continue
            task = pending.pop(future)
            with _explained(executor), shield():
                receipt, held = future.result()
            del future
            if held is None and storage.size(output.shard(task.number)) != receipt.size:
                raise ClusterLost(
                    f"{output.shard(task.number)} was written, but not where this process looks: "
                    "the output must be in storage that all workers share"
                )
            receipts[task.number] = receipt
            work.finished(task)
            finished = partial(progress.finished, receipt, weight=task.weight)
            if joining is None:
                finished()
            else:
                joining.add(receipt, held, finished)
            del held
        executor.check()
        if joining is not None:
            joining.check()
        watch(progress)
    numbers = [int(name[:-5]) for name in there if name.endswith(".json") and name[:5].isdigit()]
    if joining is not None:
        numbers.append(joining.known - 1)
    if any(number >= len(done) for number in numbers):
        raise _other_stream(output)
    return [(task, receipts[task.number]) for task in done]


@contextmanager
def _explained(executor: Executor) -> Iterator[None]:
    """What goes wrong, in the words of whoever makes the shards."""
    try:
        yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise executor.explain(error) from error


def _soon(ended: SimpleQueue[Future[Finished] | None]) -> Iterator[Future[Finished] | None]:
    """What ended by now, or within a fifth of a second.

    Not by `concurrent.futures.wait`: a Ctrl-C while that takes its locks leaves them taken.
    """
    with suppress(Empty):
        yield ended.get(timeout=0.2)
        while True:
            yield ended.get_nowait()


def _other_stream(output: Output) -> OtherRun:
    return OtherRun(
        f"{output.target} was begun with another standard input; another name, or --restart to begin anew"
    )


def _joined(task: Task, output: Output, joining: Joining | None, piped: bool) -> Receipt | None:
    """The receipt of a shard that is in the growing file, if this is the very task."""
    receipt = None if joining is None else joining.receipt(task.number)
    if joining is None or receipt is None or receipt.piece == task.key:
        return receipt
    if piped:
        raise _other_stream(output)
    joining.forget(task.number)
    return None


def _receipt(task: Task, output: Output, storage: Storage, there: set[str], piped: bool) -> Receipt | None:
    """The receipt of a finished shard, if this is the very task and the shard is there."""
    if os.path.basename(output.receipt(task.number)) not in there:
        return None
    text = storage.read(output.receipt(task.number))
    receipt = Receipt.parse(text) if text is not None else None
    if receipt is None:
        return None
    if (receipt.number, receipt.piece) != (task.number, task.key):
        if piped:
            raise _other_stream(output)
        return None
    return receipt if storage.size(output.shard(task.number)) == receipt.size else None


# -------------------------------------------------------------------------------------------------- the end


def _finish(
    work: Work,
    output: Output,
    storage: Storage,
    tasks: list[tuple[Task, Receipt]],
    manifest: Manifest,
    progress: Progress,
    joining: Joining | None,
) -> None:
    """The end of the file of all shards, the rejected rows, the record of what it came from, and at last its name."""
    size = 0 if joining is None else joining.finish()
    _join_rejects(work, output, storage, tasks)
    summary = progress.summary()
    told = {
        "rows": summary.rows,
        "rejected": summary.rejected,
        "results": summary.results,
        "shards": summary.shards,
    }
    record = {"manifest": json.loads(manifest.text()), "summary": told, "size": size}
    storage.write(output.record, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode())
    if joining is not None:
        joining.publish()
    around = os.path.dirname(output.parts)
    storage.settle(*([output.parts, output.own, around] if output.is_folder else [around]))


def _join_rejects(work: Work, output: Output, storage: Storage, tasks: list[tuple[Task, Receipt]]) -> None:
    """All rejected rows in one file: which file, which row, why. No file, if there are none."""
    if not any(receipt.rejected for _, receipt in tasks):
        storage.remove(output.rejected)
        return
    temporary = storage.temporary(output.rejected)
    try:
        with writing(output.rejected), open(temporary, "w", encoding="utf-8", newline="") as file:
            writer = csv.writer(file, lineterminator="\n")
            writer.writerow(("file", "row", "reason"))
            for task, receipt in tasks:
                if not receipt.rejected:
                    continue
                copy = storage.local_copy(output.rejects(task.number))
                with open(copy, encoding="utf-8", newline="") as part:
                    writer.writerows(
                        (*work.place(task, int(row)), reason) for row, reason in csv.reader(part)
                    )
        storage.publish(temporary, output.rejected)
    finally:
        if os.path.exists(temporary):
            os.remove(temporary)
