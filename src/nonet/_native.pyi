"""The compiled kernel; each function is described at the top of its file in native/python/."""

from collections.abc import Callable, Sequence

from typing_extensions import Buffer

isa: str
isas: tuple[str, ...]

def solve_batch(
    puzzles: Buffer,
    solutions: Buffer,
    status: Buffer,
    *,
    stride: int = 81,
    threads: int = 1,
    allowed: Buffer | None = None,
    effort: Buffer | None = None,
    isa: str | None = None,
    numbers: bool = False,
) -> None: ...
def solve_bytes(
    puzzles: Buffer, n: int, *, stride: int = 81, ending: bytes = b"", gap: int = 0, threads: int = 1
) -> tuple[bytes, bytes] | None: ...
def unique_bytes(
    puzzles: Buffer, n: int, *, stride: int = 81, ending: bytes = b"", threads: int = 1
) -> bytes | None: ...
def has_endings(text: Buffer, ending: bytes, threads: int = 1, alone: bool = False) -> bool: ...
def unique_batch(
    puzzles: Buffer,
    status: Buffer,
    *,
    stride: int = 81,
    threads: int = 1,
    allowed: Buffer | None = None,
    effort: Buffer | None = None,
    isa: str | None = None,
    numbers: bool = False,
) -> None: ...
def count_batch(
    puzzles: Buffer,
    counts: Buffer,
    limit: int,
    *,
    stride: int = 81,
    threads: int = 1,
    allowed: Buffer | None = None,
    effort: Buffer | None = None,
    isa: str | None = None,
    numbers: bool = False,
) -> None: ...
def grade_batch(
    puzzles: Buffer,
    grades: Buffer,
    *,
    stride: int = 81,
    threads: int = 1,
    allowed: Buffer | None = None,
    isa: str | None = None,
) -> None: ...
def some_solution(puzzle: str | Buffer, /) -> str | None: ...
def status(puzzle: str | Buffer, /) -> int: ...
def count(
    puzzle: str | Buffer,
    limit: int,
    allowed: Buffer | None = None,
    progress: Callable[[int], object] | None = None,
    /,
) -> int: ...
def grade(puzzle: str | Buffer, allowed: Buffer | None = None, /) -> int: ...
def first_solution(
    puzzle: str | Buffer, cells: Buffer, digits: Buffer, allowed: Buffer | None = None, /
) -> str | None: ...
def greatest_solution(puzzle: str | Buffer, allowed: Buffer | None = None, /) -> str | None: ...
def solutions(puzzle: str | Buffer, limit: int, allowed: Buffer | None = None, /) -> bytes: ...
def random_fill(seed: int, puzzle: str | Buffer | None = None, /) -> str | None: ...
def random_numbers(seed: int, n: int, below: int = 0, /) -> bytes: ...

# -- digging: native/python/dig.cpp

def dig_batch(
    seed: int,
    first: int,
    orbits: Buffer,
    kinds: Buffer,
    values: Buffer,
    found: Buffer,
    *,
    start: Buffer | None = None,
    clues: int = -1,
    threads: int = 1,
    rounds: Buffer | None = None,
    isa: str | None = None,
) -> None: ...
def plain_batch(
    seed: int,
    first: int,
    values: Buffer,
    found: Buffer,
    fewest: int,
    most: int,
    most_dug: int,
    *,
    threads: int = 1,
    isa: str | None = None,
) -> None: ...
def deciding_clues_batch(
    puzzles: Buffer, digits: Buffer, counts: Buffer, limit: int, *, threads: int = 1, isa: str | None = None
) -> None: ...

# -- any board, with rules or without: native/python/rules.cpp; a board, a plan and a search are capsules

def rules_board(size: int, cells: int, houses: Buffer, /) -> object: ...
def rules_plan(board: object, primitives: Buffer | list[Sequence[int]], /) -> object: ...
def rules_solutions(plan: object, allowed: Buffer, limit: int, /) -> bytes: ...
def rules_search(plan: object, allowed: Buffer, /) -> object: ...
def rules_next(search: object, most: int, /) -> bytes: ...
def rules_guesses(search: object, /) -> int: ...
def rules_count(
    plan: object, allowed: Buffer, limit: int, progress: Callable[[int], object] | None, /
) -> int: ...
def rules_possible(plan: object, allowed: Buffer, guesses: int, /) -> bytes: ...
def rules_refuted(plan: object, allowed: Buffer, /) -> list[tuple[int, int]]: ...
def rules_first(plan: object, allowed: Buffer, cells: Buffer, digits: Buffer, /) -> bytes | None: ...
def rules_batch(
    questions: list[tuple[object, Buffer | list[Sequence[int]], Buffer]], limit: int, threads: int, /
) -> list[bytes]: ...
def rules_count_batch(
    questions: list[tuple[object, Buffer | list[Sequence[int]], Buffer]], limit: int, threads: int, /
) -> list[int]: ...

# -- calls of other threads: native/python/runner.cpp

