"""``rowloom solve --certain``: certain values, the number of solutions, and the cells that differ between solutions."""

import json

import pytest

from rowloom.host.jobs.job import Outcome
from rowloom.host.jobs.status import SOLVED
from rowloom.host.jobs.tasks import Certain, Count
from rowloom.host.solvers import ENGINES
from rowloom.host.solvers.runner import survey
from support.says import Says, out_of
from support.terminal import DEDUCER, loop_board


@pytest.fixture
def run(terminal, tmp_path):
    """Run the command in a folder with ``draft.txt``, a puzzle with four solutions."""
    (tmp_path / "draft.txt").write_text("# draft\n2 2\n..\n3.\n")
    return lambda *words: terminal.run("solve", "--certain", *words)


def test_certain_values_are_drawn_with_two_solutions(run):
    out = out_of(run("--engine", "sat", "draft.txt"))
    message = "4 solutions; 3 of 4 cells and 10 of 12 edges differ"
    assert out[0] == Says("draft (2x2): solved and verified; not unique", message)
    assert out[2] == Says("two solutions, which differ in r")
    assert [line[:9].rstrip() for line in out[3:8]] == ["·   ·   ·", "  ?   ?", "╷   ·   ·", "│ 3   ?", "╰───╴   ·"]
    assert all(len(line.split("    ")) >= 2 for line in out[3:8:2])


@pytest.mark.parametrize("words, message, counted", [
    (("--count", 2), Says("at least 2 solutions", "3 of 4"), 2), (("--count", 0), Says("are 4 solutions"), 4),
    (("--count", 9), Says("are 4 solutions"), 4), ((), Says("are 4 solutions"), 4),
])  # fmt: skip
def test_json(run, words, message, counted):
    status, out, err = run("--json", "--engine", "sat", *words, "draft.txt")
    record = json.loads(out[0])
    assert (status, err, len(out)) == (0, [], 1)
    assert (record["unique"], record["counted"], record["certain"]) == (False, counted, ["??", "1?"])
    assert record["certain_edges"] == {"horizontal": ["??", "??", "1?"], "vertical": ["???", "1??"]}
    assert (record["message"], len(record["solutions"]), record["complete"]) == (message, 2, True)


def test_json_of_the_others(run):
    _, out, _ = run("--json", "--engine", "sat", "unique.txt", "unsolvable.txt", "sudoku.txt", "canal.txt")
    unique, none, sudoku, canal = map(json.loads, out)
    assert (unique["unique"], unique["counted"], unique["certain"]) == (True, 1, ["11", "00"])
    assert (none["unique"], none["counted"], none["certain"], none["solutions"]) == (False, 0, None, [])
    assert sudoku["certain"] == [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    assert (canal["unique"], canal["certain"]) == (True, ["01"])
    assert unique["certain_edges"] == {"horizontal": ["11", "11", "00"], "vertical": ["101", "000"]}
    assert all(one["certain_edges"] is None for one in (none, sudoku, canal))


def test_answers_are_kept_for_their_question(run, tmp_path):
    words = ("--engine", "sat", "--no-draw", "--resume", "done.jsonl", "draft.txt")
    assert run(*words)[0] == 0
    assert run(*words)[1:] == ([], [Says("1 of 1 puzzles already have an answer")])
    assert len(run(*words, "--count", 2)[1]) == 2
    records = list(map(json.loads, (tmp_path / "done.jsonl").read_text().splitlines()))
    assert [record["counted"] for record in records] == [4, 2]


@pytest.fixture
def asked(monkeypatch, terminal):
    """Plug in a fake board whose results are those of the engine sat; return a list of the board's jobs."""
    jobs = []

    def solve(sessions, some, progress, most, cancel):
        for job in some:
            jobs.append(job)
            known = survey(ENGINES["sat"], job.puzzle, 9)
            common = {"certain": known.certain, "certain_edges": known.certain_edges}
            facts = {Certain: common, Count: {"counted": known.counted}}.get(type(job.task), {})
            solutions = () if isinstance(job.task, Count) else known.solutions[: 2 if job.task is None else 1]
            yield Outcome(job.puzzle, SOLVED, "", "deducer", solutions, True, 10, 50_000_000, **facts)

    terminal.plug(loop_board(engines=(DEDUCER,)))
    monkeypatch.setattr("rowloom.host.link.pool.solve", solve)
    return jobs


def test_on_a_board(asked, run):
    out = out_of(run("--limit", "5M", "--count", 9, "draft.txt", "unique.txt"))
    assert out[0] == Says("draft", "4 solutions", "3 of 4 cells", "10 of 12 edges differ")
    assert out[1] == Says("30 cycles")
    assert [(job.engine, job.limit) for job in asked] == [("fast", 5_000_000)] * 6
    assert [(job.count, job.task) for job in asked[:3]] == [(2, None), (1, Certain()), (1, Count(9))]


def test_puzzles_that_fast_engines_reject_are_for_sat(no_board_for_canals, asked, run):
    out = out_of(run("--no-draw", "sudoku.txt", "canal.txt", "unique.txt"))
    assert [Says("with sat") == line for line in out[1::2]] == [True, True, False]
    assert {job.puzzle.name for job in asked} == {"unique"}
