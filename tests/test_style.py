"""The sources are as the settings in pyproject.toml want them, and do the same without assertions."""

import ast
import subprocess
import sys
from pathlib import Path

PURE = {"isinstance", "len"}


def test_assertions_do_nothing():
    """``python -O`` leaves them out, and with them what they call."""
    root = Path(__file__).parent.parent
    calling = []
    for folder in ("boards", "engines", "firmware", "host", "hw", "sim"):
        for path in (root / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Assert):
                    calls = [one.func for one in ast.walk(node.test) if isinstance(one, ast.Call)]
                    if any(not isinstance(called, ast.Name) or called.id not in PURE for called in calls):
                        calling.append(f"{path}:{node.lineno}")
    assert calling == []


def test_ruff_finds_nothing():
    root = Path(__file__).parent.parent
    result = subprocess.run([sys.executable, "-m", "ruff", "check", str(root)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout
