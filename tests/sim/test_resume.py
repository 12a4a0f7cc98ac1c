"""``solve --resume`` while its simulator, or the command itself, is killed again and again."""

import json
import os
import random
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL

import pytest

SOLVE = sys.executable, "-m", "rowloom", "solve", "puzzles.txt"
OPTIONS = "--json", "--with", "checker:10x10", "--resume", "done.jsonl"
NAMES = [str(number) for number in range(600)]


def children(process):
    """The numbers of a process's own processes."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text()
    return list(map(int, listed.split()))


@pytest.mark.slow  # each start takes half a second, and there are 200
def test_killed_at_any_moment_every_puzzle_is_answered_once(start, tmp_path):
    rng = random.Random(7)
    puzzles = (f"# {name}\n2 2\n{rng.choice(['33', '3.', '00'])}\n..\n" for name in NAMES)
    (tmp_path / "puzzles.txt").write_text("".join(puzzles))
    done = tmp_path / "done.jsonl"
    kills = {"simulator": 0, "command": 0}
    while sum(kills.values()) < 200:
        process = start((*SOLVE, *OPTIONS), cwd=tmp_path, stdout=subprocess.DEVNULL)
        time.sleep(rng.uniform(0.3, 1.5))
        what = rng.choice(list(kills))
        with suppress(OSError):
            for victim in children(process) if what == "simulator" else [process.pid]:
                os.kill(victim, SIGKILL)
                kills[what] += 1
        process.wait()
        answered = done.read_bytes().count(b"\n") if done.exists() else 0
        if answered == len(NAMES):
            records = map(json.loads, done.read_text().splitlines())
            assert sorted(record["name"] for record in records) == sorted(NAMES)
            done.unlink()
