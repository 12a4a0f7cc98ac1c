"""The service worker: the page works without its server, and a new version replaces all files at once."""

import shutil
from contextlib import nullcontext
from types import SimpleNamespace

import pytest

from rowloom.web import site
from support.browser_page import EMPTY, SLITHER, Page, served
from support.firefox import Firefox

IS_STORED = "navigator.serviceWorker?.getRegistration().then((one) => Boolean(one?.active))"


@pytest.fixture(scope="module")
def versions(address, written, tmp_path_factory):
    """Return a folder, and a function that writes a version of the site into it; versions differ in one message."""
    root = tmp_path_factory.mktemp("versions")

    def copied(folder, report):
        """Replace ``Modules``: copy the modules of two boards instead of building modules."""
        def make_all():
            for name in "deducer.json", "deducer.wasm", "parallel.json", "parallel.wasm":
                shutil.copy(written / "board" / name, folder / "board")

        return nullcontext(SimpleNamespace(make_all=make_all))

    def write(name):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(site, "Modules", copied)
            patch.setattr(site, "draw", lambda path: path.write_bytes(b"picture"))
            original = site.source
            # The page stores itself at once, so that the tests do not wait for it.
            patch.setattr(site, "source", lambda path: original(path)
                          .replace("Light or dark theme", name).replace("PAUSE = 5_000", "PAUSE = 0"))
            site.write_site(root)

    return root, write


@pytest.fixture
def page(browser, versions):
    """Open version 1 of a site for the first time, and wait until the browser has stored it."""
    root, write = versions
    shutil.rmtree(root, ignore_errors=True)
    write("Version 1")
    with served(root) as address:
        page = Page(browser, address)
        page.forget()
        page.folder, page.write = root, write
        page.open(EMPTY)
        page.wait(lambda: page.script(f"return {IS_STORED}"))
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
    # All files are those of the old version until a person chooses the new version.
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


@pytest.mark.skipif(not Firefox.exists(), reason="there is no firefox")
def test_firefox(versions, tmp_path):
    root, write = versions
    write("Version 1")
    with Firefox(tmp_path) as firefox:
        with served(root) as address:
            firefox.open(f"{address}{EMPTY}")
            firefox.wait(IS_STORED)
        firefox.open(f"{address}#puzzle=?{SLITHER.partition('?')[2]}&solve")
        assert firefox.wait("document.body.dataset.unique") == "true"
        assert firefox.errors == []
