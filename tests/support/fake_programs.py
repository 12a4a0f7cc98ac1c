"""Fake programs, written in Python, that replace slow programs."""

import json
import stat
import sys
from pathlib import Path
from typing import Any

__all__ = ["FakePrograms"]

_PRELUDE = f"""#!{sys.executable} -IS
import json, pathlib, re, sys
here = pathlib.Path(__file__).parent
play = json.loads((here / "play.json").read_text())
if "--version" in sys.argv:
    print(play.get(f"version of {{pathlib.Path(__file__).stem}}", "fake 1"))
    sys.exit()
with (here / f"{{pathlib.Path(__file__).stem}}.runs").open("a") as runs:  # several may run at a time
    print(json.dumps(sys.argv[1:]), file=runs)
options = dict(zip(sys.argv, sys.argv[1:]))
"""


class FakePrograms:
    """Programs in a folder. The code of each program can use two variables: ``options``, the options with which the
    program was started, and ``play``, the values that were passed to :meth:`set`.
    """

    def __init__(self, folder: Path, programs: dict[str, str], **play: Any):
        folder.mkdir(exist_ok=True)
        for name, text in programs.items():
            (folder / name).write_text(_PRELUDE + text)
            (folder / name).chmod(stat.S_IRWXU)
        self._folder, self._play = folder, play
        self.set()

    def set(self, **play: Any) -> None:
        self._play |= play
        # A rename is atomic, so a program that reads the file at the same time never reads an incomplete file.
        new = self._folder / "play.new"
        new.write_text(json.dumps(self._play))
        new.replace(self._folder / "play.json")

    def runs_of(self, programs: str) -> list[list[str]]:
        """Return the arguments of all runs of the programs that match a pattern."""
        return [json.loads(line) for path in self._folder.glob(f"{programs}.runs")
                for line in path.read_text().splitlines()]

    @property
    def runs(self) -> list[str]:
        """Return the command lines of all runs of nextpnr."""
        return list(map(" ".join, self.runs_of("nextpnr*")))
