"""Makes the packs that come with nonet, src/nonet/play/pack_files: those of `nonet.play.packs.OURS`, by `sudoku create
--pack` with fixed seeds.

    python tools/packs.py            all of them; takes some minutes
    python tools/packs.py NAME …     these alone

`tests/play/test_packs.py` proves and rates every puzzle.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from nonet.play.packs import OURS, SIZE, OurPack

FILES = Path(__file__).resolve().parents[1] / "src" / "nonet" / "play" / "pack_files"
SEEDS = {name: 10 * place for place, name in enumerate(OURS, start=1)}
"""Each level of a pack has the next one."""


def arguments(pack: OurPack) -> list[str]:
    """What follows `sudoku create`."""
    fixed = ["--seed", str(SEEDS[pack.name]), "--count", str(SIZE)]
    if pack.name == pack.board:
        return [*fixed, "--variant", pack.board]
    few = ["--clues", "30..36"] if pack.levels == ("easy",) else []
    return [*fixed, "--level", *pack.levels, "--symmetry", "rotational", *few]


def make(pack: OurPack) -> None:
    made, file = FILES / f"{pack.name}.jsonl", FILES / f"{pack.name}.txt"
    subprocess.run(
        [sys.executable, "-m", "nonet", "create", "--pack", str(made), *arguments(pack)], check=True
    )
    made.replace(file)
    print(pack.name, file.stat().st_size, flush=True)


if __name__ == "__main__":
    FILES.mkdir(exist_ok=True)
    for name in sys.argv[1:] or OURS:
        make(OURS[name])
