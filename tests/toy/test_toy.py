"""An engine that is described outside the package can be built, and can solve puzzles, without changes to the
package."""

import json
import random

import pytest
from toy import engine
from toy.genre import Toy, ToyOnBoard

from rowloom.engines.catalogue import ENGINES, register
from rowloom.host.cli import main
from rowloom.host.puzzles import BOARD_GENRES, GENRES


@pytest.fixture
def toy(monkeypatch):
    monkeypatch.setitem(GENRES, Toy.genre, Toy)
    monkeypatch.setitem(BOARD_GENRES, Toy.genre, ToyOnBoard())
    register(engine.ENGINE)
    yield engine.ENGINE
    del ENGINES[engine.ENGINE.name]


@pytest.fixture
def puzzles(tmp_path):
    rng = random.Random(1)
    lines = ["".join(rng.choices("01", k=rng.randint(1, 8))) for _ in range(20)] + ["1" * 8]
    path = tmp_path / "toys.txt"
    path.write_text("".join(f"toy 1 {len(line)}\n{line}\n" for line in lines))
    return path, lines


def test_puzzles_are_solved_over_the_serial_line(toy, puzzles, capsys):
    path, lines = puzzles
    assert main(["solve", "--json", str(path)]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["solutions"] for record in records] == [
        [[line.translate(str.maketrans("01", "10"))]] for line in lines]
    assert {(record["genre"], record["engine"], record["nodes"]) for record in records} == {("toy", "inverter", 1)}


def test_it_is_in_the_tables_and_in_the_help(toy, puzzles, capsys):
    assert main(["bench", "--engine", "both", str(puzzles[0])]) == 0
    assert "inverter" in capsys.readouterr().out
    assert main(["solve", "--help"]) == 0
    assert "inverter" in capsys.readouterr().out