def stop_thread(ident: int, /) -> bool: ...

# -- canonical forms: native/python/canonical.cpp

def canonical(values: Buffer, /) -> tuple[bytes, bytes, bytes, int]: ...
def canonical_batch(
    puzzles: Buffer,
    forms: Buffer,
    status: Buffer,
    *,
    stride: int = 81,
    threads: int = 1,
    cells: Buffer | None = None,
    digits: Buffer | None = None,
    automorphisms: Buffer | None = None,
) -> None: ...

# -- the catalogue of grids: native/python/catalogue.cpp

def catalogue_band(rows: Buffer, /) -> int: ...
def catalogue_count(band: int, /) -> tuple[bytes, list[int]]: ...
def catalogue_rank(forms: Buffer, cells: Buffer, numbers: Buffer, *, threads: int = 1) -> None: ...
def catalogue_unrank(cells: Buffer, numbers: Buffer, forms: Buffer, *, threads: int = 1) -> None: ...

# -- Sudoku Explainer: native/python/explainer.cpp

def explainer_rate(
    values: Buffer, ruled_out: Buffer = b"", version: int = 121, /
) -> tuple[int, int, int, int, int, int] | None: ...
def explainer_path(values: Buffer, ruled_out: Buffer = b"", version: int = 121, /) -> bytes: ...
def explainer_batch(
    puzzles: Buffer, ratings: Buffer, *, version: int = 121, stride: int = 81, threads: int = 1
) -> None: ...
def explainer_paths(
    puzzles: Buffer, *, version: int = 121, stride: int = 81, threads: int = 1, evidence: bool = True
) -> list[bytes]: ...

# -- HoDoKu's techniques: native/python/logic.cpp

def logic_finders() -> list[str]: ...
def logic_techniques() -> list[tuple[str, int, int]]: ...
def logic_step(
    board: Buffer,
    plan: Buffer,
    options: Buffer,
    first: int = 0,
    evidence: bool = True,
    cages: Buffer | None = None,
    /,
) -> bytes | int | None: ...
def ground(size: int, truths: Buffer, first: Buffer, excluded: Buffer, /) -> object: ...
def ground_settle(
    ground: object, possible: Buffer, placed: Buffer, rounds: int = -1, /
) -> tuple[bytes | None, bytes]: ...
def logic_all(board: Buffer, finder: int, options: Buffer, cages: Buffer | None = None, /) -> list[bytes]: ...
def logic_rate(
    puzzles: Buffer, ratings: Buffer, plan: Buffer, options: Buffer, *, stride: int = 81, threads: int = 1
) -> None: ...
def logic_paths(
    puzzles: Buffer,
    plan: Buffer,
    options: Buffer,
    *,
    stride: int = 81,
    threads: int = 1,
    evidence: bool = True,
) -> list[bytes]: ...
def logic_judge(
    puzzles: Buffer,
    plan: Buffer,
    options: Buffer,
    permitted: Buffer,
    *,
    most: int = ...,
    only: Buffer | None = None,
    stride: int = 81,
    threads: int = 1,
) -> list[bytes]: ...
def killer_path(givens: Buffer, cages: Buffer, plan: Buffer, options: Buffer, /) -> bytes: ...
def killer_join(
    grid: Buffer, givens: Buffer, borders: Buffer, largest: int, state: int, plan: Buffer, options: Buffer, /
) -> tuple[bytes, int]: ...
def killer_has_only(givens: Buffer, cages: Buffer, solution: Buffer, /) -> bool: ...

# -- data sets: native/python/uniform.cpp, unbiased.cpp, effort.cpp, augment.cpp

def uniform_batch(seed: int, first: int, values: Buffer, *, threads: int = 1) -> None: ...
def unbiased_batch(
    seed: int, first: int, n: int, *, threads: int = 1, isa: str | None = None
) -> tuple[bytes, bytes]: ...
def effort_batch(
    size: int,
    houses: Buffer,
    values: Buffer,
    guesses: Buffer,
    rounds: Buffer,
    solutions: Buffer,
    most: int,
    *,
    threads: int = 1,
) -> None: ...
def augment_batch(
    seed: int,
    first: int,
    boards: Buffer,
    changed: Buffer,
    *,
    more: Buffer | None = None,
    more_changed: Buffer | None = None,
    threads: int = 1,
) -> None: ...
def episodes_step(
    actions: Buffer,
    values: Buffer,
    candidates: Buffer,
    progress: Buffer,
    rewards: Buffer,
    terminated: Buffer,
    truncated: Buffer,
    pool_values: Buffer,
    pool_candidates: Buffer,
    pool_solutions: Buffer,
    seed: int,
    most_steps: int,
    digits: bool,
    *,
    threads: int = 1,
) -> None: ...
def shuffle(items: list[object], state: int, /) -> int: ...

# -- research: native/python/unavoidable.cpp

def unavoidable(size: int, houses: Buffer, values: Buffer, most: int, /) -> bytes: ...
