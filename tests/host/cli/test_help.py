"""The help of the commands: the examples in it, and its text when Python drops docstrings."""

import io
import re
import shlex

import pytest

from rowloom.host.cli.program import COMMANDS, build_parser, help_of, module_of
from support.terminal import CHECKER, DEDUCER, LOOPS, loop_board, loop_solver

SUDOKU = "1234341221434320\n"

FILES = {
    **dict.fromkeys(("puzzle.txt", "puzzles.txt", "FILE"), LOOPS["unique"]),
    "draft.txt": LOOPS["ambiguous"],
    "many.txt": LOOPS["unique"] * 3,
    "sudoku.txt": SUDOKU,
    "sudokus.txt": SUDOKU,
    "slinks.txt": LOOPS["slink"],
}
"""The files that the examples read."""

NOT_RUN = {
    "info", "doctor", "sim", "serve", "web", "worker", "boards", "build", "flash", "ports", "completion",
    "generate", "draw", "smull", "canal", "slink", "bench", "-o", "--to", "--jobs", "--cluster", "--simulators", "auto",
    "--certain",
}  # fmt: skip
"""Examples with one of these words are parsed, but not run. They need a board, other processes or a long time."""


def examples():
    """Yield each example, split into words as a shell would split it."""
    for module in map(module_of, COMMANDS):
        for line in help_of(module)[2].splitlines():
            if re.match(r"  \S", line):
                command = re.split(r"\s{2,}", line.strip())[0]
                yield tuple(shlex.split(command.replace(r"\\n", r"\n")))


EXAMPLES = sorted(set(examples()))


def rowloom(words):
    """Yield the arguments of each ``rowloom`` command in a pipeline.

    Redirections are left out, and wildcards are replaced by file names.
    """
    for part in " ".join(shlex.quote(word) if word not in "|<>" else word for word in words).split(" | "):
        command = shlex.split(re.sub(r" [<>] \S+", "", part))
        if command[0] == "rowloom":
            yield shlex.split(shlex.join(command[1:]).replace("'*.txt'", "puzzles.txt many.txt"))


def test_there_are_examples():
    assert len(EXAMPLES) > 90
    assert {words[1] for words in EXAMPLES if words[0] == "rowloom"} >= set(COMMANDS)


def test_examples_are_command_lines():
    parser = build_parser()
    for words in EXAMPLES:
        for arguments in rowloom(words):
            parser.parse_args(arguments)


@pytest.mark.parametrize("words", [words for words in EXAMPLES if not NOT_RUN.intersection(words)], ids=" ".join)
def test_examples_run(words, terminal, tmp_path, monkeypatch):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    monkeypatch.setattr("sys.stdin", io.StringIO(LOOPS["unique"]))
    if "--port" in words:
        terminal.plug(loop_board(engines=(CHECKER, DEDUCER)))
    else:
        terminal.simulate(loop_solver())
    for arguments in rowloom(words):
        status, _, err = terminal.run(*arguments)
        assert status == 0, err


def test_help_without_docstrings(monkeypatch):
    """The help stays the same if ``PYTHONOPTIMIZE=2`` drops docstrings."""
    for module in map(module_of, COMMANDS):
        before = help_of(module)
        monkeypatch.setattr(module, "__doc__", None)
        assert help_of(module) == before != ("", "", "")
