"""Collects pictures of cells with their digits, from which `train_digits.py` trains the network.

    PYTHONPATH=src python tools/digit_examples.py --fonts FOLDER --photos FOLDER --output examples.npz

A folder of fonts is searched for .ttf and .otf files. A folder of photographs has pairs image7.jpg, image7.dat; a .dat
file has two lines of notes and nine rows of digits, 0 for an empty cell (the format of the data set
wichtounet/sudoku_dataset).

Where the grid of a photograph is, and which way up, a network finds out that has learned from rendered pages alone:
the grid is where it best recognises the known digits.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy
from render_pages import fonts_in, render_page
from train_digits import Examples, joined, train

from nonet.photo.cells import cut, straighten
from nonet.photo.digits import probabilities
from nonet.photo.grids import lattices
from nonet.photo.picture import load_picture

BLANKS = 0.3
"""The part of the empty cells that is used; there would be too many."""
RECOGNISED = -2.0
"""The mean logarithm of the probability of the known digits, at least, where the grid is."""


def page_examples(fonts: Sequence[Path], count: int, rng: Any) -> Examples:
    """Cells of rendered pages."""
    pages = (render_page(fonts, rng) for _ in range(count))
    return joined(_examples(page.gray, page.points, page.digits, 0, rng) for page in pages)


def read_answers(photos: Path) -> dict[Path, str]:
    """The photographs of a folder and their 81 digits, 0 for an empty cell."""
    answers = {}
    for path in sorted(photos.glob("*.jpg")):
        rows = path.with_suffix(".dat").read_text().splitlines()[2:]
        answers[path] = "".join("".join(row.split()) for row in rows)
    return answers


def photo_examples(path: Path, answer: str, weights: dict[str, Any], rng: Any) -> Iterable[Examples]:
    """The cells of a photograph, in two exposures."""
    digits = numpy.array([int(sign) for sign in answer])
    gray = load_picture(path).gray
    best, found = RECOGNISED, None
    for lattice in lattices(gray):
        for turns in range(4):
            points = numpy.rot90(lattice.points, turns)
            known = probabilities(cut(straighten(gray, points)), weights)[numpy.arange(81), digits]
            likelihood = float(numpy.log(known + 1e-6).mean())
            if likelihood > best:
                best, found = likelihood, points
    if found is None:
        print(f"{path.name}: no grid with these digits found", flush=True)
        return
    worse = cv2.GaussianBlur(gray, (0, 0), rng.uniform(0.5, 1.5)) * rng.uniform(0.5, 1.0)
    worse = numpy.clip(worse + rng.normal(0, 4, worse.shape), 0, 255).astype(numpy.uint8)
    for exposure in (gray, worse):
        yield _examples(exposure, found, digits, crc32(answer.encode()), rng)


def _examples(gray: Any, points: Any, digits: Any, puzzle: int, rng: Any) -> Examples:
    cells = (100 * cut(straighten(gray, points), edge=0)).astype(numpy.uint8)
    keep = (digits > 0) | (rng.random(81) < BLANKS)
    return Examples(cells[keep], digits[keep], numpy.full(int(keep.sum()), puzzle))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--fonts", type=Path, action="append", required=True, help="a folder; may be repeated"
    )
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = numpy.random.default_rng(options.seed)
    fonts = [font for folder in options.fonts for font in fonts_in(folder)]
    pages = page_examples(fonts, options.pages, rng)
    print(f"{len(pages.digits)} cells of pages in {len(fonts)} fonts", flush=True)
    weights = train(pages.first(6000), epochs=3, rng=rng)
    photos = joined(
        each
        for path, answer in read_answers(options.photos).items()
        for each in photo_examples(path, answer, weights, rng)
    )
    print(f"{len(photos.digits)} cells of photographs", flush=True)
    joined([pages, photos]).save(options.output)


if __name__ == "__main__":
    main()
