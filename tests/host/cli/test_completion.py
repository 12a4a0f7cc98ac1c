"""``rowloom completion``: the completions that its scripts offer."""

import shutil
import subprocess

import pytest

ASKING = """
source "$0"
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_shtab_rowloom rowloom "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""
"""The commands that bash runs when Tab is pressed."""


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash")
@pytest.mark.parametrize("words, completed", [
    (["so"], {"solve"}),
    (["solve", "--cou"], {"--count"}),
    (["generate", "sud"], {"sudoku"}),
    (["generate", "sudoku", "--difficulty", ""], {"easy", "normal", "hard", "any"}),
    (["solve", "mix"], {"mixed.txt"}),
    (["draw", "mix"], {"mixed.txt"}),
])
def test_bash(terminal, tmp_path, words, completed):
    _, out, _ = terminal.run("completion", "bash")
    script = tmp_path / "script"
    script.write_text("\n".join(out) + "\n")
    found = subprocess.run(
        ["bash", "-c", ASKING, script, "rowloom", *words], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (set(found.stdout.split()), found.stderr) == (completed, "")


@pytest.mark.parametrize("shell, begins", [("bash", "# AUTO"), ("zsh", "#compdef rowloom"), ("tcsh", "# AUTO")])
def test_every_shell(terminal, shell, begins):
    status, out, err = terminal.run("completion", shell)
    assert (status, err) == (0, [])
    assert out[0].startswith(begins)
    assert any("--resume" in line for line in out)
