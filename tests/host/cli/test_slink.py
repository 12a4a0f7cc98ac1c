"""``rowloom slink``: solutions in the format that the contest's judge expects."""

import pytest

from support.says import Says

SQUARE = """\
#############
#           #
# +-------+ #
# | 2   2 | #
# |       | #
# | 2   2 | #
# +-------+ #
#           #
#############
"""


@pytest.mark.parametrize("text, words, status, out, said", [
    ("2 2\n2 2\n2 2\n2 2\n2 2\n2 2\n0 0\n", [], 0, f"1\n{SQUARE}2\n{SQUARE}", [""]),
    ("", ["two.in"], 0, f"1\n{SQUARE}", [""]),
    ("2 2\n2 2\n2 4\n2 2\n2 2\n2 2\n0 0\n0 0\n0 0\n", [], 1, f"2\n{SQUARE}", [
        "set 1: standard input:3:", "'4'", "set 3: standard input:8:", "'0 0'", "line 9 is skipped",
    ]),
    ("", [], 1, "", ["set 1: no puzzle in standard input"]),
    ("1 2\n3 0\n0 0\n", [], 1, "", ["set 1: standard input:1:", "no solution"]),
    ("", ["missing.in"], 1, "", ["missing.in:", "No such file"]),
])  # fmt: skip
def test_output_and_errors(command, tmp_path, text, words, status, out, said):
    (tmp_path / "two.in").write_text("2 2\n2 2\n2 2\n0 0\n")
    found, answers, err = command("slink", *words, stdin=text)
    assert (found, answers, err) == (status, out, Says(*said)) and bool(err) == any(said)


def test_partial_progress_is_drawn_for_an_unsolved_set(command):
    status, out, err = command("slink", stdin="2 2\n2 3\n3 2\n2 2\n2 2\n2 2\n0 0\n")
    assert (status, out) == (1, f"2\n{SQUARE}")
    assert err.splitlines() == [
        Says("set 1: standard input:1:", "no rule"),
        "·   ╶───╮",
        "  2   3 │",
        "╷   ·   ╵",
        "│ 3   2",
        "╰───╴   ·",
    ]


def test_explained(command):
    status, out, err = command("slink", "--explain", stdin="2 2\n2 2\n2 2\n0 0\n")
    assert (status, out) == (0, f"1\n{SQUARE}")
    lines = err.splitlines()
    assert lines[0] == Says("set 1: rule 10 ", "r1c1: line left of r2c1")
    assert all(line == Says("set 1: rule ") for line in lines)
