"""Ratings: sums and levels calculated by hand, scheme and version, and registering other schemes."""

import pickle

import pytest

from many_cases import for_cases
from nonet.errors import NonetError, SolutionError
from nonet.layout import CLASSIC, Layout
from nonet.logic.catalog import Level, technique
from nonet.native import kernel
from nonet.puzzle import Puzzle
from nonet.rating import Rating, base, rate, register, scheme, scheme_names
from nonet.rating.hodoku import BOUNDS, Hodoku
from nonet.step import Step

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzle(text: str) -> Puzzle:
    return Puzzle.of(CLASSIC, [int(symbol) if symbol.isdigit() else 0 for symbol in text])


def steps(*keys: str) -> list[Step]:
    return [Step(key) for key in keys]


@for_cases(
    [
        (["naked-single", "full-house", "hidden-single"], 4 + 4 + 14, "easy", "hidden-single"),
        (["hidden-single"] * 57, 798, "easy", "hidden-single"),
        (["hidden-single"] * 58, 812, "medium", "hidden-single"),
        (["hidden-single"] * 72, 1008, "hard", "hidden-single"),
        (["hidden-single", "x-wing", "skyscraper"], 14 + 140 + 130, "hard", "x-wing"),
        (["x-wing"] * 11, 1540, "hard", "x-wing"),
        (["x-wing"] * 12, 1680, "unfair", "x-wing"),
        (["x-wing"] * 13, 1820, "extreme", "x-wing"),
        (["forcing-chain-verity"], 500, "extreme", "forcing-chain-verity"),
        (["forcing-net-verity"] * 9, 6300, "extreme", "forcing-net-verity"),
        ([], 0, "easy", ""),
    ]
)
def test_sum_and_level(keys: list[str], score: int, level: str, hardest: str) -> None:
    rating = Hodoku().rate_path(steps(*keys))
    assert (rating.score, rating.level, rating.technique, rating.steps) == (score, level, hardest, len(keys))


def test_a_level_includes_its_upper_bound() -> None:
    assert BOUNDS[Level.EASY] == 800
    assert Hodoku().rate_path(steps(*["naked-single"] * 200)).level == "easy"
    assert Hodoku().rate_path(steps(*["naked-single"] * 201)).level == "medium"


def test_the_hardest_is_the_highest_level_then_the_highest_score() -> None:
    assert technique("xyz-wing").score < technique("multi-colors-1").score
    assert Hodoku().rate_path(steps("multi-colors-1", "xyz-wing", "x-chain")).technique == "x-chain"


def test_a_rating_has_scheme_and_version() -> None:
    rating = rate(puzzle(EASY))
    assert (rating.scheme, rating.version, rating.level) == ("hodoku", "2.2", "easy")
    assert rating.steps == EASY.count(".")
    assert str(rating) == f"easy {rating.score} (hodoku 2.2)"
    assert pickle.loads(pickle.dumps(rating)) == rating


@pytest.mark.skipif(kernel is None, reason="takes long without the kernel")
@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("5.24..........75...7..6...3....1..2..97.3...4.....57.......4..9.1.......68.....1.", 11702),
        ("..68.3......6....51.2...........13.69....5......9....75.....2..6..1....4.8.74....", 5218),
    ],
)
def test_nets_go_on_after_a_failure_as_in_hodoku(text: str, score: int) -> None:
    """In a verity, HoDoKu uses what singles place after a supposition has failed. The scores are HoDoKu's own."""
    assert str(rate(puzzle(text))) == f"extreme {score} (hodoku 2.2)"


def test_a_path_beyond_hodoku_says_so() -> None:
    """HoDoKu would guess where we have a proof: such a rating is not HoDoKu's."""
    plain, beyond = Step("forcing-net-contradiction"), Step("forcing-net-contradiction", beyond_hodoku=True)
    assert str(Hodoku().rate_path([plain])) == "extreme 700 (hodoku 2.2)"
    rating = Hodoku().rate_path([beyond, plain])
    assert str(rating) == "extreme 1400 (hodoku 2.2, differs)"
    assert rating.fields()["scheme"] == "hodoku 2.2, differs"


@pytest.mark.parametrize(
    "text",
    [
        "." * 81,
        "12......." + "." * 72,
        "1234567.."
        + "........." * 7
        + ".......89",  # r1c8 takes 9, r1c9 takes 8: as r9c8 is 8 and r9c9 is 9; then many ways
    ],
)
def test_no_rating_without_one_solution(text: str) -> None:
    with pytest.raises(SolutionError):
        rate(puzzle(text))


def test_an_unknown_scheme_is_reported() -> None:
    with pytest.raises(NonetError, match="hodoku"):
        rate(puzzle(EASY), scheme="nobody")


def test_a_new_scheme_can_be_registered() -> None:
    class Blanks:
        name = "blanks"
        version = "1"
        columns = ("score",)

        def rate(self, puzzle: Puzzle) -> Rating:
            return Rating(self.name, self.version, 81 - puzzle.clue_count, "", "", 0, {"EP": 1.2})

    register("blanks", Blanks)
    try:
        assert "blanks" in scheme_names()
        assert scheme("blanks") is scheme("blanks")
        assert str(rate(puzzle(EASY), scheme="blanks")) == f"{EASY.count('.')} (blanks 1)"
    finally:
        base._FACTORIES.pop("blanks")
    assert "blanks" not in scheme_names()


def test_small_boards_are_rated_too() -> None:
    small = Puzzle.of(Layout.named("4x4"), [0, 1, 3, 0, 4, 3, 0, 2, 0, 2, 0, 3, 0, 0, 0, 0])
    assert rate(small).level == "easy"
