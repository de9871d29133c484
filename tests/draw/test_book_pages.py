"""Pages of books: nothing overlaps or leaves the margins, links lead where they say, sizes are those of printers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from pathlib import Path
from xml.etree.ElementTree import fromstring

import pytest

from many_cases import check_all, spread
from nonet.about import About
from nonet.draw.book import Book, BookPlan, Chapter, cover_pdf, save_boards
from nonet.draw.book.cover import cover_scene, spine_width
from nonet.draw.book.paper import COVER_COLOURS, INCH, MM, PAPERS, Frame, least_gutter
from nonet.draw.book.puzzles import BookPuzzle
from nonet.draw.book.typography import TextRun
from nonet.draw.scene import Inset, Label, Outlined, Scene
from nonet.errors import NonetError
from nonet.faces.cli import run
from nonet.faces.cli.book import _COVER_COLOURS, _PAPERS
from nonet.generate.recipe import Recipe
from nonet.layout import Layout
from nonet.messages import LANGUAGES
from nonet.puzzle import Puzzle
from nonet.rules import (
    AnyRule,
    Arrow,
    Cage,
    Difference,
    LittleKiller,
    Quadruple,
    Ratio,
    Renban,
    Rule,
    Sandwich,
    Thermometer,
    Whisper,
)

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CLUES = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HINT = "Locked candidates 1 (pointing): Look at row 4, column 7 and box 5, and then at r4c7 = 5."


def made(*rules: Rule, day: int = -1, level: str = "easy") -> BookPuzzle:
    puzzle = Puzzle.of("9x9", "." * 81 if rules else CLUES, rules=rules)
    return BookPuzzle(puzzle, Puzzle.of("9x9", SOLVED).givens, level, HINT, day)


def board(name: str) -> BookPuzzle:
    layout = Layout.named(name)
    empty = Puzzle.of(layout, [0] * layout.cell_count)
    return BookPuzzle(empty, empty.givens, "extreme", HINT)


CAGES = [
    Cage((cell, cell + 1), int(SOLVED[cell]) + int(SOLVED[cell + 1]))
    for cell in range(81)
    if cell % 9 in (0, 2, 4, 6)
]
LINES = (Thermometer((0, 1, 2)), Arrow((4,), (5, 6)), Renban((20, 21)), Whisper((40, 41), 5))
MARKS = (Difference((0, 1), 1), Ratio((10, 11), 2), Quadruple((0, 1, 9, 10), (1, 2, 3, 4)))
EITHER = AnyRule(tuple(Cage((cell, cell + 1), total) for cell in range(0, 70, 2) for total in (3, 4, 5)))
"""Its text fills pages."""


@cache
def outside() -> tuple[Rule, ...]:
    return (Sandwich(tuple(range(9)), 35), LittleKiller((2, 10, 18), 12))


def chapters() -> dict[str, list[BookPuzzle]]:
    """Puzzles of all kinds, as if they had been created."""
    return {
        "Warming up": [made() for _ in range(5)],
        "A title that is far too long for any line and goes on and on " * 7: [made(day=n) for n in range(3)],
        "Donaudampfschifffahrtsgesellschaftskapitänssudoku": [made(*CAGES) for _ in range(3)],
        "Everything": [
            made(*LINES),
            made(*MARKS),
            made(*outside()),
            made(*LINES, *MARKS, *outside(), level=""),
        ],
        "Endless": [made(EITHER), made(*MARKS)],
        "Small": [board("4x4"), board("6x6")],
        "Nothing": [],
    }


def book(monkeypatch: pytest.MonkeyPatch, kinds: dict[str, list[BookPuzzle]], **settings: object) -> Book:
    """A book of these puzzles."""
    puzzles = list(kinds.values())
    monkeypatch.setattr(
        sys.modules["nonet.draw.book.build"],
        "puzzles_of_chapter",
        lambda plan, chapter, stream, created: iter(puzzles[stream]),
    )
    plan = BookPlan(
        chapters=tuple(Chapter(title) for title in kinds),
        hints=True,
        **settings,  # type: ignore[arg-type]
    )
    return Book(plan)


def boxes(book: Book, scene: Scene) -> Iterator[tuple[str, Frame]]:
    """What is on a page, and where: lines of text as high as the font says, boards, lines."""
    for item in scene.items:
        if isinstance(item, Label):
            width = book.type.width(TextRun(item.text, item.size, item.bold))
            x = item.x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor]
            yield item.text, Frame(x, item.y - 0.95 * item.size, width, 1.19 * item.size)
        elif isinstance(item, Inset):
            yield (
                "board",
                Frame(item.x, item.y, item.scene.width * item.scale, item.scene.height * item.scale),
            )
        elif isinstance(item, Outlined):
            xs, ys = zip(*(numbers for _, numbers in item.commands), strict=True)
            yield "line", Frame(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def overlap(one: Frame, two: Frame) -> bool:
    across = min(one.right, two.right) - max(one.left, two.left)
    down = min(one.bottom, two.bottom) - max(one.top, two.top)
    return across > 0.1 and down > 0.1


def check_pages(book: Book) -> None:
    sheet = book.sheet
    for number, page in enumerate(book.pages(), start=1):
        found = list(boxes(book, page.scene))
        assert found, number
        for (one, first), (two, second) in combinations(found, 2):
            assert not overlap(first, second), (number, one, two)
        inside, outside = least_gutter(book.page_count), 0.25 * INCH
        left, right = (inside, outside) if sheet.has_spine_left(number) else (outside, inside)
        for text, box in found:
            assert box.left >= left - 0.1, (number, text)
            assert box.right <= sheet.width - right + 0.1, (number, text)
            assert box.top >= outside, (number, text)
            assert box.bottom <= sheet.height - outside, (number, text)


CASES = [*product(PAPERS, (False, True), (1, 2, 4, 6, 9))]


def test_nothing_overlaps_on_any_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every trim, in large print too, with all kinds of puzzles and titles."""
    languages, sides = ("en", "de", "cs"), ("left", "right")

    def check(paper: str, large: bool, per_page: int) -> None:
        number = CASES.index((paper, large, per_page))
        settings = {
            "language": languages[number % 3],
            "binding": sides[number // 2 % 2],
            "qr": number % 4 == 0,
            "bleed": 3 * (number % 2),
        }
        title = "Sudoku for Sunday mornings " * (1 + number % 18)
        named = {"title": title, "subtitle": title, "author": title}
        check_pages(
            book(
                monkeypatch,
                chapters(),
                paper=paper,
                large_print=large,
                per_page=per_page,
                **settings,
                **named,
            )
        )

    check_all(check, spread(CASES, 23))


@pytest.mark.slow
def test_nothing_overlaps_in_any_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Books and worksheets."""

    def check(paper: str, large: bool, language: str, sheets: bool) -> None:
        plain = {"cover": False, "instructions": False, "worksheets": 5} if sheets else {}
        settings = {"language": language, "qr": language == "de", "per_page": 1 if sheets else 2, **plain}
        kinds = chapters()
        if sheets:
            del kinds["Everything"]  # on small sheets, ten names of rules leave no room for large print
        check_pages(book(monkeypatch, kinds, paper=paper, large_print=large, **settings))

    check_all(check, product(PAPERS, (False, True), LANGUAGES, (False, True)))


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("paper", PAPERS)
def test_words_of_the_file_are_apart(monkeypatch: pytest.MonkeyPatch, paper: str, large: bool) -> None:
    """The words of the finished file, as poppler finds them: none is over another or in a margin."""
    reader = shutil.which("pdftotext")
    if reader is None:
        pytest.skip("needs pdftotext, of poppler-utils")
    kinds = {
        title: puzzles for title, puzzles in chapters().items() if title != "Endless"
    }  # whose cages share cells
    made_book = book(monkeypatch, kinds, paper=paper, large_print=large, per_page=2)
    answer = subprocess.run(
        [reader, "-bbox", "-", "-"], input=made_book.pdf(), stdout=subprocess.PIPE, check=True
    )
    pages = fromstring(answer.stdout).iter("{http://www.w3.org/1999/xhtml}page")
    for number, page in enumerate(pages, start=1):
        words = []
        for word in page:
            left, top, right, bottom = (float(word.attrib[name]) for name in ("xMin", "yMin", "xMax", "yMax"))
            blank = (bottom - top) * 0.22  # above and below letters
            words.append((word.text, Frame(left, top + blank, right - left, bottom - top - 2 * blank)))
        assert words
        for (one, first), (two, second) in combinations(words, 2):
            assert not overlap(first, second), (number, one, two)
        margin = 0.25 * INCH
        width, height = (float(page.attrib[name]) for name in ("width", "height"))
        assert all(margin < box.left and box.right < width - margin for _, box in words)
        assert all(margin < box.top and box.bottom < height - margin for _, box in words)


@pytest.mark.parametrize("paper", ["A4", "6x9", "5.5x8.5"])
def test_large_print_has_sixteen_points(monkeypatch: pytest.MonkeyPatch, paper: str) -> None:
    """All text, and all digits of boards; numbers in the corners of cells have eight at least."""
    printed = book(monkeypatch, chapters(), paper=paper, large_print=True, per_page=9, instructions=False)
    counts = {True: 0, False: 0}
    for page in printed.pages():
        for item in page.scene.items:
            if isinstance(item, Label):
                assert item.size >= 16, item.text
            elif isinstance(item, Inset):
                labels = [each for each in item.scene.items if isinstance(each, Label)]
                for each in labels:
                    is_digit = each.size > 0.56 * 64 or each.colour == "outside"
                    counts[is_digit] += 1
                    assert each.size * item.scale >= (16 if is_digit else 8) - 1e-6, each.text
    assert all(counts.values())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", ["6x9", "5.5x8.5"])
def test_the_digits_of_an_example_have_sixteen_points(
    monkeypatch: pytest.MonkeyPatch, paper: str, language: str
) -> None:
    """The example of the rules, and that of a chapter about a technique, however long its reason is."""
    plan = book(monkeypatch, {"One": [made()]}, paper=paper, large_print=True, language=language).plan
    chapter = Chapter("One", (Recipe(required=frozenset({"x-wing"})),))
    printed = Book(replace(plan, chapters=(chapter,)))
    check_pages(printed)
    examples = [
        max(label.size for label in item.scene.items if isinstance(label, Label)) * item.scale
        for page in list(printed.pages())[1:]
        for item in page.scene.items
        if isinstance(item, Inset)
        and any(isinstance(each, Label) and each.text == "r1" for each in item.scene.items)
    ]
    assert len(examples) == 2
    assert min(examples) >= 16 - 1e-6


def test_boards_too_large_for_large_print_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    giant = {"Giant": [board("16x16")]}
    book(monkeypatch, giant, paper="A4", large_print=True)
    with pytest.raises(NonetError, match="no room for a board 16x16 in large print on A5 paper"):
        book(monkeypatch, giant, paper="A5", large_print=True)


def test_every_variant_is_named_with_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the page of a puzzle: the names of its rules, and what they say, or the page that says it."""
    printed = book(monkeypatch, chapters(), per_page=4, paper="6x9")
    pages = [
        " ".join(item.text for item in page.scene.items if isinstance(item, Label))
        for page in printed.pages()
    ]

    def page_of(label: int) -> str:
        return pages[printed.names[f"puzzle {label}"][0] - 1]

    assert "Killer cage" in page_of(9)
    assert "Killer cage: Digits in a cage differ and sum to the number in its corner." in page_of(9)
    assert "Arrow, renban line, thermometer, whisper line" in page_of(12)
    assert "Whisper line: Digits next to each other on a whisper line differ by at least 5." in page_of(12)
    assert "Not all marks are necessarily given" in page_of(13)
    told = printed.names["rules 16"][0]
    assert f"rules: page {told}" in page_of(16)
    assert "One of several rules, puzzle 16:" in pages[told - 1]
    assert "White dot: Digits with a white dot between them differ by 1." in page_of(17)
    assert "rules: page" not in page_of(17)


def test_the_words_of_a_setter(monkeypatch: pytest.MonkeyPatch) -> None:
    """Title and author beside the number; the rules at the foot of the page, or, if they are long, on a page before."""
    short = About(title="Hill\nwalk", author="Ada", description="Normal rules.\n\nTwice.")
    long = About(title="A title that goes on and on " * 4, description="Many words. " * 400)
    words = [short, short, long]
    puzzles = [replace(made(), puzzle=made().puzzle.with_about(about)) for about in words]
    printed = book(monkeypatch, {"Mine": puzzles}, per_page=2, paper="6x9", large_print=False)
    check_pages(printed)
    pages = [
        " ".join(item.text for item in page.scene.items if isinstance(item, Label))
        for page in printed.pages()
    ]
    first, last = (pages[printed.names[f"puzzle {label}"][0] - 1] for label in (1, 3))
    assert "Hill walk by Ada" in first
    assert "1: Normal rules. Twice." in first
    assert any(
        "1, 2: Normal rules. Twice." in page for page in pages
    )  # once for both where all rules are told
    assert "Many words." not in last
    assert "rules: page" in last
    assert sum(page.count("Many") for page in pages) == 400


# -- links ---------------------------------------------------------------------------------------------------


def test_links_join_puzzles_hints_and_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = book(monkeypatch, chapters(), per_page=2, paper="6x9")
    pages = list(printed.pages())
    links = {(number, link.to) for number, page in enumerate(pages, start=1) for link in page.links}
    parts = ("puzzle", "hint", "solution")
    for each in printed.puzzles:
        places = {part: printed.names[each.name(part)][0] for part in parts}
        assert len(set(places.values())) == 3
        for one, two in product(parts, repeat=2):
            assert one == two or (places[one], each.name(two)) in links, (each.label, one, two)
    for chapter in printed.chapters[:-1]:
        assert (2, chapter.name("chapter")) in links
    bookmarks = [title for page in pages for title, _ in page.bookmarks]
    titles = [chapter.title for chapter in printed.chapters if chapter.puzzles]
    assert bookmarks == ["Contents", "How to solve", *titles, "Hints", "Solutions"]


def test_links_of_the_file_lead_to_the_pages_they_name(monkeypatch: pytest.MonkeyPatch) -> None:
    printed = book(monkeypatch, {"One": [made()] * 2, "Two": [made()] * 2}, per_page=1, qr=True)
    pdf = printed.pdf()
    kids = re.search(rb"/Kids \[(.*?)\]", pdf, re.DOTALL)
    assert kids is not None
    numbers = {name: number for number, name in enumerate(re.findall(rb"(\d+) 0 R", kids[1]), start=1)}
    found: dict[int, list[int]] = {}
    for name, number in numbers.items():
        start = pdf.index(b"\n" + name + b" 0 obj\n")
        page_object = pdf[start : pdf.index(b"endobj", start)]
        targets = re.findall(rb"/Dest \[(\d+) 0 R /XYZ", page_object)
        found[number] = [numbers[target] for target in targets]
        assert len(targets) + page_object.count(b"/URI (https://") == page_object.count(b"/Subtype /Link")
    for number, page in enumerate(printed.pages(), start=1):
        expected = [printed.names[link.to][0] for link in page.links if link.to in printed.names]
        assert found[number] == expected, number
    assert sum(map(len, found.values())) > 6 * len(printed.puzzles)
    assert pdf.count(b"/Title (") >= 5


# -- paper ---------------------------------------------------------------------------------------------------


def test_the_command_knows_all_papers_and_colours() -> None:
    assert tuple(PAPERS) == _PAPERS
    assert tuple(COVER_COLOURS) == _COVER_COLOURS
    assert PAPERS["Letter"] == PAPERS["8.5x11"]


def test_the_gutter_follows_the_number_of_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """0.375 in up to 150 pages, 0.5 in up to 300; left and right pages are mirrored."""
    insides = []
    for count in (120, 160):
        printed = book(monkeypatch, {"One": [board("4x4")] * count}, per_page=1, paper="6x9")
        insides.append(printed.sheet.inside)
        first, second = printed.sheet.frame(1), printed.sheet.frame(2)
        assert (first.left, second.left) == (printed.sheet.inside, printed.sheet.outside)
        assert first.width == second.width
        assert (count > 150) == (printed.page_count > 150)
        assert least_gutter(printed.page_count) <= printed.sheet.inside < 1 * INCH
    assert insides[1] - insides[0] == pytest.approx(0.125 * INCH)
    for gutter in (0.0, 20.0):
        asked = book(monkeypatch, {"One": [board("4x4")]}, gutter=gutter)
        assert asked.sheet.inside == pytest.approx(gutter * MM)


def test_bleed_is_outside_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """6x9 in with 3 mm at the top, the bottom and the outer edge: 8.5 points more, and 17 points more."""
    pdf = book(monkeypatch, {"One": [board("4x4")]}, paper="6x9", bleed=3).pdf()
    assert re.findall(rb"/MediaBox \[0 0 ([\d. ]+)\]", pdf)[1:] == [b"440.50 665.01"] * 5
    trims = re.findall(rb"/TrimBox \[([\d. ]+)\]", pdf)
    assert set(trims[0::2]) == {b"0.00 8.50 432.00 656.50"}  # right pages have their spine at the left
    assert set(trims[1::2]) == {b"8.50 8.50 440.50 656.50"}
    assert b"/TrimBox" not in book(monkeypatch, {"One": [board("4x4")]}, paper="6x9").pdf()


def test_the_wrap_cover(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its spine is as wide as the pages are thick, 0.002252 in each; below 79 pages nothing is printed on it."""
    for count, is_thick in ((20, False), (100, True)):
        puzzles = {"One": [board("4x4")] * count}
        printed = book(monkeypatch, puzzles, per_page=1, paper="6x9", author="A. Puzzler")
        assert (printed.page_count >= 79) == is_thick
        pages = printed.page_count + printed.page_count % 2
        scene = cover_scene(printed)
        assert scene.width == pytest.approx((12 + pages * 0.002252 + 0.25) * 72)
        assert scene.height == pytest.approx(9.25 * 72)
        turned = [item for item in scene.items if isinstance(item, Label) and item.turned]
        assert [item.text for item in turned] == (["Sudoku", "A. Puzzler"] if is_thick else [])
        fold = 6 * 72, 6 * 72 + spine_width(printed)
        for item in turned:
            assert fold[0] + 4.5 <= item.x - 0.25 * item.size
            assert item.x + 0.75 * item.size <= fold[1] - 4.5
        for _, box in boxes(printed, replace(scene, items=tuple(set(scene.items) - set(turned)))):
            assert box.right < fold[0] - 18 or box.left > fold[1] + 18
    cream = book(monkeypatch, puzzles, per_page=1, paper="6x9", stock="cream")
    assert spine_width(cream) == pytest.approx(pages * 0.0025 * 72)
    assert spine_width(book(monkeypatch, puzzles, per_page=1, spine=12.5)) == pytest.approx(12.5 * MM)
    pdf = cover_pdf(printed)
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 1
    assert b"/TrimBox [9.00 9.00 " in pdf


def test_a_book_with_its_cover_and_boards_by_command(tmp_path: Path) -> None:
    names = {name: str(tmp_path / name) for name in ("book.pdf", "cover.pdf", "boards")}
    given = ["--layout", "4x4", "--count", "2", "--paper", "8x10", "--stock", "cream", "--seed", "5"]
    options = ["-o", names["book.pdf"], "--wrap-cover", names["cover.pdf"], "--board-files", names["boards"]]
    assert run(["book", *given, *options, "--board-format", "pdf"]) == 0
    box = re.search(rb"/MediaBox \[0 0 (576.00 720.00)\]", Path(names["book.pdf"]).read_bytes())
    assert box is not None
    expected = b"/MediaBox [0 0 %.2f 738.00]" % (2 * 576 + 4 * 0.0025 * 72 + 18)  # four pages
    assert expected in Path(names["cover.pdf"]).read_bytes()
    assert sorted(path.name for path in (tmp_path / "boards").iterdir()) == [
        f"{part}-0{number}.pdf" for part in ("puzzle", "solution") for number in (1, 2)
    ]
    made = Path(names["book.pdf"]).read_bytes()
    for cover in ("cover.svg", names["book.pdf"], str(tmp_path / "boards" / ".." / "book.pdf")):
        assert run(["book", *given, "-o", names["book.pdf"], "--wrap-cover", cover]) == 2
    assert Path(names["book.pdf"]).read_bytes() == made


def test_the_seed_is_printed_when_nothing_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A command that has to install an extra starts again, with another seed."""
    monkeypatch.delenv("NONET_INSTALLER", raising=False)
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert run(["book", "-o", str(tmp_path / "book.pdf")]) != 0
    said = capsys.readouterr().err
    assert "PDF output needs fpdf" in said
    assert "seed" not in said


# -- separate files ------------------------------------------------------------------------------------------


def test_boards_as_separate_files(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    printed = book(monkeypatch, {"One": [made(), made(*CAGES)]})
    names = save_boards(printed, str(tmp_path / "boards"))
    expected = ["puzzle-01.svg", "solution-01.svg", "puzzle-02.svg", "solution-02.svg"]
    assert [Path(name).name for name in names] == expected
    for name, digits in zip(names, (30, 81, len(CAGES), 81), strict=True):
        root = fromstring(Path(name).read_text())
        tags = [element.tag.rpartition("}")[2] for element in root.iter()]
        assert "text" not in tags  # so that the font is not needed
        filled = [each for each in root.iter() if each.tag.endswith("path") and each.get("stroke") is None]
        assert len(filled) == digits
    names = save_boards(printed, str(tmp_path / "boards"), kind="pdf")
    assert all(Path(name).read_bytes().startswith(b"%PDF-") for name in names)
    (tmp_path / "file").write_text("")
    with pytest.raises(NonetError, match=r"cannot create .*file"):
        save_boards(printed, str(tmp_path / "file"))
