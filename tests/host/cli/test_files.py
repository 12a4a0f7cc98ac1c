"""Files that commands read: the encoding of these files, and commands that overwrite the file that they read."""

import pickle
import subprocess
import sys
import tracemalloc

import pytest

from rowloom.host.cli.files import read_files, spooled
from support.says import Says

LOOP = "# Rätsel\n3 3\n3..\n.1.\n..0\n"


@pytest.mark.parametrize("words", [
    "convert loop.txt --to json", "solve --engine sat loop.txt", "slink loop.txt", "draw loop.txt -o loop.svg",
    "canal loop.txt", "compare --engines sat loop.txt",
])  # fmt: skip
@pytest.mark.parametrize("encoding, fact", [("utf-16", "UTF-16"), ("latin-1", "'ä' in Latin-1")])
def test_files_that_are_not_utf_8(command, tmp_path, words, encoding, fact):
    (tmp_path / "loop.txt").write_bytes(LOOP.encode(encoding))
    status, _, err = command(*words.split())
    assert (status, "Traceback" in err) == (1, False)
    assert Says("loop.txt:1:", "UTF-8", fact, "save it as UTF-8") in err.splitlines()


def test_puzzles_before_bytes_that_are_not_utf_8_are_read(command, tmp_path):
    (tmp_path / "loop.txt").write_bytes(f"1 1\n.\n\n{LOOP}".encode("latin-1"))
    status, out, err = command("convert", "loop.txt", "--to", "line81", "--genre", "slitherlink")
    assert (status, out, [line.split(":")[2] for line in err.splitlines()]) == (1, "", ["1", "4"])


@pytest.mark.parametrize("encoding, status, out, err", [
    ("latin-1", 1, "", Says("rowloom: standard input:1:", "save it as UTF-8")), ("utf-8", 0, Says(r"R\u00e4tsel"), ""),
])  # fmt: skip
def test_standard_input_is_utf_8_whatever_the_locale(encoding, status, out, err):
    command = [sys.executable, "-m", "rowloom", "convert", "-", "--to", "json"]
    env = {"PYTHONIOENCODING": "latin-1"}
    done = subprocess.run(command, input=LOOP.encode(encoding), capture_output=True, env=env)
    assert (done.returncode, done.stdout.decode(), done.stderr.decode("latin-1")) == (status, out, err)


def test_a_file_may_be_written_over(command, tmp_path):
    (tmp_path / "loop.txt").write_text("3 3\n3..\n.1.\n..0\n" * 2)
    assert command("convert", "loop.txt", "--to", "puzz.link", "-o", "loop.txt") == (0, "", "")
    url = "https://puzz.link/p?slither/3/3/dgbga\n"
    assert (tmp_path / "loop.txt").read_text() == f"# loop-1\n{url}# loop-2\n{url}"


def test_entries_are_kept_as_they_were_read(tmp_path):
    (tmp_path / "mixed.txt").write_text("# a\n1 1\n.\n\n# b\n1 1\nx\n\n1 2\n..\n\n# d\n1 1\n3\n")
    entries = list(read_files([str(tmp_path / "mixed.txt"), "missing"], None))
    with spooled(entries) as found:
        assert found.count == len(entries) == 5
        assert [(puzzle.name, puzzle.cols) for puzzle in found.examples] == [("a", 1), ("mixed-3", 2)]
        for one, other in zip(found, entries, strict=True):
            assert (one.source, one.bad, str(one.puzzle), one.puzzle.line) == (
                other.source, other.bad, str(other.puzzle), other.puzzle.line)
            assert one.bad or one == other


def test_any_number_of_entries_takes_the_same_memory(tmp_path, monkeypatch):
    monkeypatch.setattr("rowloom.host.cli.files._IN_MEMORY", 1_000)
    (tmp_path / "many.txt").write_text("4 4\n....\n....\n....\n....\n\n" * 1_000)
    tracemalloc.start()
    try:
        with spooled(read_files([str(tmp_path / "many.txt")], None)) as found:
            assert sum(1 for _ in found) == 1_000
        assert tracemalloc.get_traced_memory()[1] < 500_000
    finally:
        tracemalloc.stop()


def test_solutions_come_while_later_puzzles_are_still_to_be_solved(command, tmp_path, monkeypatch):
    """Each puzzle is loaded into memory only when the engine needs it."""
    load, loaded, ahead = pickle.load, [], []
    monkeypatch.setattr("rowloom.host.cli.files.pickle.load", lambda file: loaded.append(file) or load(file))
    monkeypatch.setattr("rowloom.host.jobs.job.Outcome.to_json", lambda *_: ahead.append(len(loaded) - len(ahead)))
    (tmp_path / "many.txt").write_text("1 1\n3\n\n" * 50)
    command("solve", "--engine", "sat", "--json", "many.txt")
    assert len(ahead) == 50 and max(ahead) <= 3


SUDOKU = "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8"


@pytest.mark.parametrize("argument, status, out, err", [
    ("puzz.link/p?slither/4/4/dgdh2c71", 0, Says("# command line-1", "?slither/4/4/dgdh2c7b"), ""),
    ("Loopy: 4x4:3c3d22b2a1", 0, Says("# command line-1", "?slither/4/4/dgdh2c7b"), ""),
    (SUDOKU, 0, Says("# command line-1", "?sudoku/9/9/12g3j435j1j4n54h2h6i7o8g9i31h5m9g7k6i8"), ""),
    ("missing.bar/x.txt", 1, "", Says("No such file")),
    ("https://example.org/x.txt", 1, "", Says("command line:1:", "example.org", "no puzzle")),
])  # fmt: skip
def test_puzzles_on_the_command_line(command, argument, status, out, err):
    assert command("convert", "--to", "puzz.link", argument) == (status, out, err)


def test_a_file_comes_before_a_puzzle_of_its_name(command, tmp_path):
    (tmp_path / SUDOKU).write_text("1 1\n3\n")
    assert command("convert", "--to", "slink", SUDOKU)[1] == "1 1\n3\n0 0\n"


def test_the_header_of_a_table_is_skipped_with_a_note(command, tmp_path):
    (tmp_path / "table.csv").write_text(f"id,puzzle\n1,{SUDOKU}\n2,{SUDOKU}\n")
    assert command("convert", "--to", "line81", "table.csv") == (
        0, f"{SUDOKU}\n" * 2, Says("table.csv:1:", "skipped 'id,puzzle'", "header"))
