"""The package has every file of the source folders, and the steps of a release (``.ci/release``) work."""

import json
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import distribution
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from support.builds import write
from support.fake_loader import FakeLoader
from support.peripherals import Hub
from support.terminal import LOOPS, loop_board

ROOT = Path(__file__).parent.parent
FOLDERS = ("boards", "engines", "firmware", "host", "hw", "sim", "web")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def test_packages_are_sorted():
    packages = PROJECT["tool"]["setuptools"]["packages"]
    assert sorted(packages) == packages


def test_the_source_archive_holds_docs_examples_and_tests():
    lines = [line.split() for line in (ROOT / "MANIFEST.in").read_text().splitlines()]
    named = {name for kind, *names in lines if kind in ("graft", "include") for name in names}
    pages = {path.name for path in ROOT.iterdir() if path.suffix in (".md", ".yml")}
    # setuptools adds the packages, README.md and NOTICE.md without an entry in MANIFEST.in.
    assert {"docs", "examples", "tests", *pages} == named | {"README.md", "NOTICE.md"}
    assert all((ROOT / name).exists() for name in named)


def release(*words, root=ROOT, **variables):
    """Run a step of a release; return its exit status and its output."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    # The tests may themselves run in a repository's continuous integration.
    variables = {"PATH": path, "GITHUB_SERVER_URL": "", "GITHUB_REPOSITORY": "", **variables}
    result = subprocess.run([root / ".ci" / "release", *words], env={**os.environ, **variables},
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return result.returncode, result.stdout


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """Return a copy of the repository, because building the package writes into the folder of its sources."""
    ignored = ignore_patterns(".*_cache", ".git", ".venv", "__pycache__", "*.egg-info", "build")
    return copytree(ROOT, tmp_path_factory.mktemp("copy") / "rowloom", symlinks=True, ignore=ignored)


@pytest.fixture(scope="module")
def dist(copy):
    """Return the folder with the wheel and the source archive."""
    for package in ("build", "twine"):
        pytest.importorskip(package, reason=f"{package}, a package of the extra `dev`, is not installed")
    status, output = release("package", "dist", root=copy)
    assert status == 0, output
    assert output.count("PASSED") == 2
    return copy / "dist"


@pytest.fixture(scope="module")
def install(dist, tmp_path_factory):
    """Return a function that installs the wheel without downloads: it links to the packages that pip would install."""

    def install(*extras):
        folder = tmp_path_factory.mktemp("environment")
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        [packages] = folder.glob("lib/python*/site-packages")
        with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
            wheel.extractall(packages)
        for one in required(*extras):
            for top in {file.parts[0] for file in one.files or () if ".." not in file.parts}:
                if not (packages / top).exists():
                    (packages / top).symlink_to(one.locate_file(top))
        program = folder / "bin" / "rowloom"
        script = "import sys\nfrom rowloom.host.cli import main\nsys.exit(main())\n"
        program.write_text(f"#!{folder}/bin/python -I\n{script}")
        program.chmod(0o755)
        return program

    return install


def required(*extras):
    """Return the distributions that pip would install with Rowloom's extras."""
    from packaging.requirements import Requirement

    found, todo = {}, [("rowloom", extra) for extra in ("", *extras)]
    for name, extra in todo:
        for text in distribution(name).requires or ():
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                todo += [new for new in ((one.name, more) for more in ("", *one.extras)) if new not in todo]
                if one.name != "rowloom":
                    found[one.name] = distribution(one.name)
    return found.values()


def run(program, *words, cwd):
    result = subprocess.run([program, *words], cwd=cwd, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_wheel_and_the_source_archive_are_complete(dist):
    """The wheel has every file of the source folders, each in the package that the file's path names."""
    with zipfile.ZipFile(next(dist.glob("*.whl"))) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    sources = {f"rowloom/{path.relative_to(ROOT).as_posix()}"
               for folder in FOLDERS for path in (ROOT / folder).rglob("*")
               if path.is_file() and "__pycache__" not in path.parts}
    assert packed == sources | {f"rowloom/{path.name}" for path in (ROOT / "rowloom").glob("*") if path.is_file()}
    with tarfile.open(next(dist.glob("*.tar.gz"))) as archive:
        archived = {name.partition("/")[2] for name in archive.getnames()}
    assert {name.removeprefix("rowloom/") for name in sources} < archived
    assert {"tests/test_packaging.py", "docs/index.md", "examples/README.md", "CHANGELOG.md"} < archived


def test_a_laptop_with_a_board_needs_no_extra(install, tmp_path, monkeypatch):
    """Without the packages that build gateware, a build is flashed, and a puzzle is solved over a serial port."""
    rowloom = install()
    for package in ("amaranth", "filelock", "psutil"):
        assert not list(rowloom.parents[1].glob(f"lib/*/site-packages/{package}"))
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "cache"))
    loader = FakeLoader(tmp_path / "bin", monkeypatch)
    manifest = write(tmp_path / "build").joinpath("manifest.json").as_uri()
    line = run(rowloom, "flash", "ulx3s-25f", "--from", manifest, "--dry-run", cwd=tmp_path)
    assert line.startswith(f"{loader.path} --board ulx3s {tmp_path / 'cache'}")
    (tmp_path / "puzzle.txt").write_text(LOOPS["unique"])
    with Hub() as hub:
        port = hub.plug(loop_board())
        assert "solved and verified" in run(rowloom, "solve", "--port", port, "puzzle.txt", cwd=tmp_path)
    # The wheel's metadata contain the address of the releases.
    failed = subprocess.run([rowloom, "flash", "ulx3s-25f", "--release", "0.0"], cwd=tmp_path, capture_output=True,
                            text=True, env={**os.environ, "https_proxy": "http://127.0.0.1:1"})
    address = f"{PROJECT['project']['urls']['Repository']}/releases/download/v0.0/ulx3s-25f.json"
    assert (failed.returncode, f"{address} cannot be downloaded" in failed.stderr) == (1, True)


