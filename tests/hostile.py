"""Inputs of strangers that once took minutes or gigabytes, or would: small files that ask for much.

`HOSTILE[name].input()` is the input; `answer(name)` reads it in this process, solves it where reading is not enough,
and says how that ended: with the name of the limit that was exceeded, with "refused" for another error of nonet, or
with "read". As a program, `python hostile.py NAME...` does this for each name in a process of its own, with 512 MB
more memory than it has after its imports, and prints a line of JSON.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import os
import struct
import sys
import zipfile
import zlib
from collections.abc import Callable
from typing import NamedTuple

from nonet.errors import LimitExceeded, NonetError
from nonet.formats import read_all
from nonet.formats.codecs import lzstring
from nonet.solving import first_solution

__all__ = ["HOSTILE", "Hostile", "answer"]


class Hostile(NamedTuple):
    input: Callable[[], bytes]
    ends: str
    solve: bool = False
    slow: bool = False
    """To make or to read; there is a smaller input of the same kind."""


def _json(*rules: dict[str, object], layout: str = "9x9", **more: object) -> bytes:
    return json.dumps({"nonet": 1, "layout": layout, "rules": rules, **more}).encode()


def _row(size: int = 9) -> list[str]:
    return [f"r1c{column + 1}" for column in range(size)]


def _regex(pattern: str) -> Callable[[], bytes]:
    return lambda: _json({"kind": "regex_line", "cells": _row(), "pattern": pattern})


def _cages(count: int) -> list[dict[str, object]]:
    return [
        {"kind": "cage", "cells": [f"r{k % 9 + 1}c{k // 9 % 9 + 1}"], "sum": k // 81 % 9 + 1}
        for k in range(count)
    ]


def _png(width: int, height: int, *, rows: int = 0) -> bytes:
    """A black picture; with another number of rows than its header says."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    row = packer.compress(bytes(1 + 3 * width)) + packer.flush(zlib.Z_FULL_FLUSH)  # can be repeated
    rows = rows or height
    checksum = (1 + 3 * width) * rows % 65521 << 16 | 1  # Adler-32 of zeros
    packed = b"\x78\xda" + row * rows + packer.flush() + struct.pack(">I", checksum)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def _jpeg_header(width: int, height: int) -> bytes:
    frame = b"\xff\xc0" + struct.pack(">HBHHB", 17, 8, height, width, 3) + b"\1\x22\0\2\x11\1\3\x11\1"
    return b"\xff\xd8\xff\xe0\0\x10JFIF\0\1\1\0\0\1\0\1\0\0" + frame + bytes(100)


