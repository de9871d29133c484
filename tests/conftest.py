"""Settings for all tests: SIGINT is not ignored, and `make test` uses the same hypothesis examples on every machine.

A shell starts background jobs with SIGINT ignored, and child processes inherit that; tests that interrupt a program
would then wait forever.

The hypothesis profile `same` is deterministic, so that a failure of `make test` is caused by the change under test,
and tries fewer examples.
`make test-all`, and pytest when run by hand, look for new examples. No example has a deadline: on a busy machine the
quickest may take a second.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Iterator
from itertools import count, takewhile
from random import Random
from time import monotonic
from types import SimpleNamespace

import pytest
from hypothesis import settings

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("new", deadline=None)
settings.register_profile("same", deadline=None, derandomize=True, max_examples=20)
settings.load_profile("new")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file() -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """The tests have no doctests, and looking for them takes time."""
    found = yield
    return [each for each in found if type(each) is pytest.Module]


def pytest_collection_modifyitems() -> None:
    """In `make test`, the examples of a test do not depend on which modules its worker has imported. Hypothesis would
    read their sources for constants, which takes seconds.
    """
    if settings().derandomize:
        name = "hypothesis.internal.conjecture.providers.is_local_module_file"
        pytest.MonkeyPatch().setattr(name, lambda path: False)


@pytest.fixture(autouse=True)
def same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """In `make test`, seeds that nobody chose are the same in every run, too."""
    if settings().derandomize:
        monkeypatch.setattr("nonet.rng.os", SimpleNamespace(urandom=Random(1).randbytes))


FEW_ROUNDS = 1


@pytest.fixture
def attack_rounds(request: pytest.FixtureRequest) -> Iterator[int]:
    """Seeds for a test marked `attack`: the same one in `make test`, as many as its time allows in `make fuzz`. All
    marked tests share that time.
    """
    attacks = sum(item.get_closest_marker("attack") is not None for item in request.session.items)
    end = monotonic() + float(os.environ.get("NONET_ATTACK_SECONDS", "0")) / max(attacks, 1)
    first = 1000 * int(os.environ.get("NONET_ATTACK_SEED", "0"))
    return takewhile(lambda seed: seed < first + FEW_ROUNDS or monotonic() < end, count(first))