def test_the_wheel_plans_a_build(install, tmp_path):
    assert "Radiona ULX3S (25F)" in run(install("build"), "build", "ulx3s-25f", "--dry-run", cwd=tmp_path)


@pytest.mark.slow  # pip installs the wheel twice, and the modules of all simulated boards are built
def test_the_wheel_from_pip_solves_and_writes_the_page(dist, tmp_path):
    status, output = release("try", str(next(dist.glob("*.whl"))), str(tmp_path))
    assert (status, output.count("solved and verified")) == (0, 2), output
    assert (tmp_path / "site" / "index.html").exists()


@pytest.mark.slow  # the modules of all simulated boards are built
def test_the_site_holds_the_documentation_and_the_page(tmp_path):
    status, output = release("site", str(tmp_path), "https://example.org/rowloom/")
    assert status == 0, output
    assert 'href="play/"' in (tmp_path / "index.html").read_text()
    assert "https://example.org/rowloom/play/" in (tmp_path / "play" / "index.html").read_text()


def test_notes(copy):
    version, address = PROJECT["project"]["version"], PROJECT["project"]["urls"]["Repository"]
    changelog = copy / "CHANGELOG.md"
    changelog.write_text(f"## Unreleased\n\nnext\n\n## {version}\n\nthis\n\n### Added\n\n## 0.0\n\nlast\n")
    status, output = release("notes", f"v{version}", root=copy)
    assert (status, output.split()) == (0, ["this", "###", "Added"])
    server, _, repository = address.rpartition("github.com/")
    here = {"GITHUB_SERVER_URL": f"{server}github.com", "GITHUB_REPOSITORY": repository}
    assert release("notes", f"v{version}", root=copy, **here) == (0, output)
    for tag, variables, fault in (
        ("v99", {}, f"the version in pyproject.toml is {version}"),
        (f"v{version}", here | {"GITHUB_REPOSITORY": "a/fork"}, f"the Repository in pyproject.toml is {address}"),
    ):
        status, output = release("notes", tag, root=copy, **variables)
        assert (status, fault in output) == (1, True)
    changelog.write_text("## Unreleased\n\nnext\n")
    assert release("notes", f"v{version}", root=copy) == (1, f'CHANGELOG.md has no section "## {version}"\n')


def test_other_steps():
    from rowloom.boards import BOARDS

    status, output = release("builds")
    assert (status, json.loads(output)) == (0, [
        f"{name}{usb}" for name, board in BOARDS.items() if board.is_ecp5
        for usb in ("", " --usb") if board.usb or not usb])
    for words in ([], ["builds", "x"], ["package"], ["publish", "x"]):
        status, output = release(*words)
        assert (status, output.startswith("usage:")) == (2, True)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows(path):
    """Workflows are valid YAML, their jobs exist, and they run existing scripts."""
    yaml = pytest.importorskip("yaml", reason="PyYAML, a package of the extra `docs`, is not installed")
    workflow = yaml.safe_load(path.read_text())
    steps = set(re.findall(r"^(\w+)\(\) \{$", (ROOT / ".ci" / "release").read_text(), re.MULTILINE))
    assert workflow["permissions"] == {"contents": "read"} and workflow[True]  # YAML reads the key `on` as True
    for job in workflow["jobs"].values():
        if "uses" in job:
            assert (ROOT / job["uses"]).exists()
            continue
        needs = job.get("needs", [])
        assert set([needs] if isinstance(needs, str) else needs) <= workflow["jobs"].keys()
        assert job["runs-on"] and job["timeout-minutes"]
        for step in job["steps"]:
            assert ("run" in step) != ("uses" in step)
            assert re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step.get("uses", "a/b@v1"))
            command = step.get("run", "")
            assert set(re.findall(r"\.ci/release (\w+)", command)) <= steps
            for extra in re.findall(r"'\.\[(.*?)\]'", command):
                assert set(extra.split(",")) <= PROJECT["project"]["optional-dependencies"].keys()
    text = path.read_text()
    for job, output in re.findall(r"needs\.(\w+)\.outputs\.(\w+)", text):
        assert output in workflow["jobs"][job]["outputs"]


def test_releases_have_one_address():
    """Wherever pages and workflows name the repository, they give the address in pyproject.toml."""
    address = PROJECT["project"]["urls"]["Repository"]
    name = address.rpartition("/")[2]
    for path in (*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *WORKFLOWS):
        for found in re.findall(rf"https://github\.com/[\w-]+/{name}\b", path.read_text()):
            assert found == address, path
