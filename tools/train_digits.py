"""Trains the network that reads digits in photographs (`nonet.photo.digits`). Needs numpy alone.

    PYTHONPATH=src python tools/train_digits.py examples.npz --output FOLDER [--folds 5]

`digit_examples.py` makes the examples. The network first learns from rendered pages alone, then also from photographs:
FOLDER/weights.npz, which belongs in src/nonet/photo. With --folds K the puzzles, not the photographs, are divided
into K parts, and a network is trained without each of them: FOLDER/fold0.npz … for `benchmarks/photos.py`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy

from nonet.photo.digits import LAYERS, neighbourhoods, pool

SIDE = 32
CHANNELS = (1, 12, 24, 32)
HIDDEN = 64
CLASSES = 10
BATCH = 64
SMOOTHING = 0.02
"""The part of the probability that the target spreads over all digits, so that doubts show."""


@dataclass(frozen=True)
class Examples:
    """Whole cells (N × 38 × 38, as bytes: 100 for print), their digits, and a number for the puzzle, 0 for pages."""

    cells: Any
    digits: Any
    puzzles: Any

    def chosen(self, which: Any) -> Examples:
        return Examples(self.cells[which], self.digits[which], self.puzzles[which])

    def first(self, count: int) -> Examples:
        return self.chosen(slice(count))

    def save(self, path: Path) -> None:
        numpy.savez_compressed(path, cells=self.cells, digits=self.digits, puzzles=self.puzzles)

    @staticmethod
    def load(path: Path) -> Examples:
        with numpy.load(path) as stored:
            return Examples(stored["cells"], stored["digits"], stored["puzzles"])


def joined(parts: Iterable[Examples]) -> Examples:
    every = list(parts)
    return Examples(
        numpy.concatenate([each.cells for each in every]),
        numpy.concatenate([each.digits for each in every]),
        numpy.concatenate([each.puzzles for each in every]),
    )


def distorted(cells: Any, rng: Any) -> Any:
    """The middle of each cell, a little turned, slanted, stretched, shifted, paler or darker, and noisier."""
    count, pitch, _ = cells.shape
    angle, slant = rng.normal(0, 0.06, count), rng.normal(0, 0.05, count)
    wide, high = rng.uniform(0.88, 1.14, (2, count))
    shift = pitch / 2 + rng.normal(0, 1.2, (2, count))
    across = numpy.stack([numpy.cos(angle) / wide, (slant - numpy.sin(angle)) / high])
    down = numpy.stack([numpy.sin(angle) / wide, numpy.cos(angle) / high])
    centred = numpy.arange(SIDE) - (SIDE - 1) / 2
    v, u = numpy.meshgrid(centred, centred, indexing="ij")
    x, y = (
        part[0][:, None, None] * u + part[1][:, None, None] * v + move[:, None, None] - 0.5
        for part, move in zip((across, down), shift, strict=True)
    )
    x, y = numpy.clip(x, 0, pitch - 1.001), numpy.clip(y, 0, pitch - 1.001)
    contrast = rng.uniform(0.75, 1.15, (count, 1, 1)) / 100
    noise = rng.standard_normal((count, SIDE, SIDE), numpy.float32) * rng.uniform(0, 0.06, (count, 1, 1))
    x, y, contrast, noise = (each.astype(numpy.float32) for each in (x, y, contrast, noise))
    left, top = x.astype(numpy.int32), y.astype(numpy.int32)
    x, y = x - numpy.floor(x), y - numpy.floor(y)
    which = numpy.arange(count)[:, None, None]
    values = (1 - y) * ((1 - x) * cells[which, top, left] + x * cells[which, top, left + 1])
    values += y * ((1 - x) * cells[which, top + 1, left] + x * cells[which, top + 1, left + 1])
    return numpy.clip(values * contrast + noise, 0, 1.25)


def new_weights(rng: Any) -> dict[str, Any]:
    weights: dict[str, Any] = {}
    inputs = [9 * channels for channels in CHANNELS[:-1]] + [CHANNELS[-1] * (SIDE // 8) ** 2, HIDDEN]
    outputs = [*CHANNELS[1:], HIDDEN, CLASSES]
    for name, rows, columns in zip((*LAYERS, "hidden", "output"), inputs, outputs, strict=True):
        weights[name] = rng.normal(0, (2 / rows) ** 0.5, (rows, columns)).astype(numpy.float32)
        weights[f"{name} bias"] = numpy.zeros(columns, numpy.float32)
    return weights


def gradients(weights: dict[str, Any], cells: Any, target: Any) -> tuple[Any, dict[str, Any]]:
    """The mean loss (cross entropy) of a batch, and how it changes with each weight."""
    values, kept = cells[:, :, :, None], []
    for name in LAYERS:
        around = neighbourhoods(values)
        active = numpy.maximum(around @ weights[name] + weights[f"{name} bias"], 0)
        active = active.reshape(*values.shape[:3], -1)
        values = pool(active)
        kept.append((name, around, active, values))
    flat = values.reshape(len(cells), -1)
    hidden = numpy.maximum(flat @ weights["hidden"] + weights["hidden bias"], 0)
    scores = hidden @ weights["output"] + weights["output bias"]
    logs = scores - scores.max(axis=1, keepdims=True)
    logs -= numpy.log(numpy.exp(logs).sum(axis=1, keepdims=True))
    change = (numpy.exp(logs) - target) / len(cells)
    found = {"output": hidden.T @ change, "output bias": change.sum(axis=0)}
    change = (change @ weights["output"].T) * (hidden > 0)
    found |= {"hidden": flat.T @ change, "hidden bias": change.sum(axis=0)}
    change = (change @ weights["hidden"].T).reshape(values.shape)
    for name, around, active, pooled in reversed(kept):
        change = _unpool(change, active, pooled)
        rows = change.reshape(-1, change.shape[-1])
        found |= {name: around.T @ rows, f"{name} bias": rows.sum(axis=0)}
        if name != LAYERS[0]:
            change = _spread((rows @ weights[name].T).reshape(*change.shape[:3], -1))
    return -(target * logs).sum(axis=1).mean(), found


def _unpool(change: Any, active: Any, pooled: Any) -> Any:
    """The change of a 2 × 2 maximum belongs to the pixels that reached it, if they are above 0."""
    count, height, width, channels = pooled.shape
    blocks = active.reshape(count, height, 2, width, 2, channels)
    small = (count, height, 1, width, 1, channels)
    reached = blocks == numpy.where(pooled > 0, pooled, -1).reshape(small)
    return (reached * change.reshape(small)).reshape(active.shape)


def _spread(around: Any) -> Any:
    """The twin of `neighbourhoods`: adds up what each pixel contributed to the 3 × 3 around it."""
    _, height, width, inputs = around.shape
    channels = inputs // 9
    total = numpy.pad(numpy.zeros_like(around[..., :channels]), ((0, 0), (1, 1), (1, 1), (0, 0)))
    for place in range(9):
        dy, dx = divmod(place, 3)
        part = around[..., place * channels : (place + 1) * channels]
        total[:, dy : dy + height, dx : dx + width] += part
    return total[:, 1:-1, 1:-1]


def train(
    examples: Examples,
    *,
    epochs: int,
    rng: Any,
    start: dict[str, Any] | None = None,
    rate: float = 2e-3,
) -> dict[str, Any]:
    """Adam, with a rate that falls to zero along a cosine; every epoch sees other distortions."""
    weights = {name: each.copy() for name, each in (start or new_weights(rng)).items()}
    mean = {name: numpy.zeros_like(each) for name, each in weights.items()}
    square = {name: numpy.zeros_like(each) for name, each in weights.items()}
    targets = (1 - SMOOTHING) * numpy.eye(CLASSES, dtype=numpy.float32) + SMOOTHING / CLASSES
    targets = targets[examples.digits]
    batches = len(examples.digits) // BATCH
    step = 0
    for epoch in range(epochs):
        order = rng.permutation(len(examples.digits))
        losses = []
        for batch in range(batches):
            chosen = order[batch * BATCH : (batch + 1) * BATCH]
            cells = distorted(examples.cells[chosen], rng)
            loss, change = gradients(weights, cells, targets[chosen])
            losses.append(loss)
            step += 1
            now = rate * 0.5 * (1 + numpy.cos(numpy.pi * step / (epochs * batches)))
            for name, slope in change.items():
                mean[name] += 0.1 * (slope - mean[name])
                square[name] += 0.002 * (slope * slope - square[name])
                spread = (square[name] / (1 - 0.998**step)) ** 0.5 + 1e-8
                weights[name] -= numpy.float32(now / (1 - 0.9**step)) * mean[name] / spread
        print(f"  epoch {epoch + 1} of {epochs}: loss {sum(map(float, losses)) / batches:.4f}", flush=True)
    return weights


def save(weights: dict[str, Any], path: Path) -> None:
    numpy.savez_compressed(path, **{name: each.astype(numpy.float16) for name, each in weights.items()})


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("examples", type=Path)
    parser.add_argument("--output", type=Path, required=True, help="a folder")
    parser.add_argument("--folds", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = numpy.random.default_rng(options.seed)
    examples = Examples.load(options.examples)
    print("pages alone", flush=True)
    pages = examples.chosen(examples.puzzles == 0)
    start = train(pages, epochs=options.epochs, rng=rng)

    options.output.mkdir(parents=True, exist_ok=True)
    parts: dict[str, Any] = {"weights": None, **{f"fold{fold}": fold for fold in range(options.folds)}}
    for name, fold in parts.items():
        print(f"pages and photographs: {name}", flush=True)
        seen = examples.puzzles > 0 if fold is None else (examples.puzzles % options.folds != fold)
        photos = examples.chosen((examples.puzzles > 0) & seen)
        used = joined([photos, pages.first(len(photos.digits))])
        weights = train(used, epochs=options.epochs // 2, rng=rng, start=start, rate=1e-3)
        save(weights, options.output / f"{name}.npz")


if __name__ == "__main__":
    main()
