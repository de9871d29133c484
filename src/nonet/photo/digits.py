"""Recognises the digit in the picture of a cell: a small convolutional network in numpy.

    32 × 32         a cell
    → 32 × 32 × 12  3 × 3 convolution, ReLU; 2 × 2 maximum
    → 16 × 16 × 24  the same
    →  8 ×  8 × 32  the same
    → 64            fully connected, ReLU
    → 10            probabilities: empty, 1, 2, … 9

`tools/train_digits.py` made the weights, which are stored as 16-bit numbers.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from nonet.optional_import import optional_import

numpy = optional_import("numpy", "reading photographs")

LAYERS = ("first", "second", "third")


@cache
def default_weights() -> dict[str, Any]:
    """The weights that come with the package: name → array."""
    with files("nonet.photo").joinpath("weights.npz").open("rb") as file, numpy.load(file) as stored:
        return {name: stored[name].astype(numpy.float32) for name in stored.files}


def probabilities(cells: Any, weights: dict[str, Any] | None = None) -> Any:
    """For each cell (N × 32 × 32, as `cells.cut` makes them) the probabilities of empty, 1, … 9: N × 10."""
    use = default_weights() if weights is None else weights
    values = cells[:, :, :, None]
    for name in LAYERS:
        values = pool(numpy.maximum(convolve(values, use[name], use[f"{name} bias"]), 0))
    values = values.reshape(len(cells), -1)
    values = numpy.maximum(values @ use["hidden"] + use["hidden bias"], 0)
    scores = values @ use["output"] + use["output bias"]
    exponents = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    return exponents / exponents.sum(axis=1, keepdims=True)


def neighbourhoods(values: Any) -> Any:
    """The 3 × 3 × channels values around each pixel in one row, N × height × width of them; zeros outside."""
    _, height, width, channels = values.shape
    padded = numpy.pad(values, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shifted = [padded[:, dy : dy + height, dx : dx + width] for dy in range(3) for dx in range(3)]
    return numpy.concatenate(shifted, axis=3).reshape(-1, 9 * channels)


def convolve(values: Any, kernel: Any, bias: Any) -> Any:
    """A 3 × 3 convolution; `kernel` has a row for each of the 9 × channels inputs, a column for each output."""
    count, height, width, _ = values.shape
    rows = neighbourhoods(values)  # one large product is many times faster than one per pixel row
    return (rows @ kernel + bias).reshape(count, height, width, -1)


def pool(values: Any) -> Any:
    """The maximum of each 2 × 2 block."""
    rows = numpy.maximum(values[:, ::2], values[:, 1::2])
    return numpy.maximum(rows[:, :, ::2], rows[:, :, 1::2])
