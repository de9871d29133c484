"""Scenes as files: the extension decides the kind."""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from nonet.arguments import clear_type_errors
from nonet.draw.scene import Scene
from nonet.draw.svg import to_svg_file
from nonet.errors import NonetError
from nonet.kept_files import refuse_kept

ENDINGS = (".svg", ".png", ".pdf")
_SQLITE = b"SQLite format 3\0"
"""How our store of saved games begins."""


def check_extension(path: str, endings: tuple[str, ...] = ENDINGS) -> str:
    """The extension of a file's name, if we can write such files."""
    ending = Path(path).suffix.lower()
    if ending not in endings:
        listed = ", ".join(endings[:-1]) + f" or {endings[-1]}" if len(endings) > 1 else endings[0]
        raise NonetError(f"cannot write {path!r}: the name must end in {listed}")
    return ending


def scene_bytes(
    scene: Scene, ending: str, *, theme: str = "light", width: int | None = None, background: bool = True
) -> bytes:
    """The file of a scene; `width` is in pixels, for PDF in millimetres."""
    if ending == ".svg":
        return to_svg_file(scene, theme=theme, width=width, background=background).encode()
    if ending == ".png":
        from nonet.draw.png import scene_png

        return scene_png(scene, theme=theme, width=width, background=background)
    from nonet.draw.pdf import scenes_pdf

    return scenes_pdf([scene], theme=theme, width=width)


def save_scene(
    scene: Scene, path: str, *, theme: str = "light", width: int | None = None, background: bool = True
) -> None:
    """Writes a scene to a file: .svg, .png or .pdf."""
    ending = check_extension(path)
    save_bytes(path, scene_bytes(scene, ending, theme=theme, width=width, background=background))


def save_scenes(
    scenes: Sequence[Scene], path: str, *, numbers: Sequence[str] = (), theme: str = "light"
) -> list[str]:
    """Writes several scenes, and returns the names of the files: a PDF with a page each, or a file each with a number
    in its name (board-01.svg); `numbers` are used instead of 01, 02, ... A single scene goes to the file named.
    """
    ending = check_extension(path)
    if len(scenes) == 1:
        names = [path]
    elif ending == ".pdf":
        from nonet.draw.pdf import scenes_pdf

        save_bytes(path, scenes_pdf(scenes, theme=theme))
        return [path]
    else:
        width = max(2, len(str(len(scenes))))
        endings = numbers or [f"{number:0{width}}" for number in range(1, len(scenes) + 1)]
        file = Path(path)
        names = [str(file.with_stem(f"{file.stem}-{each}")) for each in endings]
    refuse_kept(*names)  # before any is written
    for name, scene in zip(names, scenes, strict=True):
        save_scene(scene, name, theme=theme)
    return names


@clear_type_errors
def save_bytes(path: str, data: bytes) -> None:
    """Writes a file, all or nothing: if the disk is full, a file of that name stays as it was."""
    refuse_kept(path)
    try:
        target = Path(os.path.realpath(path))
        if _is_database(target):
            raise NonetError(f"{path} is a database, with saved games perhaps; choose another name")
        if _can_be_replaced(target):
            _replace(target, data)
        else:
            target.write_bytes(data)
    except OSError as error:
        raise NonetError(f"cannot write {path or repr(path)}: {error.strerror or error}") from error


def _is_database(path: Path) -> bool:
    if not path.is_file() or not os.access(path, os.R_OK):
        return False
    with path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE


def _can_be_replaced(path: Path) -> bool:
    """Not a device or a pipe, nor a file that may not be written, nor one in a folder that may not."""
    usual = not path.exists() or (path.is_file() and os.access(path, os.W_OK))
    return usual and os.access(path.parent, os.W_OK)


def _replace(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{os.urandom(8).hex()}")
    try:
        fresh.write_bytes(data)
        if path.exists():
            shutil.copymode(path, fresh)
        fresh.replace(path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise
