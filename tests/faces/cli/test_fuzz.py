"""Any input gives either a result or an error message, never a traceback."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from many_cases import examples
from nonet.formats import read_all

from .conftest import Sudoku

quietly = settings(
    deadline=None, max_examples=examples(120), suppress_health_check=[HealthCheck.function_scoped_fixture]
)

texts = st.one_of(
    st.binary(max_size=120),
    st.text(max_size=120).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.text("0123456789.*-_x \n\r\t|+,;#", max_size=200).map(str.encode),
    st.text("123.", min_size=16, max_size=16).map(str.encode),
    st.lists(st.sampled_from("........1"), min_size=80, max_size=82).map(
        lambda signs: "".join(signs).encode()
    ),
)

COMMANDS = ["solve", "count", "check", "mini", "console", "completion"]
WORDS = """
    --first --all --limit --format --layout --symbols --engine --trace --trace-limit --seed --size --solve
    --help --version -h -v -- - rows line csv 0 1 4x4 x windoku bash search propagation backtracking
    1234............ ......4........3 1................ nothing.txt
"""
words = st.one_of(st.sampled_from(WORDS.split()), st.text(max_size=20).filter(lambda text: "\0" not in text))


@quietly
@given(data=texts)
def test_any_input(sudoku: Sudoku, data: bytes) -> None:
    answer = sudoku("check", stdin=data)
    assert answer.status in (0, 1, 2)
    if answer.status == 2:
        assert answer.out == ""
        assert answer.err.startswith("sudoku: ")
        assert answer.err.count("\n") == 1
    else:
        verdicts = answer.out.splitlines()
        assert set(verdicts) <= {"none", "one", "several"}
        assert len(verdicts) == len(read_all(data))
        assert answer.err == ""


@quietly
@given(command=st.sampled_from(COMMANDS), arguments=st.lists(words, max_size=5))
def test_any_arguments(sudoku: Sudoku, command: str, arguments: list[str]) -> None:
    answer = sudoku(command, *arguments, stdin="1234\n....\n....\n....\n")
    assert answer.status in (0, 1, 2)
    assert answer.status != 2 or (answer.err and not answer.out)
    assert "Traceback" not in answer.err
    assert "internal error" not in answer.err
