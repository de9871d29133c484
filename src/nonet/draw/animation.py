"""Animations: a puzzle solved step by step, or by plain backtracking, as an animated SVG or GIF.

animate(puzzle)                  a frame for each step of `nonet.path`, with its marks
animate(path)                    the same for a path with options of its own
animate(puzzle, search=True)     a frame for each digit that backtracking places or takes back
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from nonet.arguments import clear_type_errors
from nonet.candidates import Candidates
from nonet.draw.animated_svg import TimedScene, animated_svg
from nonet.draw.board import board_scene
from nonet.draw.files import check_extension, save_bytes
from nonet.draw.rule_shapes import center
from nonet.draw.scene import CELL, Label, PenStyle, Rectangle, Scene
from nonet.draw.steps import step_scene
from nonet.engines import engine_for
from nonet.engines.backtracking import trace
from nonet.engines.events import Event, Happening
from nonet.errors import NonetError
from nonet.explain.step_picture import picture
from nonet.formats import PuzzleLike, as_puzzle
from nonet.grid import Grid
from nonet.logic.path import SolvingPath, path
from nonet.logic.position import Position
from nonet.messages import catalogue
from nonet.puzzle import Puzzle
from nonet.step import Step

ANIMATED = (".svg", ".gif")
"""The extensions of files that can be animated."""
MOST_FRAMES = 500
"""Of a search; a 9x9 puzzle can have millions."""
_CAPTION = 46
"""The height of the line below the board."""
_PAD = 12
"""The margin around the board."""
_SINGLES = frozenset({"full-house", "naked-single", "hidden-single"})


@dataclass(frozen=True)
@clear_type_errors
class Animation:
    """Frames, each shown for a time, over and over. A notebook shows it as a moving picture."""

    frames: tuple[TimedScene, ...] = field(repr=False)
    theme: str = "light"

    @property
    def seconds(self) -> float:
        """How long it takes."""
        return sum(frame.seconds for frame in self.frames)

    def to_svg(self, *, width: float | None = None) -> str:
        """An animated SVG: styles alone, no script. Readers who prefer no motion see the last frame."""
        return animated_svg(self.frames, theme=self.theme, width=width)

    def to_gif(self, *, width: int | None = None) -> bytes:
        """A GIF, 480 pixels wide unless given (the extra `print`)."""
        from nonet.draw.gif import frames_gif

        return frames_gif(self.frames, theme=self.theme, width=480 if width is None else width)

    def save(self, path: str, *, width: int | None = None) -> None:
        """Writes it to a file: .svg or .gif."""
        ending = check_extension(path, ANIMATED)
        save_bytes(path, self.to_gif(width=width) if ending == ".gif" else self.to_svg(width=width).encode())

    def _repr_html_(self) -> str:
        data = b64encode(self.to_svg(width=400).encode()).decode()
        return f'<img src="data:image/svg+xml;base64,{data}" alt="{self.frames[0].scene.title}">'


def animate(
    what: SolvingPath | PuzzleLike,
    *,
    search: bool = False,
    seconds: float | None = None,
    limit: int = MOST_FRAMES,
    theme: str = "light",
    language: str = "en",
) -> Animation:
    """The animation of a path, or of a puzzle being solved: by techniques, or with `search` by plain backtracking.

    `seconds` is the time of a frame: 1 for a single, 2 for other steps, 0.2 for a move of the search unless given.
    A search that takes more than `limit` moves is cut short: the solution follows.

    >>> animation = animate(".13. 43.2 .2.3 ....")
    >>> len(animation.frames), animation.seconds  # nine steps, the start, and the solution
    (11, 14.0)
    >>> len(animate(".13. 43.2 .2.3 ....", search=True).frames)
    11
    """
    if seconds is not None and not 0.02 <= seconds <= 60:
        raise NonetError(f"{seconds:g} seconds per frame: choose 0.02 to 60")
    if not 1 <= limit <= 10_000:
        raise NonetError(f"a limit of {limit} frames: choose 1 to 10,000")
    if isinstance(what, SolvingPath):
        puzzle, steps = what.puzzle, what.restart()
    else:
        puzzle = as_puzzle(what)
        steps = path(puzzle)
    if search:
        return Animation(tuple(_search_frames(puzzle, seconds or 0.2, limit, language)), theme)
    return animate_steps(puzzle, steps, seconds=seconds, theme=theme, language=language)


def animate_steps(
    puzzle: Puzzle,
    steps: Iterable[Step],
    *,
    seconds: float | None = None,
    theme: str = "light",
    language: str = "en",
) -> Animation:
    """The animation of some steps of a puzzle, not necessarily all of them."""
    frames = _step_frames(puzzle, steps, seconds, language)
    return Animation(tuple(frames), theme)


# -- steps ---------------------------------------------------------------------------------------------------


def _step_frames(
    puzzle: Puzzle, steps: Iterable[Step], seconds: float | None, language: str
) -> Iterator[TimedScene]:
    say = catalogue(language).say
    position = Position.of(puzzle).candidates()

    def shown(position: Candidates, caption: str, time: float) -> TimedScene:
        drawn = picture(position, givens=puzzle.givens, language=language)
        return TimedScene(_captioned(step_scene(drawn, rules=puzzle.rules, legend=False), caption), time)

    yield shown(position, say("The puzzle"), 2 * (seconds or 1.0))
    for step in steps:
        position = step.on_path.position
        drawn = picture(position, step, givens=puzzle.givens, language=language)
        scene = step_scene(drawn, rules=puzzle.rules, legend=False)
        time = seconds or (1.0 if step.technique in _SINGLES else 2.0)
        yield TimedScene(_captioned(scene, f"{step.on_path.number}. {drawn.title}"), time)
        for cell, digit in step.placements:
            position = position.place(cell, digit)
        position = position.eliminate(step.eliminations)
    yield shown(position, say("Solved") if position.grid.is_filled else say("No step is left"), 3)


# -- search --------------------------------------------------------------------------------------------------


def _search_frames(puzzle: Puzzle, seconds: float, limit: int, language: str) -> Iterator[TimedScene]:
    """Digits as they are placed and taken back, up to the first solution."""
    say = catalogue(language).say
    grid, moves = puzzle.givens, 0
    yield TimedScene(_captioned(board_scene(puzzle), say("The puzzle")), 1)
    events = trace(puzzle)
    placed: list[int] = []
    for event in events:
        if event.happening is Happening.SOLUTION:
            break
        if event.happening is Happening.PLACE:
            grid = _with(grid, event)
            placed.append(event.cell or 0)
            caption = say(
                "{number}. Place {digit} in {cell}",
                number=moves + 1,
                digit=puzzle.layout.digit_of(event.digit or 0),
                cell=puzzle.layout.cell_name(placed[-1]),
            )
            scene = _marked(board_scene(puzzle, grid=grid), puzzle, placed[-1], "entered")
        elif event.happening is Happening.STEP_BACK and placed:
            cell = placed.pop()
            scene = _marked(board_scene(puzzle, grid=grid, wrong=[cell]), puzzle, cell, "wrong")
            name = puzzle.layout.cell_name(cell)
            caption = say("{number}. Dead end: step back to {cell}", number=moves + 1, cell=name)
            grid = grid.with_entry(cell, 0)
        else:
            continue
        moves += 1
        if moves > limit:
            break
        yield TimedScene(_captioned(scene, caption), seconds)
    yield _search_end(puzzle, moves, limit, language)


def _with(grid: Grid, event: Event) -> Grid:
    assert event.cell is not None
    assert event.digit is not None
    return grid.with_entry(event.cell, event.digit)


def _search_end(puzzle: Puzzle, moves: int, limit: int, language: str) -> TimedScene:
    """The solution, or what there is instead of it."""
    say = catalogue(language).say
    answer = engine_for(puzzle).some_solution(puzzle)
    if answer is None:
        caption = say("There is no solution")
    elif moves > limit:
        caption = say("… and so on, until it is solved")
    else:
        caption = say("Solved. Moves: {count}", count=moves)
    return TimedScene(_captioned(board_scene(puzzle, grid=answer), caption), 3)


def _marked(scene: Scene, puzzle: Puzzle, cell: int, colour: str) -> Scene:
    """The scene with a frame around a cell."""
    x, y = center(puzzle.layout, cell)
    side = CELL - 6
    frame = Rectangle(x - side / 2, y - side / 2, side, side, pen=PenStyle(colour, 4), radius=4)
    return replace(scene, items=(*scene.items, frame))


def _captioned(scene: Scene, text: str) -> Scene:
    """The scene with a line of text below it, as large as its width allows."""
    size = min(24.0, 1.7 * scene.width / max(len(text), 1))
    left, top, width = scene.left - _PAD, scene.top - _PAD, scene.width + 2 * _PAD
    label = Label(left + width / 2, scene.top + scene.height + _CAPTION * 0.7, text, size, "ink")
    height = scene.height + _PAD + _CAPTION
    return replace(scene, left=left, top=top, width=width, height=height, items=(*scene.items, label))
