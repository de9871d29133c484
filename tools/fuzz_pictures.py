"""Attacks the reader of photographs with damaged and hostile pictures; only `NonetError` may be raised.

    python tools/fuzz_pictures.py [SECONDS [SEED]]

The pictures are a puzzle as PNG, JPEG and WebP with random mutations: bytes, cuts, and headers that promise any size,
with their checksums put right. Run as a program, it may use `MEMORY` bytes more than at its start.
"""

from __future__ import annotations

import random
import resource
import struct
import time
from pathlib import Path
from zlib import compress, crc32

import cv2
from fuzz_texts import main, patience

from nonet.errors import NonetError
from nonet.photo import quiet_libraries, read
from photo.pages import page, photograph

MEMORY = 1 << 30
SIZES = (0, 1, 9, 480, 660, 6000, 20_000, 65_535, 1 << 31, (1 << 32) - 1)
PNG_HEAD = 33
"""Bytes before the second chunk: the signature, and IHDR with its length and checksum."""


def seeds() -> list[bytes]:
    picture = photograph(page())
    return [bytes(cv2.imencode(ending, picture)[1]) for ending in (".png", ".jpg", ".webp")]


def promised(rng: random.Random, picture: bytes) -> bytes:
    """A PNG whose header promises another size or kind of pixels; its own data, or very many zeros, packed small."""
    fields = [rng.choice(SIZES), rng.choice(SIZES), *(rng.choice((0, 1, 2, 3, 8, 16)) for _ in range(5))]
    if rng.random() < 0.5:
        fields[2:] = [8, 2, 0, 0, 0]  # colours
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", *fields))]
    if rng.random() < 0.5:
        chunks += [(b"IDAT", compress(bytes(rng.choice((100, 10_000_000)))[: 1 << 24])), (b"IEND", b"")]
    data = picture[:8]
    for name, content in chunks:
        data += struct.pack(">I", len(content)) + name + content + struct.pack(">I", crc32(name + content))
    return data if len(chunks) > 1 else data + picture[PNG_HEAD:]


def mutated(rng: random.Random, pictures: list[bytes]) -> bytes:
    if rng.random() < 0.3:
        return promised(rng, pictures[0])
    data = bytearray(rng.choice(pictures))
    for _ in range(rng.choice((0, 1, 1, 2, 8, 100))):
        reach = rng.choice((40, 700, len(data)))  # most of what matters is at the beginning
        place = rng.randrange(min(reach, len(data)))
        data[place] = rng.choice((0, 1, 127, 255, rng.randrange(256)))
    if rng.random() < 0.2:
        del data[rng.randrange(len(data)) :]
    return bytes(data)


def attack(seconds: float, seed: int, *, least: int = 20) -> str:
    """Reads at least so many pictures, and reports how many."""
    rng, pictures = random.Random(seed), seeds()
    count = found = 0
    end = time.monotonic() + seconds
    while count < least or time.monotonic() < end:
        picture = mutated(rng, pictures)
        with patience(lambda: f"seed {seed}, after {count} pictures: {picture[:2000]!r}") as begin:  # noqa: B023
            begin()
            try:
                with quiet_libraries():
                    read(picture)
            except NonetError:
                pass
            else:
                found += 1
        count += 1
    return f"{count} pictures, {found} of them puzzles: no unexpected errors"


def in_bounded_memory(seconds: float, seed: int) -> str:
    read(seeds()[0])  # loads the libraries
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    return attack(seconds, seed)


if __name__ == "__main__":
    main(in_bounded_memory)
