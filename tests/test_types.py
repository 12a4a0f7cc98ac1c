"""The type checker finds nothing; its settings are in pyproject.toml."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_mypy_finds_nothing():
    command = [sys.executable, "-m", "mypy", "--package", "rowloom"]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_puzzle_in_a_public_signature_is_of_any_type():
    for path in (ROOT / "host").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
                for argument in (*function.args.args, *function.args.kwonlyargs):
                    if argument.arg.startswith(("puzzle", "solution")) and argument.annotation:
                        assert "Any" not in ast.unparse(argument.annotation), f"{path}:{function.lineno}"
