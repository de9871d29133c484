"""Books: page counts, references, deterministic bytes, recipe files, links."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

from nonet.draw.book import BookPlan, Chapter, build, read_plan
from nonet.draw.book.build import Book
from nonet.draw.book.paper import MM
from nonet.draw.book.puzzle_pages import Numbered
from nonet.draw.book.puzzles import BookPuzzle, puzzles_of_chapter
from nonet.draw.scene import Label
from nonet.draw.share import link, qr_scene
from nonet.errors import NonetError
from nonet.formats import parse, write
from nonet.generate import variants
from nonet.generate.recipe import Recipe
from nonet.layout import Layout
from nonet.puzzle import Puzzle
from nonet.rating import rate as rating_of
from nonet.rules import from_data

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
    first = build(plan(seed=5, qr=True))
    assert first == build(plan(seed=5, qr=True))
    assert first != build(plan(seed=6, qr=True))


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


def test_easy_puzzles_have_as_many_clues_as_in_newspapers(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    asked = ["count = 30", "clues = '25..27'\ncount = 3", "layout = '6x6'\ncount = 5", "week = true"]
    path.write_text("\n".join(f"[[chapters]]\nlevel = 'easy'\n{each}" for each in asked))
    read = read_plan(str(path))
    found = [
        [each.puzzle.clue_count for each in puzzles_of_chapter(read, chapter, 0, int) if each.level == "easy"]
        for chapter in read.chapters
    ]
    assert [len(counts) for counts in found] == [30, 3, 5, 2]
    ranges = [(32, 38), (25, 27), (14, 17), (32, 38)]  # of 81, 81, 36 and 81 cells
    assert all(
        least <= n <= most for counts, (least, most) in zip(found, ranges, strict=True) for n in counts
    )
    assert len(set(found[0])) > 3


@pytest.mark.parametrize("clues", ["[28, 32]", "'28..32'"])
def test_ranges_are_written_as_in_data_sets(tmp_path: Path, clues: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f"[[chapters]]\nclues = {clues}")
    (recipe,) = read_plan(str(path)).chapters[0].recipes
    assert isinstance(recipe, Recipe)
    assert recipe.clues == (28, 32)


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


@pytest.mark.parametrize(
    ("keys", "levels"),
    [
        ('variant = "thermo,killer"', "easy easy medium medium hard hard unfair"),
        ('variant = "quadruple"', "easy easy" + 5 * " medium"),
        ('variant = "quadruple"\nlayout = "6x6"', "easy easy medium medium hard hard unfair"),
        ('layout = "4x4"', "easy" + 6 * " easy"),
    ],
)
def test_a_week_has_the_nearest_levels(tmp_path: Path, keys: str, levels: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f"[[chapters]]\nweek = true\n{keys}\n")
    (chapter,) = read_plan(str(path)).chapters
    assert [recipe.level for recipe in chapter.recipes] == levels.split()


def test_a_week_of_a_variant(tmp_path: Path) -> None:
    path = tmp_path / "book.toml"
    path.write_text('[[chapters]]\nweek = true\nvariant = "killer"\ncount = 2\nsymmetry = "rotational"\n')
    read = read_plan(str(path))
    found = list(puzzles_of_chapter(read, read.chapters[0], 0, int))
    assert [each.day for each in found] == [*range(7), *range(7)]
    assert [(rating_of(each.puzzle).level, each.level) for each in found[::2]] == [
        (level, level) for level in ("easy", "medium", "hard", "unfair", "easy", "medium", "hard")
    ]
    assert len({each.solution for each in found}) == 14


def test_a_week_has_easier_puzzles_where_none_of_a_level_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(variants, "_SMALLEST", 0)  # as if there were other levels
    monkeypatch.setattr(variants, "_ATTEMPTS_AT_LEVEL", 1)  # more would find nothing, either
    path = tmp_path / "book.toml"
    path.write_text('[[chapters]]\nweek = true\nvariant = "killer"\nlayout = "4x4"\n')
    read = read_plan(str(path))
    found = list(puzzles_of_chapter(read, read.chapters[0], 0, int))
    assert [(each.day, each.level) for each in found] == [(day, "easy") for day in range(7)]
    assert {rating_of(each.puzzle).level for each in found} == {"easy"}


@pytest.mark.parametrize("number", ["clues = 6", "clues = '6'", "givens = 6"])
def test_a_chapter_of_a_variant_with_a_number_of_clues(tmp_path: Path, number: str) -> None:
    path = tmp_path / "book.toml"
    path.write_text(f'[[chapters]]\nvariant = "thermo"\nlayout = "4x4"\ncount = 2\n{number}\n')
    read = read_plan(str(path))
    found = list(puzzles_of_chapter(read, read.chapters[0], 0, int))
    assert [made.puzzle.clue_count for made in found] == [6, 6]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title = 5\n[[chapters]]", "title: expected a text of 0 to 500 characters, not 5"),
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
        ("[[chapters]]\nvariant = 'thermo'\nlevel = 'extreme'", "unknown level 'extreme' for thermo"),
        ("[[chapters]]\nvariant = 'thermo'\nclues = '12..14'", "takes one number, not a range"),
        ("[[chapters]]\nvariant = 'thermo'\nclues = 12\ngivens = 12", "givens is the same as clues"),
        ("[[chapters]]\ncage_size = 3", "cage_size is for puzzles of a variant"),
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


@pytest.mark.parametrize("name", ["title", "subtitle", "author"])
def test_endless_titles_are_refused(name: str) -> None:
    with pytest.raises(NonetError, match=f"{name}: expected a text of 0 to 500 characters, not 'xxx"):
        plan(**{name: "x" * 501})


def test_links_are_read_back() -> None:
    puzzle = Puzzle.of(
        "9x9", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    )
    for site in ("sudokupad", "coach", "sudokuwiki", "sudokuexchange"):
        assert parse(link(puzzle, site=site)) == puzzle
    assert parse(link(puzzle, base="https://example.org/#p=")) == puzzle
    with pytest.raises(NonetError, match="is not the beginning of a link"):
        link(puzzle, base="javascript:")


def words_of(book: Book) -> list[str]:
    """The text of each page, in the order in which it is drawn."""
    return [
        " ".join(item.text for item in page.scene.items if isinstance(item, Label)) for page in book.pages()
    ]


def test_a_chapter_about_a_technique_explains_it_and_its_hints_are_about_it() -> None:
    chapter = Chapter("", (Recipe(required=frozenset({"naked-pair"}), count=2),))
    book = words_of(Book(BookPlan(chapters=(chapter,), hints=True, per_page=2)))
    _, rules, title, _, hints, _ = book
    assert "Naked pair 3" in rules  # the table of contents
    assert title.startswith("Naked pair 2 puzzles")
    assert "naked pair" in title.removeprefix("Naked pair").lower()
    assert hints.count("Naked pair: ") == 2


def test_the_contents_have_the_pages_of_chapters() -> None:
    chapters = tuple(Chapter(name, (SMALL,)) for name in ("One", "Two"))
    book = words_of(Book(BookPlan(chapters=chapters, per_page=4, difficulty=False)))
    assert "How to solve 2 One 3 Two 7 Solutions 11" in book[1]
    assert [book[page - 1].split()[0] for page in (3, 7, 11)] == ["One", "Two", "Solutions"]


def test_puzzles_without_a_hint_take_no_place_among_the_hints(tmp_path: Path) -> None:
    """A solved puzzle has no step; killers have hints like other puzzles."""
    cage = {"kind": "cage", "cells": ["r1c1", "r1c2"], "sum": 3}
    killer = Puzzle.of("4x4", "..3.43.2.2.3....", rules=[from_data(cage, Layout.named("4x4"))])
    solved = Puzzle.of("4x4", "2134431212433421")
    (tmp_path / "two.json").write_text(write(solved, "json") + "\n" + write(killer, "json"))
    chapter = Chapter("Both", file=str(tmp_path / "two.json"))
    book = words_of(Book(BookPlan(chapters=(chapter,), hints=True)))
    assert book[3].startswith("Hints 2 ")


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


def test_printed_codes_can_be_scanned() -> None:
    """No square of a code is smaller than a third of a millimetre; a code that would fill the page is left out."""
    short, long = (
        Numbered(layout, BookPuzzle(empty := Puzzle.of(layout, "." * cells), empty.givens))
        for layout, cells in (("9x9", 81), ("16x16", 256))
    )
    pages = Book(plan(qr=True)).maker
    for count in (1, 9):
        for puzzle in (short, long):
            code = pages.code(puzzle, count)
            assert code is None or code.side / code.scene.width >= 0.33 * MM - 1e-9
        assert pages.code(short, count) is not None


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
