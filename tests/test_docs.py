"""What the documents say is still so."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "examples" / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def test_the_memory_map_is_that_of_the_gateware():
    command = [sys.executable, "-m", "rowloom.hw.soc"]
    table = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (ROOT / "docs" / "memory-map.md").read_text().endswith("\n\n" + table)


def test_continuous_integration_runs_the_readme_s_test_command():
    commands = re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text().splitlines()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"", page.read_text())
    for link in filter(None, (text for pair in links for text in pair)):
        assert (page.parent / link).exists(), link
