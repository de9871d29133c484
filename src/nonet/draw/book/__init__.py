"""Books of puzzles as PDF.

plan          BookPlan: what a book is: title, chapters, paper, what is at the back; read from a recipe file
puzzles       the puzzles of a plan, created or read, with their solutions, ratings and hints
paper         sizes of paper, margins, where on a page a puzzle goes
typography    sizes of text, and how it is broken into lines
flow          blocks that flow over pages
boards        how boards are drawn, and how small they may be
front         title page, contents, rules, title pages of chapters
puzzle_pages  pages of puzzles
back          hints and solutions
build         Book: all of it on pages; `build(plan)` gives the bytes of a PDF file
cover         back, spine and front as one page
files         every board in a file of its own

    plan ── puzzles ── sections of blocks ── flow ── filled pages ── a scene each ── PDF
"""

from nonet.draw.book.build import Book, build
from nonet.draw.book.cover import cover_pdf
from nonet.draw.book.files import save_boards
from nonet.draw.book.plan import BookPlan, Chapter, read_plan

__all__ = ["Book", "BookPlan", "Chapter", "build", "cover_pdf", "read_plan", "save_boards"]
