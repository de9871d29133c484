"""Puzzles in and answers out: buffers, lines, numpy arrays; CuPy arrays and torch tensors without a copy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from nonet.errors import NonetError
from nonet.gpu.device import load_cupy
from nonet.gpu.search import NUMBERS, TEXT, Alphabet
from nonet.records import CELLS, Records

Kind = Literal["bytes", "numpy", "cupy", "torch"]


@dataclass(frozen=True)
class Batch:
    """Puzzles as records, and the kind of thing they came as: the answers go back the same way."""

    data: Any
    count: int
    stride: int
    alphabet: Alphabet
    kind: Kind
    shape: tuple[int, ...] = ()

    @staticmethod
    def of(puzzles: Any) -> Batch:
        if hasattr(puzzles, "__cuda_array_interface__"):
            return _of_device(puzzles)
        if hasattr(puzzles, "__dlpack__") and not hasattr(puzzles, "__array_interface__"):
            puzzles = puzzles.numpy()  # a torch tensor in the memory of the CPU
        if getattr(getattr(puzzles, "dtype", None), "kind", "") in ("i", "u"):
            return Batch(_numbers(puzzles), len(puzzles), CELLS, NUMBERS, "numpy", puzzles.shape)
        records = Records.of(puzzles)
        kind: Kind = "bytes" if records.shape is None else "numpy"
        return Batch(records.records, records.count, records.stride, TEXT, kind, records.shape or ())

    def on_device(self, start: int, n: int) -> Any:
        """Records number `start`, …, as bytes on the GPU."""
        cupy = load_cupy()
        flat = self.data[start * self.stride : (start + n) * self.stride]
        if self.kind in ("cupy", "torch"):
            return flat
        import numpy

        return cupy.asarray(numpy.frombuffer(flat, dtype="uint8"))  # the last record may lack its line ending

    def boards(self, solutions: Any) -> Any:
        """Solutions, 81 bytes each, as the caller's kind of array, or as bytes."""
        if self.kind == "bytes":
            return solutions.get().tobytes()
        if self.alphabet is TEXT:  # an array of strings
            solutions = load_cupy().where(solutions == ord("."), 0, solutions - ord("0")).astype("uint8")
        return self._array(solutions.reshape(self.shape))

    def numbers(self, numbers: Any) -> Any:
        """One number per puzzle, as the caller's kind of array, or as bytes or an `array`."""
        if self.kind != "bytes":
            return self._array(numbers)
        host = numbers.get()
        if host.dtype == "uint8":
            return host.tobytes()
        from array import array

        return array("Q", host.tobytes())

    def _array(self, array: Any) -> Any:
        if self.kind == "numpy":
            return array.get()
        if self.kind == "torch":
            import torch

            return torch.from_dlpack(array)
        return array


def _of_device(puzzles: Any) -> Batch:
    """A CuPy array, or a torch tensor on the GPU."""
    cupy = load_cupy()
    kind: Kind = "cupy" if isinstance(puzzles, cupy.ndarray) else "torch"
    array = puzzles if kind == "cupy" else cupy.from_dlpack(puzzles)
    if array.dtype.kind not in "iu":
        raise NonetError(f"puzzles on the GPU must be arrays of integers, not {array.dtype}")
    shape = tuple(array.shape)
    return Batch(_numbers(array), shape[0] if shape else 0, CELLS, NUMBERS, kind, shape)


def _numbers(array: Any) -> Any:
    """Values 0 … 9 as bytes, one after the other; no copy if they are bytes already."""
    if array.ndim < 2 or array.size != len(array) * CELLS:
        raise NonetError(
            f"puzzles must be integers in an array of shape (n, 81) or (n, 9, 9), not {tuple(array.shape)}"
        )
    if array.dtype.itemsize > 1:
        array = array.clip(-1, 10).astype("uint8")
    if not array.flags.c_contiguous:
        array = array.copy(order="C")
    return array.reshape(-1).view("uint8")
