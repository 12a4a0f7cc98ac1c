"""The type checker finds nothing; its settings are in pyproject.toml."""

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("boards", "firmware", "host", "hw", "sim", "web")


def test_mypy_finds_nothing(tmp_path):
    # setuptools maps hw/ to rowloom.hw; mypy only finds it where it lies in a folder of that name
    (tmp_path / "rowloom").mkdir()
    for module in (ROOT / "rowloom").glob("*.py"):
        (tmp_path / "rowloom" / module.name).symlink_to(module)
    for folder in FOLDERS:
        (tmp_path / "rowloom" / folder).symlink_to(ROOT / folder, target_is_directory=True)
    command = [
        sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"),
        "--cache-dir", str(ROOT / ".mypy_cache"), "--package", "rowloom",
    ]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def test_no_puzzle_in_a_public_signature_is_of_any_type():
    for path in (ROOT / "host").rglob("*.py"):
        for function in ast.walk(ast.parse(path.read_text())):
            if isinstance(function, ast.FunctionDef) and not function.name.startswith("_"):
                for argument in (*function.args.args, *function.args.kwonlyargs):
                    if argument.arg.startswith(("puzzle", "solution")) and argument.annotation:
                        assert "Any" not in ast.unparse(argument.annotation), f"{path}:{function.lineno}"
