"""A run: plan its shards, make those that are missing, and turn them into the output.

    plan ──▶ tasks ──▶ executor ──▶ receipts ──▶ one file, or a folder of shards
                          │
                          └─ threads, processes, or a cluster: the same loop

The same command again finds the manifest and the receipts of the first, and makes what is missing. Every step leaves
the output in a state from which that works; `docs/bulk.md` lists the faults it survives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from queue import Empty, SimpleQueue

from nonet.bulk.errors import ClusterLost, OtherRun, reading, writing
from nonet.bulk.executors import Executor
from nonet.bulk.joining import Joiner, join_rejects
from nonet.bulk.output import Manifest, Output, Receipt
from nonet.bulk.progress import RunProgress, Summary
from nonet.bulk.storage import TEMPORARY, Spool, Storage, checksum, is_remote
from nonet.bulk.tasks import RunSpec, Task
from nonet.parallel.interrupts import deferred_interrupt

Watch = Callable[[RunProgress], None]


def run(
    spec: RunSpec,
    output: Output,
    executor: Executor,
    *,
    restart: bool = False,
    watch: Watch = lambda progress: None,
) -> Summary:
    """Makes the shards that are missing, and of all of them the output; `watch` is called about five times a second.

    With `restart`, the output of any earlier run is removed first.
    """
    output = output.absolute()
    storage = output.storage()
    manifest = spec.manifest.written_to(output)
    _keep_inputs(output, manifest)
    with ExitStack() as stack:
        stack.enter_context(writing(output.target))
        if not output.is_folder:
            storage.refuse_link(output.target)
        summary = None if restart else _finished(output, storage, manifest)
        if summary is not None and not storage.names(output.parts):
            remove_shards(output, storage)  # empty: a run was stopped just before it was removed
            return summary
        if restart:
            storage.refuse_link(output.parts)
            storage.refuse_link(output.own)
        with writing(output.own):
            storage.make_folder(output.own)
        stack.enter_context(closing(storage.lock(output.lock)))
        if summary is not None:  # stopped at the very end
            remove_shards(output, storage)
            return summary
        if restart:
            _forget(output, storage)
        _claim(output, storage, manifest)
        output.sweep(storage)
        progress = RunProgress(spec.weight)
        joiner = None if output.is_folder else Joiner(output, storage)
        try:
            receipts = _Loop(spec, output, executor, storage, progress, watch, joiner).run()
            _finish(output, storage, receipts, manifest, progress.summary(), joiner)
        except BaseException:
            executor.close(now=True)
            raise
        finally:
            if joiner is not None:
                joiner.discard()
        watch(progress)
        if output.is_folder:
            storage.remove_folder(output.spool)
        else:
            remove_shards(output, storage)
    return progress.summary()


def remove_shards(output: Output, storage: Storage) -> None:
    """Removes the shards and what the run had to remember; their folder, too, unless it has other files."""
    for name in storage.names(output.parts):
        if name.startswith(("part-", TEMPORARY)):
            storage.remove(f"{output.parts}/{name}")
    storage.remove_folder(output.own)
    storage.remove_empty_folder(output.parts)


# -- an earlier run's output ---------------------------------------------------------------------------------


def _keep_inputs(output: Output, manifest: Manifest) -> None:
    """Refuses an output whose files would replace or remove an input, also one that is read through a link."""
    written = {_real(path) for path in (output.target, output.rejected, output.record)}
    parts, own = _real(output.parts), _real(output.own)
    for each in manifest.inputs:
        path = _real(each.path)
        folder, name = os.path.split(path)
        if path in written or folder == own or (folder == parts and name.startswith("part-")):
            raise OtherRun(f"{each.path} is an input of this run; it would be lost: choose another output")


def _real(path: str) -> str:
    return path if is_remote(path) else os.path.realpath(path)


def _finished(output: Output, storage: Storage, manifest: Manifest) -> Summary | None:
    """The summary of the very same run, if it got to its end before. Refuses the output of another run."""
    size = None if output.is_folder else storage.size(output.target)
    record = storage.read(output.record)
    if record is None:
        if storage.read(output.manifest) is None:
            for path in (*(() if output.is_folder else (output.target,)), output.rejected):
                if storage.size(path) is not None:
                    raise OtherRun(f"{path} exists already; choose another name, or --restart to replace it")
        return None
    before = _parse_record(record)
    if before is None:
        raise OtherRun(f"{output.record} cannot be parsed; use --restart to start again")
    earlier, summary, earlier_size = before
    _compare(output, manifest, earlier)
    if not output.is_folder and size != earlier_size:
        return None  # the file was removed or changed
    if manifest.is_streamed:
        raise OtherRun(
            f"{output.target} was made from standard input or another stream, which may have been different; "
            "choose another name, or --restart to replace it"
        )
    return None if output.is_folder else summary  # every shard of a folder is verified again


def _parse_record(text: bytes) -> tuple[Manifest, Summary, int] | None:
    try:
        values = json.loads(text)
        counts = values["summary"]
        summary = Summary(**counts, kept=int(counts["rows"]), kept_shards=int(counts["shards"]), seconds=0.0)
        return Manifest.of(values["manifest"]), summary, int(values["size"])
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _claim(output: Output, storage: Storage, manifest: Manifest) -> None:
    """Writes the manifest before the first shard; refuses the shards of another run."""
    text = storage.read(output.manifest)
    if text is None:
        if any(name.startswith("part-") for name in storage.names(output.parts)):
            raise OtherRun(
                f"{output.parts} contains shards of an unknown run; choose another name, or --restart to remove them"
            )
        storage.write(output.manifest, manifest.text())
        return
    before = Manifest.parse(text)
    if before is None:
        raise OtherRun(f"{output.manifest} cannot be parsed; use --restart to start again")
    _compare(output, manifest, before)


def _compare(output: Output, manifest: Manifest, before: Manifest) -> None:
    if found := manifest.differences(before):
        raise OtherRun(
            f"{output.target} belongs to another run: {'; '.join(found)}. "
            "Choose another output, or --restart to discard the earlier one and start again"
        )


def _forget(output: Output, storage: Storage) -> None:
    """Removes shards and receipts of an earlier run; a finished file stays until the new one replaces it."""
    storage.remove(output.record)
    for name in storage.names(output.parts):
        if name.startswith("part-"):
            storage.remove(f"{output.parts}/{name}")
    storage.remove_folder(output.spool)
    kept = {os.path.basename(path) for path in (output.lock, output.manifest, output.spool)}
    for name in storage.names(output.own) - kept:
        storage.remove(f"{output.own}/{name}")
    storage.remove(output.manifest)  # last: until here it says whose all of that was


# -- the main loop -------------------------------------------------------------------------------------------


class _Loop:
    """Feeds the executor with tasks and gathers their receipts."""

    def __init__(
        self,
        spec: RunSpec,
        output: Output,
        executor: Executor,
        storage: Storage,
        progress: RunProgress,
        watch: Watch,
        joiner: Joiner | None,
    ) -> None:
        self._spec = spec
        self._output = output
        self._executor = executor
        self._storage = storage
        self._progress = progress
        self._watch = watch
        self._joiner = joiner
        self._joined = 0
        self._spool = Spool(storage, output.spool)
        self._streamed = spec.manifest.is_streamed
        self._pending: dict[Future[Receipt], Task] = {}
        self._ended: SimpleQueue[Future[Receipt]] = SimpleQueue()
        self._receipts: dict[int, Receipt] = {}

    def run(self) -> list[Receipt]:
        """The receipts of all shards, in order."""
        kept = _intact(self._output, self._storage)
        count = 0
        for task in self._spec.tasks(self._spool):
            count += 1
            receipt = kept.pop(task.number, None)
            if receipt is not None and receipt.piece == task.key:
                self._progress.was_there(receipt, weight=task.weight)
                self._done(task, receipt)
                continue
            if receipt is not None and self._streamed:
                raise self._other_stream()
            self._submit(task)
            while len(self._pending) >= self._executor.capacity():
                self._gather()
        if kept and self._streamed:
            raise self._other_stream()
        while self._pending:
            self._gather()
        return [self._receipts[number] for number in range(count)]

    def _submit(self, task: Task) -> None:
        with self._explained(), deferred_interrupt():
            future = self._executor.submit(task, self._output, self._progress)
            self._pending[future] = task
            future.add_done_callback(self._ended.put)

    def _gather(self) -> None:
        """Takes the shards that are finished by now, or within a fifth of a second.

        Not by `concurrent.futures.wait`: a Ctrl-C while that holds its locks leaves them held.
        """
        with suppress(Empty):
            future = self._ended.get(timeout=0.2)
            while True:
                task = self._pending.pop(future)
                with self._explained(), deferred_interrupt():
                    receipt = future.result()
                if self._storage.size(self._output.shard(task.number)) != receipt.size:
                    raise ClusterLost(
                        f"{self._output.shard(task.number)} was written, but not where this process looks: "
                        "the output must be in storage that all workers share"
                    )
                self._progress.finished(receipt, weight=task.weight)
                self._done(task, receipt)
                future = self._ended.get_nowait()
        self._executor.check()
        self._watch(self._progress)

    def _done(self, task: Task, receipt: Receipt) -> None:
        self._receipts[task.number] = receipt
        task.clean_up(self._spool)
        while self._joiner is not None and (next_one := self._receipts.get(self._joined)) is not None:
            self._joiner.add(next_one)
            self._joined += 1
        self._watch(self._progress)

    def _other_stream(self) -> OtherRun:
        return OtherRun(
            f"{self._output.target} was started with another standard input; "
            "choose another name, or --restart to start again"
        )

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise self._executor.explain(error) from error


def _intact(output: Output, storage: Storage) -> dict[int, Receipt]:
    """The receipts of an earlier run, by number, as far as their shards are there and have the right checksums."""
    names = [name for name in storage.names(output.own) if name.endswith(".json") and name[:-5].isdigit()]

    def verify(name: str) -> Receipt | None:
        text = storage.read(f"{output.own}/{name}")
        receipt = None if text is None else Receipt.parse(text)
        if receipt is None or receipt.number != int(name[:-5]):
            return None
        files = {output.shard(receipt.number): receipt.checksum}
        if receipt.rejected:
            files[output.rejects(receipt.number)] = receipt.rejects_checksum
        if storage.size(output.shard(receipt.number)) != receipt.size:
            return None
        if is_remote(output.target):  # a store verifies what it holds
            return receipt if all(storage.size(path) is not None for path in files) else None
        for path, expected in files.items():
            with reading(path):
                if storage.size(path) is None or checksum(path) != expected:
                    return None
        return receipt

    with ThreadPoolExecutor(4) as pool:
        found = pool.map(verify, names)
        return {receipt.number: receipt for receipt in found if receipt is not None}


# -- the end -------------------------------------------------------------------------------------------------


def _finish(
    output: Output,
    storage: Storage,
    receipts: list[Receipt],
    manifest: Manifest,
    summary: Summary,
    joiner: Joiner | None,
) -> None:
    """The rejected rows, the one file under its name, and then the record that all is done."""
    size = joiner.finish() if joiner is not None else 0
    join_rejects(output, storage, receipts)
    if joiner is not None:
        storage.publish(joiner.path, output.target)
    counts = {name: getattr(summary, name) for name in ("rows", "rejected", "results", "shards")}
    record = {"manifest": json.loads(manifest.text()), "summary": counts, "size": size}
    with (
        storage.whole_file(output.record, beside=output.manifest) as name,
        open(name, "w", encoding="ascii") as file,
    ):
        file.write(json.dumps(record, indent=1) + "\n")
