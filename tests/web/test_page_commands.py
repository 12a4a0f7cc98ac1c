"""``rowloom web`` and ``rowloom serve``: the site that they write, and the server."""

import gzip
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from rowloom.host.cli import main
from rowloom.web.serve import SiteServer
from rowloom.web.site import ENGINES

PAGE = Path(__file__).parents[2] / "web" / "page"


def test_web_writes_a_site_that_names_its_own_files_only(capsys, tmp_path):
    assert main(["web", "--out", str(tmp_path / "a" / "site")]) == 0
    assert "site" in capsys.readouterr().out
    site = tmp_path / "a" / "site"
    page = (site / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:href|src)="([^"#]+)"', page)
    assert len(named) > 40
    assert [name for name in named if not (site / name).is_file()] == []
    for module in site.rglob("*.js"):
        for name in re.findall(r'from "(\.[^"]+)"', module.read_text(encoding="utf-8")):
            assert (module.parent / name).is_file(), (module, name)


def test_what_is_loaded_is_small(capsys, tmp_path):
    """The page with all its views, and the module of each genre's board, which is loaded when it is needed."""
    assert main(["web", "--out", str(tmp_path)]) == 0
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in tmp_path.rglob("*") if path.is_file()}
    modules = {path: size for path, size in sizes.items() if path.suffix == ".wasm"}
    assert len(modules) == len(ENGINES)
    assert max(modules.values()) < 70_000
    assert sum(sizes.values()) - sum(modules.values()) < 155_000


def test_scripts_and_styles_are_minified(capsys, tmp_path):
    assert main(["web", "--out", str(tmp_path)]) == 0
    for path in (*PAGE.rglob("*.js"), *PAGE.rglob("*.css")):
        source, written = (one.read_text(encoding="utf-8") for one in (path, tmp_path / path.relative_to(PAGE)))
        assert "/*" not in written and "\n//" not in written and 0 < len(written) < len(source), path


def test_a_folder_that_cannot_be_written(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main(["web", "--out", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.parametrize("name, kind", [
    ("", "text/html"), ("main.js", "text/javascript"), ("style.css", "text/css"), ("icon.svg", "image/svg+xml"),
    ("board/deducer.wasm", "application/wasm"), ("examples.json", "application/json"),
])
def test_files_are_served_as_what_they_are(address, name, kind):
    with urlopen(address + name) as response:
        assert response.headers.get_content_type() == kind


def test_only_what_is_in_the_folder_is_served(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "secret").write_text("secret")
    with SiteServer(tmp_path / "site") as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(HTTPError, match="404"):
            urlopen(server.url + "../secret")
        server.shutdown()


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGINT for another process")
@pytest.mark.usefixtures("address")  # the modules are there
def test_serve_until_ctrl_c(start):
    command = [sys.executable, "-m", "rowloom", "serve", "--no-open"]
    process = start(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    url = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
    with urlopen(url) as response:
        assert b"Rowloom" in response.read()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (0, "", "")


def test_a_port_that_is_in_use(capsys, tmp_path):
    with SiteServer(tmp_path) as server:
        assert main(["serve", "--no-open", "--port", str(server.server_port)]) == 1
    out, err = capsys.readouterr()
    assert (out, str(server.server_port) in err) == ("", True)
