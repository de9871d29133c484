"""Scenes as files: the ending of the name says which kind."""

from __future__ import annotations

from pathlib import Path

from nonet.draw.scene import Scene
from nonet.draw.svg import to_svg_file
from nonet.errors import NonetError

__all__ = ["ENDINGS", "check_ending", "save_bytes", "save_scene", "scene_bytes"]

ENDINGS = (".svg", ".png", ".pdf")


def check_ending(path: str, endings: tuple[str, ...] = ENDINGS) -> str:
    """The ending of a file's name, if we can write such files."""
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
    from nonet.draw.pdf import scene_pdf

    return scene_pdf(scene, theme=theme, width=width)


def save_scene(
    scene: Scene, path: str, *, theme: str = "light", width: int | None = None, background: bool = True
) -> None:
    """Writes a scene to a file: .svg, .png or .pdf."""
    ending = check_ending(path)
    save_bytes(path, scene_bytes(scene, ending, theme=theme, width=width, background=background))


def save_bytes(path: str, data: bytes) -> None:
    try:
        Path(path).write_bytes(data)
    except OSError as error:
        raise NonetError(f"cannot write {path}: {error.strerror or error}") from error
