"""``solve --resume``: answers are kept in a file, and puzzles with an answer in this file are not solved again."""

import json

import pytest

from rowloom.host.cli.resume import open_answers
from support.says import Says

LOOP = "# loop\n2 2\n33\n..\n"
UNSOLVABLE = "# none\n2 2\n00\n..\n"
MANY = "".join(f"# loop {number}\n2 2\n33\n..\n" for number in range(4))


@pytest.fixture
def solve(command, tmp_path):
    """Solve the puzzles in a text and keep the answers in ``done.jsonl``; return the status, output and messages."""

    def solve(text, *words):
        (tmp_path / "puzzles.txt").write_text(text)
        options = "--engine", "sat", "--no-draw", "--resume", "done.jsonl"
        status, out, err = command("solve", *options, "puzzles.txt", *words)
        return status, [line for line in out.splitlines() if "with sat" not in line], err.splitlines()

    return solve


@pytest.fixture
def done(tmp_path):
    return tmp_path / "done.jsonl"


def names(file):
    return [json.loads(line)["name"] for line in file.read_text().splitlines()]


def test_answered_puzzles_are_skipped(solve, done):
    assert solve(LOOP) == (0, [Says("loop (2x2): solved and verified; other solutions were not")], [])
    (record,) = map(json.loads, done.read_text().splitlines())
    assert (record["status"], record["solutions"], record["verified"]) == ("solved", [["11", "00"]], True)
    before = done.read_bytes()
    assert solve(LOOP) == (0, [], ["rowloom: done.jsonl: 1 of 1 puzzles already have an answer"])
    assert done.read_bytes() == before
    solved = "rowloom: 1 of 2 puzzles solved"  # a puzzle without a solution is answered, but not solved
    assert solve(LOOP + UNSOLVABLE) == (
        1, ["none (2x2): there is no solution"],
        ["rowloom: done.jsonl: 1 of 2 puzzles already have an answer", solved])
    assert names(done) == ["loop", "none"]
    assert solve(LOOP + UNSOLVABLE) == (1, [], [Says("2 of 2 puzzles already have an answer"), solved])
    bad = LOOP.replace("33", "3x")
    assert solve(LOOP + UNSOLVABLE + bad + bad)[2][-1] == "rowloom: 1 of 4 puzzles solved"


def test_files_that_cannot_be_written(solve, done):
    with open_answers(str(done), 1):
        assert solve(LOOP) == (1, [], [Says("done.jsonl", "another command")])
    assert solve(LOOP)[0] == 0
    done.unlink()
    done.mkdir()
    assert solve(LOOP) == (1, [], ["rowloom: done.jsonl: Is a directory"])


def test_another_question_has_no_answer_yet(solve, done):
    solve(LOOP)
    for text, words in ((LOOP, ("--count", 2)), (LOOP.replace("33", "3."), ()), (LOOP.replace("loop", "pool"), ())):
        status, out, err = solve(text, *words)
        assert (status, len(out), err) == (0, 1, [])


def test_a_puzzle_that_comes_twice_is_answered_twice(solve, done):
    solve(LOOP)
    status, out, _ = solve(LOOP + LOOP)
    assert (status, len(out)) == (0, 1)
    assert names(done) == ["loop", "loop"]


def test_failed_puzzles_are_tried_again(solve, done):
    for _ in range(2):
        status, _, err = solve(LOOP.replace("33", "3x") + LOOP)
        assert status == 1 and Says("puzzles.txt:3:2", "'x'") in err
    assert names(done) == ["loop"]


def test_killed_at_any_byte(solve, done):
    """Wherever the last line was cut off, the next command leaves exactly one answer for each puzzle."""
    solve(MANY)
    complete = done.read_bytes()
    lines = complete.splitlines(keepends=True)
    before, last = b"".join(lines[:-1]), lines[-1]
    for end in (*range(0, len(last), 20), len(last) - 1):
        done.write_bytes(before + last[:end])
        status, out, _ = solve(MANY)
        assert (status, len(out)) == (0, 1)
        assert names(done) == [f"loop {number}" for number in range(4)]
    done.write_bytes(b"")
    assert (solve(MANY)[0], names(done)) == (0, [f"loop {number}" for number in range(4)])


@pytest.mark.parametrize("text, line", [
    (LOOP, 1), (LOOP.rstrip(), 1), ("2", 1), ("[]\n", 1), ("\n", 1),
    ('{"id": "0", "verified": true}\n{"name": "a"}\n', 2), ('{"id": "0", "verified": true}\n3', 2),
])  # fmt: skip
def test_other_files_are_not_changed(solve, done, text, line):
    done.write_text(text)
    assert solve(LOOP) == (1, [], [Says(f"done.jsonl:{line}: not an answer", "nothing was changed", "another file")])
    assert done.read_text() == text
