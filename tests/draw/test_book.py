"""Books: page counts, references, deterministic bytes, recipe files, links."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from nonet.draw.book import BookPlan, Chapter, build, read_plan
from nonet.draw.book.front import Divider, cover, divider, how_to_solve, instructions
from nonet.draw.book.pages import BookPages
from nonet.draw.book.paper import MM
from nonet.draw.book.puzzles import BookPuzzle, puzzles_of_chapter
from nonet.draw.pdf import PdfDocument
from nonet.draw.share import link, qr_scene
from nonet.errors import NonetError
from nonet.formats import parse, write
from nonet.generate.recipe import Recipe
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rules import AnyRule, Cage, Difference, from_data

SMALL = Recipe(layout=Layout.named("4x4"), count=9)


def pages(pdf: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", pdf))


def plan(**settings: object) -> BookPlan:
    return BookPlan(chapters=(Chapter("Small", (SMALL,)),), difficulty=False, **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(("per_page", "expected"), [(1, 9), (2, 5), (4, 3), (6, 2), (9, 1)])
def test_pages_of_puzzles(per_page: int, expected: int) -> None:
    assert pages(build(plan(per_page=per_page, cover=False, instructions=False, solutions=False))) == expected


def test_cover_rules_and_solutions_have_pages() -> None:
    assert pages(build(plan(per_page=9))) == 1 + 1 + 1 + 1


def test_the_same_plan_gives_the_same_bytes() -> None:
    assert build(plan(seed=5, qr=True)) == build(plan(seed=5, qr=True))
    assert build(plan(seed=5)) != build(plan(seed=6))


@pytest.mark.slow
def test_two_processes_write_the_same_bytes(tmp_path: Path) -> None:
    """Nothing depends on the order of sets, which differs from process to process."""
    options = ["--level", "medium", "--count", "3", "--seed", "5", "--hints", "--qr"]
    for number in "12":
        command = [sys.executable, "-m", "nonet", "book", *options, "-o", str(tmp_path / f"{number}.pdf")]
        subprocess.run(command, check=True, env={**os.environ, "PYTHONHASHSEED": number})
    assert (tmp_path / "1.pdf").read_bytes() == (tmp_path / "2.pdf").read_bytes()


@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792)), ("6x9", (432, 648))])
def test_sizes_of_paper(paper: str, size: tuple[int, int]) -> None:
    pdf = build(plan(paper=paper))
    width, height = map(float, re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)[-1])
    assert (round(width), round(height)) == size


def test_bleed_is_outside_of_the_trim_box() -> None:
    pdf = build(plan(paper="6x9", bleed=3))
    width = float(re.findall(rb"/MediaBox \[0 0 ([\d.]+)", pdf)[-1])
    assert round(width - 432, 1) == round(6 * 72 / 25.4, 1)
    assert b"/TrimBox [8.50 8.50 440.50 656.50]" in pdf


def test_right_to_left() -> None:
    assert b"/Direction /R2L" in build(plan(binding="right"))
    assert b"/Direction" not in build(plan())


def test_worksheets_have_a_key() -> None:
    pdf = build(plan(worksheets=9, per_page=1, cover=False, instructions=False, pictures=True, theme="light"))
    assert pages(pdf) == 9 + 1


def test_a_recipe_file(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(
        'title = "Two"\nper_page = 2\n[[chapters]]\nlevel = "easy"\ncount = 2\n[[chapters]]\nweek = true\n'
    )
    read = read_plan(str(path))
    assert (read.title, read.per_page, read.puzzle_count) == ("Two", 2, 9)
    levels = [recipe.level for recipe in read.chapters[1].recipes]
    assert levels == ["easy", "easy", "medium", "medium", "hard", "hard", "unfair"]


@pytest.mark.parametrize("clues", ["[28, 32]", "'28..32'"])
def test_ranges_are_written_as_in_data_sets(tmp_path: Path, clues: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f"[[chapters]]\nclues = {clues}")
    assert read_plan(str(path)).chapters[0].recipes[0].clues == (28, 32)


def test_a_chapter_of_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text(
        'seed = 7\n[[chapters]]\nvariant = "killer"\nlevel = "easy"\ncage_size = 3\nlayout = "6x6"\ncount = 2\n'
        '[[chapters]]\nvariant = "kropki"\nlayout = "4x4"\ncount = 3\n'
    )
    read = read_plan(str(path))
    assert read.puzzle_count == 5
    killers, kropki = (
        list(puzzles_of_chapter(read, chapter, number, int)) for number, chapter in enumerate(read.chapters)
    )
    assert [(made.level, made.puzzle.layout.size) for made in killers] == [("easy", 6)] * 2
    assert all(len(rule.affected(made.puzzle.layout)) <= 3 for made in killers for rule in made.puzzle.rules)
    assert len({made.puzzle for made in kropki}) == 3
    assert all(made.puzzle.is_solved_by(made.solution) for made in killers + kropki)


def test_the_page_of_rules_has_every_rule_with_its_numbers() -> None:
    rules = [Difference((0, 1), 2), Difference((2, 3), 1), Difference((4, 5), 1)]
    puzzle = Puzzle.of("4x4", "." * 16, rules=rules)
    said = list(how_to_solve(BookPages(plan(), cells=4), [BookPuzzle(puzzle, puzzle.givens)]))
    assert sum("differ by 2" in text for text in said) == sum("differ by 1" in text for text in said) == 1
    assert not any("{" in text for text in said)


def test_the_page_of_rules_names_the_rules_of_which_one_holds() -> None:
    plain = Puzzle.of("4x4", "." * 16, rules=[Difference((0, 1), 2)])
    either = Puzzle.of("4x4", "." * 16, rules=[AnyRule((Cage((0, 1), 3), Cage((0, 1), 4)))])
    puzzles = [BookPuzzle(puzzle, puzzle.givens) for puzzle in (plain, either)]
    assert (
        "One of several rules, puzzle 2: At least one of these rules holds: (1) killer cage 3 (r1c1, r1c2): Digits in "
        "a cage differ and sum to the number in its corner. (2) killer cage 4 (r1c1, r1c2)."
    ) in how_to_solve(BookPages(plan(), cells=4), puzzles)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 5\n[[chapters]]", "title: expected a text, not 5"),
        ("titel = ''\n[[chapters]]", "titel: there is no such field; did you mean title?"),
        ("chapters = 5", "no chapters"),
        ("chapters = [5]", "chapter 1: expected an object, not 5"),
        ("title = 'x'", "no chapters"),
        ("per_page = 3\n[[chapters]]\ncount = 1", "per_page: expected one of 1, 2, 4, 6, 9, not 3"),
        ("[[chapters]]\nlevel = 'eazy'", "chapter 1: "),
        ("[[chapters]]\ncount = 0", "chapter 1: count: expected a whole number from 1 to 20000, not 0"),
        ("[[chapters]\n", "at line 1"),
        pytest.param("title = " + "[" * 5000, "TOML nested too deeply", id="deep"),
        pytest.param("title = " + "9" * 5000, "a number with thousands of digits", id="long number"),
        ("[[chapters]]\nvariant = 'kiler'", "chapter 1: unknown variant 'kiler'; choose from killer"),
        (
            "[[chapters]]\nvariant = 'killer'\ntechnique = 'x-wing'",
            "technique cannot be used together with variant",
        ),
        ("[[chapters]]\nvariant = 'thermo'\nlevel = 'easy'", "only killers have levels"),
        ("[[chapters]]\ncage_size = 3", "cage_size is for chapters with a variant"),
    ],
)
def test_bad_recipe_files(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(NonetError) as caught:
        read_plan(str(path))
    assert str(caught.value).startswith(f"{path}: ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_title_that_the_font_lacks() -> None:
    with pytest.raises(NonetError, match="the font has no character"):
        build(plan(title="数独"))


@pytest.mark.parametrize("paper", ["A4", "A5"])
@pytest.mark.parametrize("length", [10, 80, 400])
@pytest.mark.parametrize("word", ["Sudokus ", "Sudoku"])
def test_titles_of_any_length_stay_on_the_page(
    paper: str, length: int, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wrap and shrink, and at last end with an ellipsis."""
    lines: list[tuple[float, str, float, bool]] = []

    def text(self: PdfDocument, x: float, y: float, line: str, size: float, **look: object) -> None:
        bold = bool(look.get("bold"))
        lines.append((y, line, self.text_width(line, size, bold=bold), bold))

    monkeypatch.setattr(PdfDocument, "text", text)
    title = (word * length)[:length].strip()
    book = BookPages(plan(title=title, subtitle=title, author=title, paper=paper), cells=4)
    puzzle = Puzzle.of("4x4", "." * 16)
    cover(book, [BookPuzzle(puzzle, puzzle.givens)])
    titles = [(y, line) for y, line, _, bold in lines if bold]
    divider(book, Divider(title, 1))
    instructions(book, [BookPuzzle(puzzle, puzzle.givens)], [(title, 3)])
    frame = book.new_page(running=title)
    assert max(width for _, _, width, _ in lines) <= frame.width
    assert max(y for y, *_ in lines) < book.height
    assert max(y for y, _ in titles) < frame.top + 0.36 * frame.height  # where the board is
    assert any("…" in line for _, line in titles) == (length == 400)


