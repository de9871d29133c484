"""Scenes one after another as one animated SVG, by style sheets alone.

Most of a frame is also in the next one. So every item is written once, and shown and hidden by an animation of its
visibility. Items that are visible at the same times share a group:

    frames   1: a b    2: a b c    3: a c      groups   a always · b in 1 and 2 · c in 2 and 3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby

from nonet.draw.scene import Item, Scene
from nonet.draw.svg import scene_elements, svg_lines
from nonet.draw.themes import theme_named

Times = tuple[bool, ...]
"""For each frame, whether an item is visible in it."""


@dataclass(frozen=True)
class TimedScene:
    """A frame: what is shown, and for how many seconds."""

    scene: Scene
    seconds: float


def animated_svg(frames: Sequence[TimedScene], *, theme: str = "light", width: float | None = None) -> str:
    """The document. Where motion is not wanted (`prefers-reduced-motion`), it shows the last frame.

    >>> from nonet.draw.scene import Disc
    >>> frames = [TimedScene(Scene(9, 9, (Disc(x, 4, 2, "ink"),)), 1) for x in (2, 4)]
    >>> print(animated_svg(frames), end="")
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" width="9" height="9" role="img">
    <style>.a0{visibility:hidden;animation:a0 2s step-end infinite}
    @keyframes a0{0%{visibility:visible}50%{visibility:hidden}100%{visibility:hidden}}
    .a1{visibility:visible;animation:a1 2s step-end infinite}
    @keyframes a1{0%{visibility:hidden}50%{visibility:visible}100%{visibility:visible}}
    @media (prefers-reduced-motion:reduce){g{animation:none!important}}</style>
    <rect width="9" height="9" fill="#ffffff"/>
    <g class="a1">
    <circle cx="4" cy="4" r="2" fill="#16191d"/>
    </g>
    <g class="a0">
    <circle cx="2" cy="4" r="2" fill="#16191d"/>
    </g>
    </svg>
    """
    times = _times(frames)
    changing = list(dict.fromkeys(each for each in times.values() if not all(each)))
    names = {each: f"a{number}" for number, each in enumerate(changing)}
    colours = theme_named(theme)
    first = frames[0].scene
    body: list[str] = []
    for visible, group in groupby(_in_order(frames), key=times.__getitem__):
        elements = scene_elements(replace(first, items=tuple(group)), colours)
        body += elements if all(visible) else (f'<g class="{names[visible]}">', *elements, "</g>")
    whole = replace(first, items=tuple(times))
    lines = svg_lines(whole, body, colours, width=width, style="\n".join(_style(frames, names)))
    return "\n".join(lines) + "\n"


def _times(frames: Sequence[TimedScene]) -> dict[Item, Times]:
    shown: dict[Item, list[bool]] = {}
    for number, frame in enumerate(frames):
        for item in frame.scene.items:
            shown.setdefault(item, [False] * len(frames))[number] = True
    return {item: tuple(visible) for item, visible in shown.items()}


def _in_order(frames: Sequence[TimedScene]) -> Iterator[Item]:
    """Every item once, in an order in which all frames can be drawn: new items follow their predecessor."""
    following: dict[Item | None, Item | None] = {None: None}
    for frame in frames:
        last: Item | None = None
        for item in frame.scene.items:
            if item not in following:
                following[item], following[last] = following[last], item
            last = item
    here = following[None]
    while here is not None:
        yield here
        here = following[here]


def _style(frames: Sequence[TimedScene], names: dict[Times, str]) -> Iterator[str]:
    ends = list(accumulate(frame.seconds for frame in frames))
    total = ends[-1]
    starts = [0.0, *ends[:-1]]
    for visible, name in names.items():
        rest = "visible" if visible[-1] else "hidden"
        yield f".{name}{{visibility:{rest};animation:{name} {total:g}s step-end infinite}}"
        changes = [n for n in range(len(frames)) if not n or visible[n] != visible[n - 1]]
        keys = "".join(
            f"{100 * starts[n] / total:.4g}%{{visibility:{'visible' if visible[n] else 'hidden'}}}"
            for n in changes
        )
        yield f"@keyframes {name}{{{keys}100%{{visibility:{rest}}}}}"
    yield "@media (prefers-reduced-motion:reduce){g{animation:none!important}}"
