"""``docs/browser.py``: the page in a browser beside the native simulator."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent


# It builds four simulators.
@pytest.mark.slow
@pytest.mark.skipif(not (shutil.which("chromium") and shutil.which("chromedriver")),
                    reason="there is no chromium, or no chromedriver")
def test_the_page_takes_the_cycles_of_the_native_simulator(tmp_path):
    names = (
        "slitherlink-10x10-hard", "slitherlink-5x20", "slitherlink-20x36", "sudoku-9x9-hard", "sudoku-16x16-easy",
        "smullyan-10x10-hard",
    )  # fmt: skip
    several = tmp_path / "several.txt"
    several.write_text("2 2\n2.\n..\n")
    files = [*(str(ROOT / "examples" / f"{name}.txt") for name in names), str(several)]
    result = subprocess.run([sys.executable, str(ROOT / "docs" / "browser.py"), "--check", *files],
                            capture_output=True, text=True, timeout=900)
    assert result.returncode == 0, result.stdout + result.stderr
    assert "| several.txt | 1 | 0 | 1 | 0 |" in result.stdout
    assert "20 puzzles" in result.stdout
