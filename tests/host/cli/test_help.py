"""The help of the commands: its examples, and its text if Python drops docstrings; completion in a shell."""

import re
import shlex
import shutil
import subprocess

import pytest

from rowloom.host.cli.program import COMMANDS, build_parser, help_of, module_of
from support.says import out_of
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
    """Yield the arguments of each ``rowloom`` command in a pipeline, without redirections and wildcards."""
    for part in " ".join(shlex.quote(word) if word not in "|<>" else word for word in words).split(" | "):
        command = shlex.split(re.sub(r" [<>] \S+", "", part))
        if command[0] == "rowloom":
            yield shlex.split(shlex.join(command[1:]).replace("'*.txt'", "puzzles.txt many.txt"))


def test_examples_are_command_lines():
    assert len(EXAMPLES) > 90
    assert {words[1] for words in EXAMPLES if words[0] == "rowloom"} >= set(COMMANDS)
    parser = build_parser()
    for words in EXAMPLES:
        for arguments in rowloom(words):
            parser.parse_args(arguments)


@pytest.mark.parametrize("words", [words for words in EXAMPLES if not NOT_RUN.intersection(words)], ids=" ".join)
def test_examples_run(words, terminal, tmp_path):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    if "--port" in words:
        terminal.plug(loop_board(engines=(CHECKER, DEDUCER)))
    else:
        terminal.simulate(loop_solver())
    for arguments in rowloom(words):
        status, _, err = terminal.run(*arguments, stdin=LOOPS["unique"])
        assert status == 0, err


def test_help_without_docstrings(monkeypatch):
    for module in map(module_of, COMMANDS):
        before = help_of(module)
        monkeypatch.setattr(module, "__doc__", None)
        assert help_of(module) == before != ("", "", "")


ASKING = """
source "$0"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_rowloom rowloom "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""The commands that bash runs when Tab is pressed."""


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize("words, completed", [
    (["so"], {"solve"}), (["solve", "--cou"], {"--count"}), (["generate", "sud"], {"sudoku"}),
    (["generate", "sudoku", "--difficulty", ""], {"easy", "normal", "hard", "any"}),
    (["solve", "mix"], {"mixed.txt"}), (["draw", "mix"], {"mixed.txt"}),
])  # fmt: skip
def test_completion_in_bash(terminal, tmp_path, words, completed):
    (tmp_path / "script").write_text("\n".join(out_of(terminal.run("completion", "bash"))) + "\n")
    command = ["bash", "-c", ASKING, "./script", "rowloom", *words]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (set(found.stdout.split()), found.stderr) == (completed, "")


@pytest.mark.parametrize("shell, begins", [("zsh", "#compdef rowloom"), ("tcsh", "# AUTO")])
def test_completion_in_other_shells(terminal, shell, begins):
    out = out_of(terminal.run("completion", shell))
    assert out[0].startswith(begins) and any("--resume" in line for line in out)
