"""``rowloom slink``: the judge's program."""

import io

import pytest

from rowloom.host.cli import main

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


@pytest.fixture
def slink(monkeypatch, capsys):
    def run(text, *words):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        status = main(["slink", *words])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_answers_are_as_the_judge_wants_them(slink):
    assert slink("2 2\n2 2\n2 2\n2 2\n2 2\n2 2\n0 0\n") == (0, f"1\n{SQUARE}2\n{SQUARE}", "")


def test_a_file_instead(slink, tmp_path):
    path = tmp_path / "two.in"
    path.write_text("2 2\n2 2\n2 2\n0 0\n")
    assert slink("", str(path)) == (0, f"1\n{SQUARE}", "")


def test_what_is_wrong_is_said_beside_the_answers_of_the_others(slink):
    assert slink("2 2\n2 2\n2 4\n2 2\n2 2\n2 2\n0 0\n0 0\n0 0\n") == (
        1,
        f"2\n{SQUARE}",
        "rowloom: set 1: standard input:3: number 2 of the row is '4'; expected 0, 1, 2 or 3\n"
        "rowloom: set 3: standard input:8: expected nothing behind '0 0', found '0 0'; line 9 is skipped\n",
    )


def test_no_set_at_all(slink):
    message = "expected a size line 'rows cols' and rows of numbers 0 to 3 with a space between them"
    assert slink("") == (1, "", f"rowloom: set 1: no puzzle in standard input: {message}\n")


def test_a_set_without_a_solution(slink):
    assert slink("1 2\n3 0\n0 0\n") == (1, "", "rowloom: set 1: standard input:1: there is no solution\n")


def test_a_set_that_the_rules_do_not_solve_is_drawn_as_far_as_they_go(slink):
    status, out, err = slink("2 2\n2 3\n3 2\n2 2\n2 2\n2 2\n0 0\n")
    assert (status, out) == (1, f"2\n{SQUARE}")
    assert err.splitlines() == [
        "rowloom: set 1: standard input:1: no rule leads any further; so far it is",
        "·   ╶───╮",
        "  2   3 │",
        "╷   ·   ╵",
        "│ 3   2",
        "╰───╴   ·",
    ]


def test_explained(slink):
    status, out, err = slink("2 2\n2 2\n2 2\n0 0\n", "--explain")
    assert (status, out) == (0, f"1\n{SQUARE}")
    lines = err.splitlines()
    assert lines[0] == (
        "rowloom: set 1: rule 10 (a 2 with a blocked corner) at row 1, column 1: line left of row 2, column 1"
        " and above row 1, column 2"
    )
    assert all(line.startswith("rowloom: set 1: rule ") for line in lines)


def test_no_such_file(slink):
    assert slink("", "missing.in") == (1, "", "rowloom: missing.in: No such file or directory\n")


def test_help(slink):
    status, out, _ = slink("", "--help")
    assert status == 0
    assert "rowloom slink < slink.in > slink.out" in out
