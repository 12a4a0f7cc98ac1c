"""Files are written as a whole: if the disk is full, there is no incomplete picture, puzzle or answer."""

import os
import resource
import signal
import stat
from contextlib import contextmanager

import pytest

from rowloom.host.whole_files import atomic_write, read_whole
from support.says import Says


@contextmanager
def full_disk(most):
    """Limit the sizes of files to a number of bytes, as a full disk would."""
    limits, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)


def test_atomic_write_replaces_the_file_at_the_end(tmp_path):
    there = tmp_path / "there"
    there.write_text("old")
    there.chmod(0o600)
    (tmp_path / "link").symlink_to(there)
    with atomic_write(tmp_path / "link") as fresh:
        fresh.write_text("new")
        assert there.read_text() == "old"
    assert (there.read_text(), stat.S_IMODE(there.stat().st_mode)) == ("new", 0o600)
    assert sorted(os.listdir(tmp_path)) == ["link", "there"]


@pytest.mark.parametrize("partly, text, left", [(False, "new", "old"), (True, "new", "new"), (True, "", "old")])
def test_atomic_write_and_an_exception(tmp_path, partly, text, left):
    there = tmp_path / "there"
    there.write_text("old")
    with pytest.raises(KeyboardInterrupt), atomic_write(there, partly) as fresh:
        fresh.write_text(text)
        raise KeyboardInterrupt
    assert there.read_text() == left
    assert os.listdir(tmp_path) == ["there"]


def test_a_device_is_written_directly():
    with atomic_write("/dev/null") as path:
        assert str(path) == "/dev/null"


def test_a_file_without_end():
    with pytest.raises(OSError, match="more than 100 bytes"):
        read_whole("/dev/zero", 100)


SUDOKU = "1234341221434320\n"


@pytest.mark.parametrize("words, name, there", [
    ("convert puzzles.txt --to text", "out.txt", False), ("draw puzzles.txt -p 1", "out.png", True),
    ("draw puzzles.txt -p 1", "out.svg", False), ("draw puzzles.txt", "out.pdf", True),
    ("draw puzzles.txt --per-page 2", "out.png", False), ("solve --hint puzzles.txt -p 1", "out.svg", True),
    ("generate sudoku --size 4x4 -n 9", "out.txt", True),
])  # fmt: skip
def test_a_full_disk(command, tmp_path, words, name, there):
    (tmp_path / "puzzles.txt").write_text(SUDOKU * 3)
    if there:
        (tmp_path / name).write_text("old")
    before = sorted(os.listdir(tmp_path))
    with full_disk(20):
        status, _, err = command(*words.split(), "-o", name)
    assert (status, err) == (1, Says("rowloom: ", name, "File too large"))
    assert sorted(os.listdir(tmp_path)) == before
    assert not there or (tmp_path / name).read_text() == "old"


def test_a_full_disk_keeps_whole_puzzles(command, tmp_path):
    words = "generate", "slitherlink", "--size", "4x4", "--difficulty", "any", "-n", "4", "-o"
    command(*words, "whole")
    whole = (tmp_path / "whole").read_text()
    with full_disk(100):
        assert command(*words, "part") == (1, "", Says("rowloom: part: "))
    part = (tmp_path / "part").read_text()
    assert whole.startswith(part) and whole[len(part) :].startswith("\n# 4x4-any-")


def test_a_full_disk_keeps_whole_answers(command, tmp_path):
    (tmp_path / "puzzles.txt").write_text(SUDOKU * 9)
    words = "solve", "--engine", "sat", "--no-draw", "--resume", "done", "puzzles.txt"
    with full_disk(20):
        assert command(*words)[::2] == (1, Says("done: "))
    assert not (tmp_path / "done").exists()
    with full_disk(1000):
        command(*words)
    done = (tmp_path / "done").read_text()
    assert 0 < len(done) < 1000 and done.endswith("}\n")


@pytest.mark.parametrize("words, fault", [
    ("generate slitherlink --mask /dev/zero", "more than 1,000 characters"),
    ("draw puzzles.txt -o x.pdf --solution /dev/zero", "more than 1,000 characters"),
    ("solve --resume /dev/zero puzzles.txt", "not a file"),
])  # fmt: skip
def test_files_without_end(command, tmp_path, monkeypatch, words, fault):
    monkeypatch.setattr("rowloom.host.cli.files._MOST_TEXT", 1000)
    (tmp_path / "puzzles.txt").write_text(SUDOKU)
    assert command(*words.split()) == (1, "", Says("rowloom: /dev/zero: ", fault))
    assert not (tmp_path / "x.pdf").exists()
