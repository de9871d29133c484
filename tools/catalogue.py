"""Counts all grids up to symmetry, and writes the table that `nonet.rank` and `nonet.unrank` use.

    PYTHONPATH=src python tools/catalogue.py count FOLDER --threads 16 --minutes 8
    PYTHONPATH=src python tools/catalogue.py table FOLDER

`count` counts the grids of each of the 416 bands, each on a thread, and writes a file for every band into FOLDER; bands
that have one are left out, so it can be stopped and run again. No band is begun after --minutes. `table` checks the
totals and writes src/nonet/research/catalogue.bin. All bands take 19 minutes on one core, 63 seconds on 16.

A grid with k automorphisms has 9! * 3359232 / k disguises, and all of them together must be as many as there are grids.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from array import array
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import factorial
from pathlib import Path

from nonet.native import required_kernel

BANDS = 416
CLASSES = 5_472_730_538
GRIDS = 6_670_903_752_021_072_936_960
SYMMETRIES = 3_359_232 * factorial(9)
TABLE = Path(__file__).resolve().parent.parent / "src/nonet/research/catalogue.bin"


def little_endian(counts: bytes | array[int]) -> array[int]:
    """Numbers of 4 bytes, which files keep with the low byte first."""
    numbers = array("I", counts)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def count(band: int, folder: Path) -> None:
    start = time.perf_counter()
    counts, automorphisms = required_kernel("the catalogue").catalogue_count(band)
    seconds = time.perf_counter() - start
    found = {
        "band": band,
        "seconds": round(seconds, 2),
        "grids": sum(automorphisms),
        "automorphisms": {number: grids for number, grids in enumerate(automorphisms) if grids},
        "counts": array("I", counts).tolist(),
    }
    new = folder / f"{band:03}.new"
    new.write_text(json.dumps(found))
    new.rename(folder / f"{band:03}.json")
    print(f"band {band}: {found['grids']:,} grids, {seconds:.1f} s", flush=True)


def count_all(folder: Path, bands: list[int], threads: int, minutes: float) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    end = time.monotonic() + 60 * minutes

    def run(band: int) -> None:
        if time.monotonic() < end:
            count(band, folder)

    missing = [band for band in bands if not (folder / f"{band:03}.json").exists()]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(run, missing))
    left = sum(not (folder / f"{band:03}.json").exists() for band in bands)
    print(f"{len(bands) - left} of {len(bands)} bands counted")


def write_table(folder: Path, *, partial: bool) -> None:
    """The number of cells of each band, then how many grids each cell has; a band that is missing has no cells."""
    cells, counts = array("I"), array("I")
    classes, disguises, seconds = 0, Fraction(0), 0.0
    for band in range(BANDS):
        path = folder / f"{band:03}.json"
        if partial and not path.exists():
            cells.append(0)
            continue
        found = json.loads(path.read_text())
        assert sum(found["counts"]) == sum(found["automorphisms"].values()), band
        cells.append(len(found["counts"]))
        counts.extend(found["counts"])
        classes += sum(found["counts"])
        seconds += found["seconds"]
        disguises += sum(
            Fraction(SYMMETRIES * grids, int(number)) for number, grids in found["automorphisms"].items()
        )
    print(f"{classes:,} classes, {int(disguises):,} grids, {seconds:.0f} s")
    if not partial and not (classes == CLASSES and disguises == GRIDS):
        raise SystemExit(f"wrong: there are {CLASSES:,} classes and {GRIDS:,} grids")
    packed = zlib.compress(little_endian(cells + counts).tobytes(), 9)
    TABLE.write_bytes(packed)
    print(f"{TABLE}: {len(packed):,} bytes for {len(counts):,} cells, {max(counts):,} grids in the largest")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["count", "table"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--bands", type=int, nargs="+", default=list(range(BANDS)))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=8)
    parser.add_argument("--partial", action="store_true", help="write a table although bands are missing")
    options = parser.parse_args()
    if options.what == "count":
        count_all(options.folder, options.bands, options.threads, options.minutes)
    else:
        write_table(options.folder, partial=options.partial)


if __name__ == "__main__":
    main()
