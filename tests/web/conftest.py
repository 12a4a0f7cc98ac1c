"""The site served, and a real browser that shows it."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from rowloom.web.serve import SiteServer
from rowloom.web.site import write_site
from support.page import Page

BROWSER, DRIVER = (shutil.which(name) for name in ("chromium", "chromedriver"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, in a folder."""
    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served."""
    with SiteServer(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.url
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """A browser without windows; one for each file, since it takes seconds to start."""
    if not (BROWSER and DRIVER):
        pytest.skip("there is no chromium, or no chromedriver")
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--window-size=1280,800"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def page(browser, address: str) -> Iterator[Page]:
    """The page as whoever comes for the first time finds it; nothing may have gone wrong in it at the end."""
    page = Page(browser, address)
    page.forget()
    page.open()
    yield page
    assert page.errors() == []
