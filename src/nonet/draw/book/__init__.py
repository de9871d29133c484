"""Books of puzzles as PDF.

plan       BookPlan: what a book is: title, chapters, paper, what is at the back; read from a recipe file
puzzles    the puzzles of a plan, created or read, with their solutions, ratings and hints
paper      sizes of paper, margins, where on a page a puzzle goes
pages      the pages, drawn
build      all of it: `build(plan)` gives the bytes of a PDF file
"""

from nonet.draw.book.build import build
from nonet.draw.book.plan import BookPlan, Chapter, read_plan

__all__ = ["BookPlan", "Chapter", "build", "read_plan"]
