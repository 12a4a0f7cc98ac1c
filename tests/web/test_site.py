"""The site: its modules are built side by side."""

import os
import threading
from threading import Event
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from rowloom.sim.module import DESCRIPTION, WASM
from rowloom.tools import ToolError
from rowloom.web import site
from rowloom.web.serve import SiteServer


def built(folder):
    folder.mkdir()
    (folder / WASM).write_bytes(b"wasm")
    (folder / DESCRIPTION).write_text('{"engines": [], "watched": []}')
    return folder


@pytest.mark.skipif((os.cpu_count() or 1) < 2, reason="one at a time is built on one processor")
def test_modules_are_built_side_by_side(monkeypatch, tmp_path):
    others = {name: Event() for name in site.ENGINES[:2]}

    def build(config, report):
        name = config.names[0]
        report("1/4")
        for engine, event in others.items():
            if engine == name.partition(":")[0]:
                event.set()
                assert all(other.wait(20) for other in others.values())
        return built(tmp_path / name)

    monkeypatch.setattr(site, "build_module", build)
    lines = []
    site.write_site(tmp_path / "site", lines.append)
    assert sorted(lines) == sorted(f"{name}: 1/4" for name in site.ENGINES)
    for name in site.ENGINES:
        assert (tmp_path / "site" / "board" / f"{name.partition(':')[0]}.wasm").is_file()


def test_one_that_fails_ends_the_others(monkeypatch, tmp_path):
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


def test_a_module_is_built_when_it_is_wanted(monkeypatch, tmp_path):
    def build(config, report):
        if len(asked) == 0:
            asked.append("failed")
            raise ToolError("no room")
        asked.append(config.names[0].partition(":")[0])
        return built(tmp_path / asked[-1])

    asked = []
    monkeypatch.setattr(site, "build_module", build)
    site.write_page(tmp_path / "site")
    listed = (tmp_path / "site" / "board" / "modules.js").read_text()
    assert all(f'"board/{name.partition(":")[0]}.wasm"' in listed for name in site.ENGINES)
    with (
        site.Modules(tmp_path / "site", print) as modules,
        SiteServer(tmp_path / "site", make=modules.make) as server,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in "", "main.js":
            urlopen(server.url + name).close()
        assert asked == []
        with pytest.raises(HTTPError) as error:
            urlopen(f"{server.url}board/canal.wasm")
        assert b"no room" in error.value.read()
        error.value.close()
        for _ in range(2):
            with urlopen(f"{server.url}board/canal.wasm") as response:
                assert (response.read(), response.headers["Content-Type"]) == (b"wasm", "application/wasm")
        server.shutdown()
    assert asked == ["failed", "canal"]
