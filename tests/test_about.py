"""The setter's words go with the puzzle, from where it is read to where it is written, played and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from many_cases import for_each
from nonet.about import About
from nonet.draw.scene import Inset, Label, Scene
from nonet.draw.setter_words import with_words
from nonet.errors import LimitExceeded
from nonet.formats import all_format_names, left_out, read, read_all, write
from nonet.formats.registry import format_named
from nonet.limits import allow
from nonet.play import Store, to_record
from nonet.play.desk import exported, opened
from nonet.play.exchange import entry_of, from_share, options_of, to_share
from nonet.play.game import Game
from nonet.play.saved.record import from_record
from nonet.play.session import Session
from nonet.puzzle import Puzzle
from nonet.rules import Cage

WORDS = About(title="Two & <b>", author="Áda", description="Normal rules.\n\nAnd more.")
PLAIN = Puzzle.of("4x4", ".13.43.2.2.3....", rules=[])
PUZZLES = [
    each.with_about(WORDS) for each in (PLAIN, Puzzle.of("4x4", PLAIN.givens, rules=[Cage((0, 1), 3)]))
]
HOLDING = ("f-puzzles", "f-puzzles-json", "sudokupad", "sudokupad-json", "json", "share")


def test_words_tell_no_puzzles_apart() -> None:
    assert PUZZLES[0] == PLAIN
    assert hash(PUZZLES[0]) == hash(PLAIN)
    assert PLAIN.about == About()


@for_each(HOLDING, PUZZLES)
def test_a_format_gives_back_what_it_was_given(name: str, puzzle: Puzzle) -> None:
    found = read(write(puzzle, name))
    assert (found.puzzle, found.puzzle.about, found.about) == (puzzle, WORDS, WORDS)


def test_a_format_that_has_no_words_says_so() -> None:
    assert left_out(PUZZLES[0], "line") == ("title, author and the like",)
    assert read(write(PUZZLES[0], "line")).puzzle.about == About()


FIELDS = tuple(About.__dataclass_fields__)


@for_each(name for name in all_format_names() if "words" in format_named(name).holds)
def test_words_that_do_not_fit_leave_the_others_alone(name: str) -> None:
    """Each field that survives alone, as the only one that is filled, survives with all the others, and only those
    that do not are named as left out.
    """
    plain = Puzzle.of("9x9", "12345678." + "." * 72)
    words = About(**{field: "7.2" if field == "rating" else "hard" for field in FIELDS})
    alone = {field for field in FIELDS if not left_out(plain.with_about(words.only([field])), name)}
    puzzle = plain.with_about(words)
    assert read(write(puzzle, name), format=name).about == words.only(alone)
    lost = sorted({*FIELDS} - alone)
    assert left_out(puzzle, name) == ((f"the {' and the '.join(lost)}",) if lost else ())


@for_each(["# 7", "//", "7,2", "7\n2"])
def test_a_rating_never_hides_the_puzzle(rating: str) -> None:
    puzzle = Puzzle.of("9x9", "12345678." + "." * 72).with_about(About(rating=rating))
    assert left_out(puzzle, "gsf") == ("the rating",)
    assert read(write(puzzle, "gsf")).puzzle == puzzle


def test_what_is_left_out_is_named_for_all_puzzles() -> None:
    two = [PLAIN.with_about(About(title="Rings", date="1 May")), PLAIN.with_about(About(level="hard"))]
    assert left_out(two, "f-puzzles") == ("the date and the level",)
    assert [entry.about for entry in read_all(write(two, "f-puzzles"))] == [About(title="Rings"), About()]


def test_all_fields_survive_our_own_json() -> None:
    words = About(**{name: f"{name} é" for name in About.__dataclass_fields__})
    assert read(write(PLAIN.with_about(words), "json")).about == words


@pytest.mark.parametrize("puzzle", PUZZLES, ids=["without rules", "with rules"])
def test_a_game_keeps_them(puzzle: Puzzle, tmp_path: Path) -> None:
    session = Session(Game.of(puzzle))
    record = to_record(session)
    again = from_record(record)
    assert again.game.puzzle.about == WORDS
    assert entry_of(again).about == WORDS
    del record["game"]["about"]  # as earlier versions wrote it
    assert from_record(record).game.puzzle.about == About()
    with Store(tmp_path / "play.sqlite") as store:
        game = store.new(Game.of(puzzle), **options_of(None, puzzle)).game.id
        assert store.session(game).game.puzzle.about == WORDS
        assert store.games()[0].puzzle.about == WORDS


@for_each(PUZZLES)
def test_the_desk_passes_them_on(puzzle: Puzzle) -> None:
    draft = opened(write(puzzle, "f-puzzles"))
    assert draft.about == WORDS
    assert [read(each.text).about for each in exported(draft.puzzle()) if each.text] == [WORDS] * 4
    assert from_share(to_share(puzzle)).about == WORDS


def test_words_of_strangers_are_shown_and_limited() -> None:
    assert About(title="a\x1b[2J\u202e").title == "a\\u001b[2J\\u202e"
    assert About(description="one\r\ntwo\rthree").description == "one\ntwo\nthree"
    link = write(PLAIN.with_about(About(description="x" * 10_000)), "sudokupad")
    assert len(read(link).about.description) == 10_000
    with allow(words=9_999), pytest.raises(LimitExceeded, match="more than 9,999 characters of a title"):
        read(link)


def test_a_picture_has_the_words_around_the_board() -> None:
    board = Scene(300, 300, ())
    assert with_words(board, About(source="somewhere")) == board
    text = "Digits increase along every line from the bulb. " * 5
    scene = with_words(
        board, About(title="A title that is too long for a line", author="Ada", description=text)
    )
    labels = [item for item in scene.items if isinstance(item, Label)]
    (inset,) = [item for item in scene.items if isinstance(item, Inset)]
    above = [label.text for label in labels if label.y <= inset.y]
    below = [label for label in labels if label.y >= inset.y + board.height]
    assert " ".join(above) == "A title that is too long for a line by Ada"
    assert " ".join(label.text for label in below) == text.strip()
    assert max(label.y for label in below) < scene.height
    assert len(below) > 4