def test_links_are_read_back() -> None:
    puzzle = Puzzle.of(
        "9x9", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    for site in ("sudokupad", "coach", "sudokuwiki", "sudokuexchange"):
        assert parse(link(puzzle, site=site)) == puzzle
    assert parse(link(puzzle, base="https://example.org/#p=")) == puzzle
    with pytest.raises(NonetError, match="is not the beginning of a link"):
        link(puzzle, base="javascript:")


def read_text(pdf: bytes) -> list[list[str]]:
    """The words of each page, as a PDF reader has them."""
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("needs pdftotext")
    result = subprocess.run([reader, "-layout", "-", "-"], input=pdf, stdout=subprocess.PIPE, check=True)
    return [page.split() for page in result.stdout.decode().split("\f")[:-1]]


def test_a_chapter_about_a_technique_explains_it_and_its_hints_are_about_it() -> None:
    chapter = Chapter("", (Recipe(required=frozenset({"naked-pair"}), count=2),))
    book = read_text(build(BookPlan(chapters=(chapter,), hints=True, per_page=2)))
    _, rules, title, _, hints, _ = (" ".join(page) for page in book)
    assert "Naked pair 3" in rules  # the table of contents
    assert title.startswith("Naked pair 2 puzzles")
    assert "naked pair" in title.removeprefix("Naked pair").lower()
    assert hints.count("Naked pair: ") == 2


def test_the_contents_have_the_pages_of_chapters() -> None:
    chapters = tuple(Chapter(name, (SMALL,)) for name in ("One", "Two"))
    book = read_text(build(BookPlan(chapters=chapters, per_page=4, difficulty=False)))
    contents = " ".join(book[1])
    assert "One 3 Two 7" in contents
    assert [book[page - 1][0] for page in (3, 7)] == ["One", "Two"]


def test_puzzles_without_a_hint_take_no_place_among_the_hints(tmp_path: Path) -> None:
    """A solved puzzle has no step; killers have hints like other puzzles."""
    cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}
    killer = Puzzle.of("4x4", "..3.43.2.2.3....", rules=[from_data(cage, Layout.named("4x4"))])
    solved = Puzzle.of("4x4", "2134431212433421")
    (tmp_path / "two.json").write_text(write(solved, "json") + "\n" + write(killer, "json"))
    chapter = Chapter("Both", file=str(tmp_path / "two.json"))
    book = read_text(build(BookPlan(chapters=(chapter,), hints=True)))
    assert book[3][:2] == ["Hints", "2"]


