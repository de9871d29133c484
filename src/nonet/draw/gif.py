"""Scenes one after another as an animated GIF, by resvg and Pillow (the extra `print`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from itertools import pairwise
from typing import Any

from nonet.draw.animated_svg import TimedScene
from nonet.draw.png import scene_png
from nonet.errors import NonetError
from nonet.optional_import import optional_import

COLOURS = 128
"""Their number at most; the index of the transparent colour follows them."""
NEAR = 14
"""Colours that differ by less than this in red, green and blue are one."""
LARGEST = 2000
"""Pixels in a row: every frame is held in memory."""


def frames_gif(frames: Sequence[TimedScene], *, theme: str = "light", width: int) -> bytes:
    """The GIF file, repeated for ever. All frames share one palette, so that only what changes is stored."""
    if width > LARGEST:
        raise NonetError(f"a GIF of {width} pixels: the width is 1 to {LARGEST}")
    image = optional_import("PIL.Image", "an animated GIF")
    pictures = [
        image.open(BytesIO(scene_png(frame.scene, theme=theme, width=width))).convert("RGB")
        for frame in frames
    ]
    palette = palette_of(pictures, colours=COLOURS)
    reduced = [picture.quantize(palette=palette, dither=image.Dither.NONE) for picture in pictures]
    changes = [_changes(image, before, after) for before, after in pairwise(reduced)]
    file = BytesIO()
    reduced[0].save(
        file,
        format="GIF",
        save_all=True,
        append_images=changes,
        transparency=COLOURS,
        duration=[round(frame.seconds * 1000) for frame in frames],
        loop=0,
        disposal=1,
        optimize=False,
    )
    return file.getvalue()


def _changes(image: Any, before: Any, after: Any) -> Any:
    """The second frame, transparent wherever it is like the first."""
    chops = optional_import("PIL.ImageChops", "an animated GIF")
    one, other = (image.frombytes("L", after.size, frame.tobytes()) for frame in (before, after))
    same = chops.difference(one, other).point([255] + [0] * 255)
    result = after.copy()
    result.paste(COLOURS, mask=same)
    return result


def palette_of(pictures: Sequence[Any], *, colours: int) -> Any:
    """A palette for RGB images: the most frequent colours of a few of them, none close to another. Flat areas keep
    their exact colours.
    """
    counts: Counter[tuple[int, int, int]] = Counter()
    for picture in pictures[:: max(1, len(pictures) // 8)]:
        counts.update({colour: count for count, colour in picture.getcolors(picture.width * picture.height)})
    chosen: list[tuple[int, int, int]] = []
    for colour, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if all(max(abs(a - b) for a, b in zip(colour, other, strict=True)) >= NEAR for other in chosen):
            chosen.append(colour)
    palette = optional_import("PIL.Image", "an animated GIF").new("P", (1, 1))
    palette.putpalette([part for colour in chosen[:colours] for part in colour])
    return palette
