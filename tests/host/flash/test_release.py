"""Downloads of builds from a local server, which delivers some files with faults."""

import hashlib
import json
from pathlib import Path

import pytest

from rowloom.host.flash import release
from rowloom.host.flash.release import DownloadError, download, download_release
from rowloom.tools import ToolError
from support.builds import BITS, RECORD, write
from support.faulty_site import CUT, faulty_site
from support.peer import peer, received
from support.says import Says

BOARD = "ulx3s-25f"
ASSETS = "releases/download/v0.1.0"
MANIFEST, BITSTREAM = f"{ASSETS}/{BOARD}.json", f"{ASSETS}/{BOARD}.bit"


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """Serve an empty folder; yield the folder, its address, and a dictionary of faults, which tests fill."""
    folder = tmp_path_factory.mktemp("site")
    with faulty_site(folder) as (url, faults):
        yield folder, url, faults


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def site(server, monkeypatch):
    """Serve a repository with a release; return the address of the release's manifest, and the dictionary of faults."""
    folder, url, faults = server
    faults.clear()
    write(folder / ASSETS)
    (folder / ASSETS / "manifest.json").rename(folder / MANIFEST)
    monkeypatch.setattr(release, "_repository", lambda: url.rstrip("/"))
    return url + MANIFEST, faults


def changed(**fields):
    return json.dumps(RECORD | fields).encode()


class Progress(list):
    def __call__(self, address, done, size):
        self.append((address.rpartition("/")[2], done, size))


def fails(source, error=DownloadError):
    """Check that the download of a build fails, and that nothing remains in the cache; return the message."""
    with pytest.raises(error) as caught:
        download(str(source), BOARD, Progress())
    assert [path for path in Path("cache").rglob("*") if path.is_file()] == []
    return str(caught.value)


def test_a_release(site):
    _, faults = site
    progress = Progress()
    build = download_release(BOARD, False, "0.1.0", progress)
    size = len(json.dumps(RECORD))
    assert progress == [
        (f"{BOARD}.json", 0, size), (f"{BOARD}.json", size, size),
        (f"{BOARD}.bit", 0, len(BITS)), (f"{BOARD}.bit", len(BITS), len(BITS)),
    ]  # fmt: skip
    assert (build.board, build.bitstream.name, build.bitstream.read_bytes()) == (BOARD, f"{BOARD}.bit", BITS)
    # The second time, nothing is downloaded, unless the copy in the cache is damaged.
    faults |= {MANIFEST: 500}
    assert download_release(BOARD, False, "0.1.0", Progress()) == build
    build.bitstream.write_bytes(BITS[:-1])
    with pytest.raises(DownloadError, match="500"):
        download_release(BOARD, False, "0.1.0", Progress())
    faults.clear()
    assert download_release(BOARD, False, "0.1.0", Progress()) == build
    assert build.bitstream.read_bytes() == BITS


@pytest.mark.parametrize("board, usb, version", [
    ("icepi-zero", False, "0.1.0"), (BOARD, False, "0.2"), (BOARD, True, "0.1.0"),
])
def test_a_missing_release(site, board, usb, version):
    with pytest.raises(DownloadError) as caught:
        download_release(board, usb, version, Progress())
    root, [name, build] = site[0].partition("/releases")[0], (("-usb", " --usb") if usb else ("", ""))
    assert str(caught.value) == Says(f"{root}/releases/download/v{version}/{board}{name}.json", "404",
                                     f"release {version}", f"no bitstream for {board}{' with --usb' if usb else ' ('}",
                                     f"{root}/releases lists", f"`rowloom build {board}{build}`")


def test_addresses_and_files(site, server, monkeypatch):
    url, faults = site
    folder = server[0]
    monkeypatch.chdir(folder)
    for source in (url, folder / MANIFEST, MANIFEST, (folder / MANIFEST).as_uri()):
        build = download(str(source), BOARD, Progress())
        assert (build.build, build.bitstream.read_bytes()) == (RECORD["build"], BITS)
    # The file at an address may change.
    (folder / MANIFEST).write_bytes(changed(build="ffeeddccbbaa9988"))
    assert download(url, BOARD, Progress()).build == "ffeeddccbbaa9988"
    # The server redirects the addresses of a release's files. The bitstream's address is derived from the manifest's
    # original address, not from the address to which the manifest was redirected.
    (folder / "elsewhere").mkdir()
    for name, moved in ((MANIFEST, "elsewhere/1"), (BITSTREAM, "elsewhere/2")):
        (folder / name).rename(folder / moved)
        faults[name] = 302, f"/{moved}"
    assert download(url, BOARD, Progress()).bitstream.read_bytes() == BITS


