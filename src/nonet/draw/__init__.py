"""Pictures of boards, and books of them: SVG, PNG and PDF from one description of what is drawn.

board_scene(puzzle, …)     a puzzle as a scene: the board, the rules of a variant, digits, candidates
step_scene(picture)        a step with its marks, links and legend (a `Picture` of `nonet.explain`)
step_svg(picture)          the same as SVG, light or dark as set in the reader's system
to_svg_file(scene)         the scene as SVG, with our font inside; nothing else is needed
scene_png, scenes_pdf      the same as PNG and PDF (the extra `print`)
animate(puzzle)            a solve, step by step or by backtracking, as a moving picture
book/                      books of puzzles: recipes, pages, solutions, worksheets

         puzzle ── board ──┐
rules ── rule_shapes ──────┼── Scene ──┬── svg ── png ── gif
step ── explain ── steps ──┘           └── pdf
"""

from nonet.lazy_names import lazy_names

__getattr__, __dir__, __all__ = lazy_names(__name__)
