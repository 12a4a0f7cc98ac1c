"""The documents agree with the code."""

import ast
import doctest
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_layers import LAYERS

from rowloom.host.wire import protocol

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
# The documents that are not pages of the documentation site.
OUTSIDE = [*sorted(ROOT.glob("*.md")), ROOT / "examples" / "README.md"]
EVERYWHERE = [*OUTSIDE, *sorted(DOCS.rglob("*.md"))]
SOURCES = [path for folder in ("boards", "engines", "firmware", "host", "hw", "rowloom", "sim", "web", "tests")
           for path in sorted((ROOT / folder).rglob("*")) if path.suffix in {".py", ".c", ".h", ".cpp", ".S"}]
CHANGELOG = ROOT / "CHANGELOG.md"


def name_of(path):
    return str(path.relative_to(ROOT))


def run(*command):
    """Run a command, which must succeed; return its output. ``rowloom`` runs the program of this Python environment."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "COLUMNS": "120", "PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_generated_tables_are_up_to_date():
    run(sys.executable, "docs/generate.py", "--check")


def test_the_site_builds_without_a_warning_and_loads_nothing_from_the_network(tmp_path):
    """Each broken link or anchor is an error of mkdocs."""
    # The option --quiet is not used, because it hides the warnings from --strict.
    run(sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path))
    assert (tmp_path / "user" / "first-puzzle" / "index.html").exists()
    script, style = r"<(?:script|img|iframe)[^>]*\bsrc=", r"<link[^>]*stylesheet[^>]*href="
    loads = re.compile(rf"(?:{script}|{style})\S?(?:https?:)?//")
    pages = list(tmp_path.rglob("*.html"))
    assert len(pages) > 20
    assert not [page for page in pages if loads.search(page.read_text())]


def anchors(page):
    """Return the anchors of a page's headings, as GitHub and mkdocs generate them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", OUTSIDE, ids=name_of)
def test_links_of_pages_outside_the_site_lead_somewhere(page):
    for link in re.findall(r"\]\(([^):]+)\)|src=\"([^\":]+)\"", page.read_text()):
        target, _, anchor = "".join(link).partition("#")
        assert (page.parent / target).exists(), link
        assert not anchor or anchor in anchors(page.parent / target), link


@pytest.mark.parametrize("places, pattern", [
    (SOURCES, r"\bdocs/[\w/-]+\.(?:md|py)\b"),
    (EVERYWHERE, r"`((?:boards|docs|engines|examples|firmware|host|hw|rowloom|sim|tests|web)/[\w./-]+)`"),
], ids=["sources", "documents"])
def test_files_that_are_named_exist(places, pattern):
    named = {(name_of(path), file) for path in places if path != CHANGELOG
             for file in re.findall(pattern, path.read_text())}
    assert len(named) > 10
    assert not {(path, file) for path, file in named if not (ROOT / file).exists()}


def test_architecture_lists_the_layers():
    page = (DOCS / "develop" / "architecture.md").read_text()
    rows = re.findall(r"^\| (`[^|]*) \|", page.partition("| layer |")[2].partition("\n\n")[0], re.MULTILINE)
    modules = [{module.removeprefix("rowloom.").replace(".", "/") for module in layer} for layer in LAYERS]
    for row, layer in zip(rows, modules, strict=True):
        assert {name.removeprefix("rowloom/").removesuffix(".py") for name in re.findall("`([^`]+)`", row)} <= layer


def test_continuous_integration_runs_the_readme_s_test_command():
    commands = re.findall(r"^python3 -m venv .*$", (ROOT / "README.md").read_text(), re.MULTILINE)
    assert len(commands) == 2
    assert commands[1] in (ROOT / ".ci" / "run").read_text().splitlines()


