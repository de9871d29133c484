"""Packs: ours, those of files and folders, and how far they are played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from many_cases import spread
from nonet import allow, is_unique
from nonet.canonical import canonical
from nonet.errors import FormatError, LimitExceeded
from nonet.formats import write
from nonet.formats.registry import all_formats, format_named
from nonet.play import LEVELS, PlayError, Settings, Store
from nonet.play.actions import GiveUp
from nonet.play.game import board_of
from nonet.play.packs import OURS, SIZE, Pack, our_pack, pack_of, read_pack
from nonet.play.saved.pack_progress import (
    MOST_PACKS,
    forget_pack,
    keep_pack,
    pack_named,
    packs,
    play_pack,
    progress_of,
)
from nonet.puzzle import Puzzle
from nonet.rating import rate

SMALL = ("0130430202030000", "2134431212......")
SETTINGS = Settings()


@pytest.mark.parametrize("name", spread(OURS, 2))
def test_ours_are_proved_and_rated(name: str) -> None:
    ours, pack = OURS[name], our_pack(name)
    assert pack.count == SIZE
    told = [pack.level(number) for number in range(1, SIZE + 1)]
    assert {*told} == {*ours.levels}
    assert told == sorted(told, key=LEVELS.index), "they rise"
    seen = set()
    for number in range(1, SIZE + 1):
        game = pack.game(number)
        assert game.puzzle not in seen
        seen.add(game.puzzle)
        assert is_unique(game.puzzle)
        assert game.level == told[number - 1]
        assert ours.board in (game.board, "mixed"), board_of(game.puzzle)
        assert not game.puzzle.about
    if ours.board == "9x9":
        assert len({canonical(puzzle) for puzzle in seen}) == SIZE
    for number in spread(range(1, SIZE + 1), 8):
        rating = rate(pack.game(number).puzzle)
        assert (rating.level, rating.score_text) == (told[number - 1], pack.about(number).rating)


def test_no_two_puzzles_of_ours_have_the_same_solution() -> None:
    games = [our_pack(name).game(number) for name in OURS for number in range(1, SIZE + 1)]
    assert len({game.solution for game in games}) == len(games)


def test_a_file_with_several_puzzles_is_a_pack(tmp_path: Path) -> None:
    path = tmp_path / "From the paper.txt"
    path.write_text("\n".join(SMALL), encoding="utf-8")
    pack = read_pack(str(path))
    assert (pack.title, pack.count) == ("From the paper", 2)
    assert pack.name.startswith("from-the-paper-")
    game = pack.game(1)
    assert game.source == f"pack {pack.name} 1"
    assert (game.level, game.puzzle.about.title) == (None, "From the paper 1")
    with pytest.raises(PlayError, match="no puzzle 3; the pack has 2"):
        pack.game(3)


CLASSIC = [our_pack("9x9-easy").game(number).puzzle for number in (1, 2)]


@pytest.mark.parametrize(
    "name", [each.name for each in all_formats() if "several" in each.holds and not each.only_read]
)
def test_every_format_with_several_puzzles_opens_as_a_pack(name: str, tmp_path: Path) -> None:
    ending = next(iter(format_named(name).endings), ".txt")
    path = tmp_path / f"two{ending}"
    puzzles = CLASSIC if name not in ("killer", "sumocue", "compact-killer") else _killers()
    path.write_bytes(format_named(name).pack(write(puzzles, name)))
    assert [read_pack(str(path)).game(number).puzzle for number in (1, 2)] == puzzles


def _killers() -> list[Puzzle]:
    return [our_pack("killer").game(number).puzzle for number in (1, 2)]


def test_the_files_of_a_folder_are_a_pack_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    for number, puzzle in ((10, CLASSIC[1]), (9, CLASSIC[0])):
        (tmp_path / f"p{number}.sdk").write_text(write(puzzle, "sdk"), encoding="utf-8")
    (tmp_path / "README.md").write_text("Nothing to play", encoding="utf-8")
    (tmp_path / ".hidden").write_text(SMALL[0], encoding="utf-8")
    (tmp_path / "loop.sdk").symlink_to("loop.sdk")
    pack = read_pack(str(tmp_path))
    assert [pack.game(number).puzzle for number in (1, 2)] == CLASSIC
    assert pack.skipped == ("README.md",)
    assert pack.title == tmp_path.name
    with allow(file=100), pytest.raises(LimitExceeded):
        read_pack(str(tmp_path))
    with allow(pack=1), pytest.raises(LimitExceeded):
        read_pack(str(tmp_path))


def test_what_has_no_puzzle_is_no_pack(tmp_path: Path) -> None:
    with pytest.raises(FormatError):
        read_pack(str(tmp_path))
    (tmp_path / "words.txt").write_text("Nothing to play", encoding="utf-8")
    with pytest.raises(FormatError):
        read_pack(str(tmp_path))


def test_two_packs_with_one_title_are_two() -> None:
    one, two = (pack_of([("a.txt", text)], "Evenings") for text in SMALL)
    assert one.name != two.name
    longer = pack_of([("b.txt", "\n".join(SMALL))], "Evenings")
    assert longer.name == one.name, "more puzzles, the same pack"


def test_the_title_and_the_author_are_those_of_the_puzzles() -> None:
    line = (
        '{"nonet": 1, "layout": "4x4", "givens": "0130430202030000", "source": "Evenings", "author": "Eve"%s}'
    )
    pack = pack_of([("x.jsonl", "\n".join((line % "", line % ', "title": "The last"')))])
    assert (pack.title, pack.author) == ("Evenings", "Eve")
    assert [pack.game(number).puzzle.about.title for number in (1, 2)] == ["Evenings 1", "The last"]
    odd = pack_of([("x.txt", SMALL[0])], "Žluťoučký kůň " + "a" * 200)
    assert len(odd.game(1).source) <= 40
    assert odd.name.startswith("zlutoucky-kun-aaaa")


def test_progress_is_known_from_the_games() -> None:
    with Store(":memory:") as store:
        pack = pack_of([("a.txt", "\n".join((*SMALL, SMALL[0])))], "Evenings")
        keep_pack(store, pack)
        first = play_pack(store, pack, settings=SETTINGS)
        assert first.game.source.endswith(" 1")
        assert play_pack(store, pack, 1, settings=SETTINGS).game.id == first.game.id
        first.play(GiveUp())
        second = play_pack(store, pack, settings=SETTINGS)
        assert second.game.source.endswith(" 2")
        progress = progress_of(store, pack_named(store, pack.name))
        assert {number: game.status for number, game in progress.games.items()} == {
            1: "given-up",
            2: "playing",
        }
        assert (progress.solved, progress.next(), progress.next(after=2)) == (0, 2, 3)
        assert store.as_player("other").started("pack ") == {}
        assert packs(store)[0].name == pack.name
        assert packs(store, "de")[1].title == "9x9: leicht"
        second.play(GiveUp())
        play_pack(store, pack, 3, settings=SETTINGS).play(GiveUp())
        assert progress_of(store, pack).next() is None
        with pytest.raises(PlayError, match="all 3 puzzles"):
            play_pack(store, pack, settings=SETTINGS)


def test_a_game_is_never_that_of_a_changed_file() -> None:
    with Store(":memory:") as store:
        pack = keep_pack(store, pack_of([("a.txt", "\n".join(SMALL))], "Evenings"))
        second = play_pack(store, pack, 2, settings=SETTINGS)
        longer = keep_pack(store, pack_of([("a.txt", "\n".join((*SMALL, SMALL[0])))], "Evenings"))
        assert play_pack(store, longer, 2, settings=SETTINGS).game.id == second.game.id
        forget_pack(store, pack.name)
        changed = pack_of([("a.txt", "\n".join((SMALL[0], SMALL[0], SMALL[1])))], "Evenings")
        for _ in range(2):
            kept = keep_pack(store, changed)
            game = play_pack(store, kept, 2, settings=SETTINGS).game
            assert game.puzzle.givens == changed.puzzle(2).givens
            assert len(progress_of(store, kept).games) == 1


def test_a_pack_with_the_name_of_another_replaces_nothing_and_keeps_its_own_progress() -> None:
    def evening(*numbers: int) -> Pack:
        lines = (*SMALL, "....431212433421")
        return pack_of([("evening.txt", "\n".join(lines[number] for number in numbers))], "Evening")

    with Store(":memory:") as store:
        first = keep_pack(store, evening(0, 1, 2))
        other = keep_pack(store, evening(0, 2))
        assert other.name != first.name
        assert [pack_named(store, each.name).count for each in (first, other)] == [3, 2]
        play_pack(store, other, 2, settings=SETTINGS)
        longer = keep_pack(store, evening(0, 2, 1))
        assert (longer.name, [*progress_of(store, longer).games]) == (other.name, [2])
        assert keep_pack(store, evening(0, 1, 2)).name == first.name
        assert len(packs(store)) == len(OURS) + 2


def test_all_packs_of_a_player_are_no_larger_than_a_file() -> None:
    with Store(":memory:") as store, allow(file=500):
        keep_pack(store, pack_of([("a.txt", SMALL[0])], "One" + "é" * 60))
        with pytest.raises(PlayError, match="no room"):
            keep_pack(store, pack_of([("a.txt", SMALL[0])], "Two" + "é" * 60))
        keep_pack(store, pack_of([("a.txt", SMALL[0])], "One" + "é" * 60))


def test_own_packs_are_kept_and_forgotten() -> None:
    with Store(":memory:") as store:
        for number in range(MOST_PACKS):
            keep_pack(store, pack_of([("a.txt", SMALL[0])], f"Pack {number}"))
        with pytest.raises(PlayError, match="packs already"):
            keep_pack(store, pack_of([("a.txt", SMALL[0])], "One more"))
        mine = packs(store)[0].name
        forget_pack(store, mine)
        with pytest.raises(PlayError, match="no pack"):
            pack_named(store, mine)
        with pytest.raises(PlayError, match="cannot be removed"):
            forget_pack(store, "killer")
        assert store.settings() == SETTINGS


def test_a_puzzle_without_a_solution_does_not_hold_up_the_others() -> None:
    bad = "12....3........."
    with Store(":memory:") as store:
        pack = pack_of([("a.txt", "\n".join((bad, SMALL[0])))])
        with pytest.raises(PlayError):
            play_pack(store, pack, settings=SETTINGS)
        assert play_pack(store, pack, settings=SETTINGS, after=1).game.source.endswith(" 2")


def test_odd_sources_and_damaged_packs_are_left_out() -> None:
    pack = pack_of([("a\x1b[2J.txt", SMALL[0])])
    assert pack.title == "a\\u001b[2J"
    with Store(":memory:") as store:
        for source in ("pack killer", "pack killer x", "pack killer 0", "pack killer 11", "pack  1"):
            store.new(replace(pack.game(1), source=source, id=""))
        assert progress_of(store, our_pack("killer")).games == {}
        assert all(not each.games for each in packs(store))
        store.keep(
            {"pack a": {"title": 1, "author": "", "lines": [""]}, "pack b": [], "pack c": {"lines": 5}}
        )
        assert {each.name for each in packs(store)} == {*OURS}
        store.keep({"pack d": {"title": "d", "author": "", "lines": ["{"]}})
        with pytest.raises(FormatError):
            pack_named(store, "d").game(1)
