"""The sources are as the settings in pyproject.toml want them."""

import subprocess
import sys
from pathlib import Path


def test_ruff_finds_nothing():
    root = Path(__file__).parent.parent
    result = subprocess.run([sys.executable, "-m", "ruff", "check", str(root)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