@pytest.mark.parametrize("file, fault, facts", [
    *((file, CUT, ("incomplete", "after 5 of 105 bytes")) for file in (MANIFEST, BITSTREAM)),
    *((MANIFEST, status, (f"the server answers {status}",)) for status in (404, 503)),
    (BITSTREAM, 404, ("ulx3s-25f.bit", "the server answers 404")),
    (MANIFEST, (302, f"/{MANIFEST}"), ("the server answers 302", "redirect")),
    (MANIFEST, (302, "file:///etc/passwd"), ("the server answers 302", "not allowed")),
    (MANIFEST, b"<html>", ("is not the manifest of a build (it is not JSON)", "BOARD.json")),
    (MANIFEST, changed()[:-9], ("is not the manifest of a build (it is not JSON)",)),
    (MANIFEST, changed(bit_rate=0), ("is not the manifest of a build", "'bit_rate' is 0")),
    (MANIFEST, changed(bitstream="../x.bit", files={"../x.bit": "0"}), ("other folders",)),
    (MANIFEST, changed(board="icepi-zero", title="Icepi"), ("wrong board", "not for ulx3s-25f", "icepi-zero", "Icepi")),
    (MANIFEST, changed(bitstream=None, files={"ulx3s-25f-vivado.zip": "0"}), ("Vivado",)),
    *((BITSTREAM, bits, ("ulx3s-25f.bit does not match its manifest",)) for bits in (BITS[:-1], BITS + b"\0", b"")),
])  # fmt: skip
def test_faults(site, file, fault, facts):
    url, faults = site
    faults[file] = fault
    assert fails(url) == Says(url.rpartition("/")[0], *facts)


def test_more_than_a_bitstream(site, monkeypatch):
    monkeypatch.setattr(release, "MOST", 100)
    assert fails(site[0]) == Says("too large", "100 bytes")


@pytest.mark.parametrize("source, facts", [
    ("http://127.0.0.1:1/x.json", ("refused", "online?")),
    ("https://no-such-host.invalid/x.json", ("no-such-host.invalid/x.json cannot be downloaded",)),
    ("http://[/x.json", ("cannot be downloaded", "IPv6")),
    ("http:///x.json", ("cannot be downloaded", "no host given")),
    ("ftp://127.0.0.1/x.json", ("neither a file nor an address", "http://")),
    ("missing.json", ("/missing.json", "No such file")),
    (".", ("directory",)),
])  # fmt: skip
def test_addresses_without_a_server(source, facts):
    assert fails(source) == Says(*facts)


@pytest.mark.parametrize("answer, waits, facts", [
    (b"", True, ("nothing has arrived for 0.3 s",)),
    (b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", True, ("nothing has arrived for 0.3 s",)),
    (b"SSH-2.0-OpenSSH_9.2\r\n", True, ("cannot be downloaded", "SSH-2.0")),
    (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n", False,
     ("incomplete: the connection ended after 4 bytes",)),
])  # fmt: skip
def test_servers_that_do_not_speak_or_stop(monkeypatch, answer, waits, facts):
    monkeypatch.setattr(release, "_SILENCE", 0.3)

    def behave(connection, over):
        next(filter(None, received(connection, over)))
        connection.sendall(answer)
        if waits:
            over.wait()

    with peer(behave) as port:
        assert fails(f"http://127.0.0.1:{port}/x.json") == Says(*facts)


def test_a_cache_that_cannot_be_written(site, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ROWLOOM_CACHE", str(tmp_path / "file"))
    assert fails(site[0], error=ToolError) == Says("ROWLOOM_CACHE")


def test_the_command(run_lines, loader, site):
    url, _ = site
    for words in (["--from", url], ["--release", "v0.1.0"], ["--release", "0.1.0"]):
        status, [line], err = run_lines("flash", BOARD, *words, "--dry-run")
        assert (status, line) == (0, Says(f"{loader.path} --board ulx3s ", f"{BOARD}.bit"))
        assert Path(line.split()[-1]).read_bytes() == BITS
        downloads = [f"rowloom: downloading {one}" for one in (url, f"{url.removesuffix('json')}bit")]
        assert err == (downloads if "--from" in words else [])
    assert run_lines("flash", BOARD, "--usb") == (2, [], [Says("--usb", "add --release")])
    calls = loader.calls()
    status, out, err = run_lines("flash", BOARD, "--release", "0.2")
    assert (status, out, err[-1], loader.calls()) == (1, [], Says("no release 0.2"), calls)


def test_the_build_for_usb_of_a_release(run_lines, loader, site, server):
    folder, _, _ = server
    name = f"{BOARD}-usb.bit"
    (folder / ASSETS / name).write_bytes(b"usb")
    (folder / ASSETS / f"{BOARD}-usb.json").write_bytes(changed(
        build="ffeeddccbbaa9988", bitstream=name, files={name: hashlib.sha256(b"usb").hexdigest()}))
    for _ in range(2):  # the second time, both builds are in the cache
        for words, bits in ((["--usb"], b"usb"), ([], BITS)):
            status, [line], _ = run_lines("flash", BOARD, "--release", "0.1.0", *words, "--dry-run")
            assert (status, Path(line.split()[-1]).read_bytes()) == (0, bits)


def test_bars_in_a_terminal(command, site, loader, monkeypatch):
    for name, value in (("TTY_COMPATIBLE", "1"), ("FORCE_COLOR", "1"), ("COLUMNS", "80")):
        monkeypatch.setenv(name, value)
    status, _, shown = command("flash", BOARD, "--from", site[0], "--dry-run")
    assert status == 0 and all(f"{BOARD}.{kind}" in shown for kind in ("json", "bit")) and "downloading" not in shown
