"""Pictures of boards, and books of them: SVG, PNG and PDF from one description of what is drawn.

board_scene(puzzle, …)     a puzzle as a scene: the board, the rules of a variant, digits, candidates
step_scene(picture)        a step with its marks, links and legend, as `nonet.explain` draws it
to_svg_file(scene)         the scene as SVG, with our font inside; nothing else is needed
scene_png, scene_pdf       the same as PNG and PDF (the extra `print`)
book/                      books of puzzles: recipes, pages, solutions, worksheets

         puzzle ── board ──┐
rules ── rule_shapes ──────┼── Scene ──┬── svg ── png
step ── explain ── steps ──┘           └── pdf
"""

from nonet.draw.board import BoardOptions, board_scene
from nonet.draw.scene import Scene
from nonet.draw.svg import to_svg_file
from nonet.draw.themes import THEMES

__all__ = ["THEMES", "BoardOptions", "Scene", "board_scene", "to_svg_file"]