def test_a_file_of_a_chapter_is_read_up_to_the_limit(tmp_path: Path) -> None:
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(1 << 40)
    for name, reason in {
        "large.txt": "large.txt: more than 16,777,216 bytes",
        "a\0b": "cannot read .*null",
    }.items():
        chapter = Chapter("", file=str(tmp_path / name))
        with pytest.raises(NonetError, match=reason):
            next(puzzles_of_chapter(BookPlan(), chapter, 0, lambda: None))


def test_jigsaws_of_a_chapter_differ() -> None:
    chapter = Chapter("", (Recipe(count=3),), jigsaw=6)
    made = list(puzzles_of_chapter(BookPlan(), chapter, 0, lambda: None))
    assert len({each.solution.values[:6] for each in made}) == 3


@pytest.mark.parametrize(("size", "columns"), [(4, 6), (9, 4), (16, 2), (25, 1)])
def test_solutions_are_as_large_as_their_board_needs(size: int, columns: int) -> None:
    pages = BookPages(BookPlan(), cells=size)
    frame = pages.new_page()
    assert pages.solutions_frame(frame)[0] == columns
    assert (frame.width - (columns - 1) * 4 * MM) / columns / size >= 4 * MM


def test_printed_codes_can_be_scanned() -> None:
    """No square of a code is smaller than a third of a millimetre; a code that would fill the page is left out."""
    short, long = Puzzle.of("9x9", "." * 81), Puzzle.of("16x16", "." * 256)
    for per_page in (1, 9):
        pages = BookPages(BookPlan(per_page=per_page, qr=True), cells=16)
        for puzzle in (short, long):
            code = pages.code(puzzle)
            assert code is None or code.side / code.scene.width >= 0.33 * MM - 1e-9
        assert pages.code(short) is not None


def test_a_qr_code_has_its_three_corners() -> None:
    scene = qr_scene("https://sudokupad.app/", border=4)
    size = scene.width - 8
    assert (size - 17) % 4 == 0  # 21, 25, 29 … modules
    with pytest.raises(NonetError, match="a QR code holds"):
        qr_scene("x" * 3000)


def test_compressed_streams_hold_the_labels() -> None:
    """Every page has content; fpdf2 compresses it."""
    pdf = build(plan(per_page=9))
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    texts = []
    for stream in streams:
        try:
            texts.append(zlib.decompress(stream))
        except zlib.error:
            continue
    assert sum(b" Tj" in text for text in texts) == pages(pdf)