def consoles():
    """Yield each command that a page shows, with the output that the page shows for the command."""
    for page in EVERYWHERE:
        for block in re.findall(r"^```console\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
            command, output = block.split("\n", 1)
            yield pytest.param(command.removeprefix("$ "), output, id=f"{page.stem}: {command[2:50]}")


@pytest.mark.parametrize("command, output", list(consoles()))
def test_commands_print_what_pages_show(command, output):
    assert run("sh", "-c", command).rstrip("\n") == output.rstrip("\n")


def test_the_examples_in_python():
    page = str(DOCS / "user" / "library.md")
    failed, tried = doctest.testfile(page, module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert (failed, tried > 8) == (0, True)


def test_the_picture_of_the_terminal_shows_what_the_command_prints():
    command = "rowloom solve examples/slitherlink-5x5.txt"
    picture = html.unescape((DOCS / "images" / "terminal.svg").read_text()).replace("\xa0", " ")
    for line in (command, *run("rowloom", *command.split()[1:]).splitlines()[:2]):
        assert line in picture


def fields(heading):
    """Return the field names in the tables under a heading of docs/user/json.md."""
    page = (DOCS / "user" / "json.md").read_text()
    section = re.search(rf"^## {heading}\n(.*?)^(?:##|\Z)", page, re.MULTILINE | re.DOTALL)[1]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return {field for cell in cells for field in re.findall(r"`(\w+)`", cell)}


@pytest.mark.parametrize("heading, command", [
    ("solve, bench", "solve --json --engine slink --explain examples/slink-10x10-easy.txt"),
    ("compare", "compare --json --engines sat examples/slitherlink-5x5.txt"),
    ("techniques", "techniques --json examples/sudoku-9x9-easy.txt"),
    ("info", "info --json"),
    ("boards", "boards --json ulx3s-25f"),
])
def test_every_field_is_described(heading, command):
    record = json.loads(run("rowloom", *command.split()).splitlines()[0])
    counters = {"visits"} if "slink" in command else set()
    assert set(record) == fields(heading) | counters


def protocol_table(heading):
    """Return the first two columns of the tables under a heading of docs/develop/protocol.md."""
    text = (DOCS / "develop" / "protocol.md").read_text()
    section = re.search(rf"^## {heading}.*?\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)[1]
    return re.findall(r"^\| (\w+) \| ([^|]*) \|", section, re.MULTILINE)


def test_the_protocol_s_numbers_are_those_of_the_code():
    kinds = {int(number, 16): name for heading in ("Requests", "Answers") for number, name in protocol_table(heading)
             if name.isupper()}
    assert kinds == {kind.value: kind.name.removesuffix("_REQUEST").removesuffix("_ANSWER") for kind in protocol.Kind}
    reasons = {int(number) for number, _ in protocol_table("Answers") if re.fullmatch(r"[1-9]|1\d", number)}
    assert reasons == {reason.value for reason in protocol.Reason if reason.value}


def test_the_protocol_s_version_has_an_entry_in_the_changelog():
    versions = re.findall(r"^\| (\d+) \|", CHANGELOG.read_text(), re.MULTILINE)
    assert max(map(int, versions)) == protocol.VERSION
    assert f"**This is version {protocol.VERSION}.**" in (DOCS / "develop" / "protocol.md").read_text()


def messages():
    """Return all string literals in the Python sources outside the tests, as one text."""
    texts = []
    for path in SOURCES:
        if path.suffix == ".py" and "tests" not in path.relative_to(ROOT).parts:
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.JoinedStr):
                    texts.append("...".join(part.value for part in node.values if isinstance(part, ast.Constant)))
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.append(node.value)
    return "\n".join(texts)


def test_messages_under_troubleshooting_are_still_printed():
    page = (DOCS / "user" / "troubleshooting.md").read_text()
    told = [fragment for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
            for quoted in re.findall(r"`([^`]+)`", row) for fragment in re.split(r" ?\.\.\. ?", quoted) if fragment]
    assert len(told) > 30
    text = messages()
    assert not [fragment for fragment in told if fragment not in text]
