"""The service worker: the page works without its server, and changes to a new version as a whole."""

import shutil

import pytest

from rowloom.web import site
from support.browser_page import EMPTY, SLITHER, Page, served

IS_KEPT = "return navigator.serviceWorker?.getRegistration().then((one) => Boolean(one?.active))"


@pytest.fixture(scope="module")
def versions(address, written, tmp_path_factory):
    """Return a function that writes a version of the site into a folder; the versions differ in one message."""
    root = tmp_path_factory.mktemp("versions")

    def write(folder, name):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(site, "Modules", lambda folder, report: Copied(folder, written))
            patch.setattr(site, "draw", lambda path: path.write_bytes(b"picture"))
            original = site.source
            # The page stores itself at once, so that the tests do not wait for it.
            patch.setattr(site, "source", lambda path: original(path)
                          .replace("Light or dark theme", name).replace("PAUSE = 5_000", "PAUSE = 0"))
            site.write_site(folder)

    return root, write


class Copied:
    def __init__(self, folder, written):
        self.folder, self.written = folder / "board", written / "board"

    def make_all(self):
        for engine in "deducer", "parallel":
            for suffix in "json", "wasm":
                shutil.copy(self.written / f"{engine}.{suffix}", self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *exception):
        pass


@pytest.fixture
def page(browser, versions):
    """Open version 1 of a site on a first visit, and wait until the browser has kept it."""
    root, write = versions
    shutil.rmtree(root, ignore_errors=True)
    write(root, "Version 1")
    with served(root) as address:
        page = Page(browser, address)
        page.forget()
        page.folder, page.write = root, lambda name: write(root, name)
        page.open(EMPTY)
        page.wait(lambda: page.script(IS_KEPT))
        yield page
        browser.get("about:blank")
        browser.execute_cdp_cmd(
            "Storage.clearDataForOrigin", {"origin": address.rstrip("/"), "storageTypes": "all"})


def version(page):
    return page.attribute("#theme", "title")


def test_a_new_version_is_offered_replaces_all_files_and_needs_no_server(page):
    page.open(EMPTY)
    assert version(page) == "Version 1"
    page.write("Version 2")
    page.open(EMPTY)
    assert version(page) == "Version 1"
    page.wait(lambda: page.is_shown("#update"))
    # Until a person chooses the new version, all files are those of the old one.
    page.browser.refresh()
    page.wait(lambda: page.is_shown("#update"))
    assert (version(page), page.solve(SLITHER)) == ("Version 1", ("solved", "true"))
    page.click("#update")
    page.wait(lambda: version(page) == "Version 2")
    assert not page.count("#update")
    shutil.rmtree(page.folder)
    page.open(EMPTY)
    assert (version(page), page.solve(SLITHER)) == ("Version 2", ("solved", "true"))
    page.click("#tool-open")
    page.wait(lambda: page.count(".example"))


def test_a_version_that_is_not_complete_is_not_offered(page):
    page.write("Version 2")
    (page.folder / "index.html").write_text("the page of another version")
    page.open(EMPTY)
    page.script("return navigator.serviceWorker.getRegistration().then((one) => one.update().catch(() => null))")
    assert (version(page), page.count("#update")) == ("Version 1", 0)