def _webp_header(width: int, height: int) -> bytes:
    sizes = (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    body = b"WEBPVP8X\x0a\0\0\0\0\0\0\0" + sizes + bytes(100)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _zip(name: str, data: bytes, copies: int = 1) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(copies):
            archive.writestr(f"{name}{number}", data)
    return file.getvalue()


def _coach() -> bytes:
    packed = base64.b32hexencode(zlib.compress(bytes(1 << 22), 9)).decode().rstrip("=").lower()
    return f"https://sudoku.coach/en/play/SCv7_32_{packed}".encode()


def _machine() -> bytes:
    """ISS: `.*1.{18}` as a machine that may be in several states at once."""
    last, width = 19, 5
    bits = f"{0:02b}{width - 1:04b}{8:04b}{1:0{width}b}{0:0{width}b}0" + f"{5:04b}"
    for state in range(last):
        follows = [(digit, 0) for digit in range(9)] + [(0, 1)] if state == 0 else []
        follows = follows or [(digit, state + 1) for digit in range(9)]
        bits += f"{len(follows):05b}" + "".join(f"{digit:04b}{after:0{width}b}" for digit, after in follows)
    # The second state accepts for this purpose, so that no state is left out.
    bits = bits[:10] + f"{1:0{width}b}{1:0{width}b}0" + bits[10 + 2 * width + 1 :]
    data = int(bits + "0" * (-len(bits) % 8), 2).to_bytes((len(bits) + 7) // 8)
    text = base64.b64encode(data).decode().rstrip("=").replace("+", "-").replace("/", "_")
    return f".NFA~{text}~~{'~'.join(f'R1C{column}' for column in range(1, 10))}".encode()


def _nested(depth: int) -> bytes:
    inner: dict[str, object] = {"kind": "cage", "cells": ["r1c1"], "sum": 1}
    for _ in range(depth):
        inner = {"kind": "all", "rules": [inner, inner]}
    return _json(inner)


HOSTILE: dict[str, Hostile] = {
    "a regular expression of a thousand copies": Hostile(_regex(".*1.{14}(.?){1000}"), "seconds", True),
    "a regular expression of many states": Hostile(_regex(".*1.{19}"), "states", True, slow=True),
    "nested repetitions": Hostile(_regex("((((.?){9}){9}){9}){9}"), "refused", True),
    "a state machine in many states at once": Hostile(_machine, "states", True, slow=True),
    "a cage with many sets": Hostile(
        lambda: _json({"kind": "multi_sum_cage", "cells": _row(12), "sums": [150]}, layout="25x25"),
        "sets",
        True,
    ),
    "a cage whose sets are long to check": Hostile(
        lambda: _json({"kind": "rellik_cage", "cells": _row(13), "sum": 1000}, layout="20x20"), "read"
    ),
    "XML of text and elements": Hostile(
        lambda: b"<opensudoku>" + b"x<b/>" * 200_000 + b"</opensudoku>", "refused", slow=True
    ),
    "XML of many elements": Hostile(
        lambda: b"<opensudoku>" + b"<b/>" * 4_000_000 + b"</opensudoku>", "values"
    ),
    "XML of 100,000 nested elements": Hostile(lambda: b"<opensudoku>" + b"<b>" * 100_000, "refused"),
    "XML of a million nested elements": Hostile(
        lambda: b"<opensudoku>" + b"<b>" * 1_000_000, "refused", slow=True
    ),
    "JSON of many objects": Hostile(lambda: b'{"nonet":1,"x":[' + b"{}," * 5_000_000 + b"{}]}", "values"),
    "JSON of nested lists": Hostile(lambda: b'{"nonet":1,"x":' + b"[" * 500_000, "refused"),
    "JSON with a long number": Hostile(lambda: b'{"nonet":' + b"1" * 1_000_000 + b"}", "refused"),
    "30,000 cages of one cell": Hostile(lambda: _json(*_cages(30_000)), "rules"),
    "300,000 cages of one cell": Hostile(lambda: _json(*_cages(300_000)), "rules", slow=True),
    "30,000 rules in one": Hostile(lambda: _json({"kind": "all", "rules": _cages(30_000)}), "rules"),
    "300,000 rules in one": Hostile(
        lambda: _json({"kind": "all", "rules": _cages(300_000)}), "rules", slow=True
    ),
    "rules within rules": Hostile(lambda: _nested(17), "seconds"),
    "a cage with a cell 300,000 times": Hostile(
        lambda: _json({"kind": "cage", "cells": _row(9) * 30_000}), "refused", True, slow=True
    ),
    "ISS with 100,000 constraints": Hostile(lambda: b".AntiKnight" * 100_000, "rules"),
    "ISS with repetitions in repetitions": Hostile(
        lambda: b".Replicate~" + b"_" * 13 + b".Replicate~" + b"_" * 13 + b".Cage~1~R1C1.Cage~2~R1C1.End.End",
        "rules",
    ),
    "gzip of zeros": Hostile(lambda: gzip.compress(bytes(1 << 28)), "file"),
    "zip of zeros": Hostile(lambda: _zip("a", bytes(1 << 28)), "file"),
    "zip of 2,000 files": Hostile(lambda: _zip("", b"", 2_000), "refused"),
    "zip of 20,000 files": Hostile(lambda: _zip("", b"", 20_000), "refused", slow=True),
    "lz-string of blanks": Hostile(
        lambda: b"https://sudokupad.app/scl" + lzstring.compress(" " * (1 << 21)).encode(),
        "puzzle",
        slow=True,
    ),
    "zlib in a link": Hostile(_coach, "puzzle"),
    "1 MB of dots": Hostile(lambda: b"." * (1 << 20), "line"),
    "16 MB of dots": Hostile(lambda: b"." * (1 << 24), "line", slow=True),
    "a puzzle on each of a million lines": Hostile(lambda: b"1\n" * 1_000_000, "seconds"),
    "16 MB of empty lines": Hostile(lambda: b"\n" * (1 << 24), "seconds"),
    "a PNG of 196 megapixels": Hostile(lambda: _png(14_000, 14_000), "pixels"),
    "a JPEG of 4 gigapixels": Hostile(lambda: _jpeg_header(65_000, 65_000), "pixels"),
    "a PNG with more than its pixels": Hostile(lambda: _png(40_000, 20, rows=10_000), "refused"),
    "a PNG with far more than its pixels": Hostile(
        lambda: _png(40_000, 200, rows=100_000), "refused", slow=True
    ),
    "a JPEG of nothing but markers": Hostile(lambda: b"\xff\xd8" + b"\xff\xfe\0\2" * 4_000_000, "refused"),
    "a JPEG of a thousand scans": Hostile(lambda: _jpeg_header(6_000, 6_000) + b"\xff\xda" * 1000, "refused"),
    "a WebP of 200 terapixels": Hostile(lambda: _webp_header(1 << 24, 1 << 24), "pixels"),
    "a PNG of 39 megapixels": Hostile(lambda: _png(6_500, 6_000), "refused", slow=True),
    "a 25x25 board with one thermometer": Hostile(
        lambda: _json({"kind": "thermometer", "cells": _row(3)}, layout="25x25"), "read", True
    ),
}


def answer(name: str) -> str:
    """How reading the input ends: see the head of this file."""
    case = HOSTILE[name]
    return _ending(case.input(), case.solve)[0]


def _ending(data: bytes, solve: bool) -> tuple[str, str]:
    from nonet.formats.file_kinds import is_picture

    try:
        if is_picture(data):
            from nonet.photo import read

            read(data)
        else:
            puzzles = [reading.puzzle for reading in read_all(data)]
            if solve:
                first_solution(puzzles[0])
    except LimitExceeded as error:
        return error.limit, str(error)
    except NonetError as error:
        return "refused", str(error)
    return "read", ""


def main(names: list[str]) -> None:
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as nonet's own processes have it
    for text in (b"." * 81, b'{"nonet":1}', b"no puzzle"):  # whatever reading and solving import
        _ending(text, True)
    for name in names:
        child = os.fork()
        if not child:
            print(json.dumps(_measured(name)), flush=True)
            os._exit(0)
        os.waitpid(child, 0)


def _measured(name: str) -> dict[str, object]:
    import resource

    data, solve = HOSTILE[name].input(), HOSTILE[name].solve
    if "megapixels" in name:
        _ending(_png(200, 200), False)  # whatever reading a picture imports
    with open("/proc/self/statm") as file:
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + (512 << 20),) * 2)
    before = resource.getrusage(resource.RUSAGE_SELF)
    ending, message = _ending(data, solve)
    after = resource.getrusage(resource.RUSAGE_SELF)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"name": name, "ending": ending, "message": message, "seconds": round(seconds, 2)}


if __name__ == "__main__":
    main(sys.argv[1:])
