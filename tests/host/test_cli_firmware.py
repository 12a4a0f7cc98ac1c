"""``rowloom firmware`` against a board in virtual time: what it prints, and how it exits."""

import json
import shutil
import sys
from dataclasses import replace

import pytest

import rowloom.firmware.build as sources
from rowloom.engines.config import SoCConfig
from rowloom.host.firmware import Image
from rowloom.host.wire.protocol import Capability, Hello, Reason, Refused
from support.channel import HANGS, IDENTITY, STAYS, FakeBoard, image_data
from support.says import Says
from support.terminal import Terminal

PORT = ("--port", "/dev/ttyUSB0")
CONFIG = SoCConfig.of("checker")


@pytest.fixture(scope="module", autouse=True)
def compiled_once():
    """The same sources are compiled once for the same memories: these tests are about what is done with an image."""
    compile_firmware, images = sources.compile_firmware, {}

    def compile_once(bus_map, loaded=False):
        key = sources.firmware_digest(bus_map), bus_map.linker_regions(loaded)
        if key not in images:
            images[key] = compile_firmware(bus_map, loaded)
        return images[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "compile_firmware", compile_once)
        yield


@pytest.fixture(scope="module")
def here():
    """The image that the sources here make for the fake board."""
    return Image.parse(sources.image(CONFIG))


class Bench:
    """Runs the command where the board is a fake one, of the sources here."""

    def __init__(self, terminal, here):
        self._terminal = terminal
        self.plug(interface=here.interface, firmware=here.firmware)

    def plug(self, **changes):
        """Connect a board that says something else about itself."""
        self.board = FakeBoard(None, replace(IDENTITY, **changes))
        self.board.IMAGE_BYTES = CONFIG.rom_bytes
        self.board.reset()
        self._terminal.plug(self.board)
        self.channel = self._terminal.channel

    def image(self, **changes):
        """Write a file with an image for the board; return its name."""
        data = image_data(**{"interface": self.board._identity.interface, **changes})
        with open("idea.img", "wb") as file:
            file.write(data)
        return "idea.img"

    def run(self, *words):
        """Return the exit status, the lines of standard output, and those of standard error."""
        return self._terminal.run("firmware", *words)


@pytest.fixture
def bench(monkeypatch, capsys, tmp_path, here):
    monkeypatch.chdir(tmp_path)
    return Bench(Terminal(monkeypatch, capsys), here)


@pytest.fixture
def edited(monkeypatch, tmp_path):
    """A file of the firmware's sources, as a person may change it."""
    copy = tmp_path / "firmware"
    shutil.copytree(sources.SOURCES, copy)
    monkeypatch.setattr(sources, "SOURCES", copy)
    return copy / "engines" / "checker.c"


# From the sources


def test_load_the_sources(bench, here):
    status, out, err = bench.run(*PORT)
    assert (status, err) == (0, [])
    assert out == [
        Says("board", "test board"), Says("firmware", f"{here.firmware:08x}", "loaded"), Says("sources", "same"),
        Says("loaded", f"{len(here.data):,} bytes", " s"),
    ]  # fmt: skip
    assert bench.board._image == here.data


def test_load_edited_sources(bench, here, edited):
    edited.write_text(edited.read_text() + "\n/* another idea */\n")
    status, out, err = bench.run(*PORT, "--json")
    (record,) = map(json.loads, out)
    assert (status, err) == (0, [])
    assert 0 < record.pop("seconds") < 10
    firmware = record["firmware"]
    assert firmware != f"{here.firmware:08x}"
    assert record == {
        "board": "test board",
        "interface": f"{here.interface:08x}",
        "firmware": firmware,
        "loaded": True,
        "sources": firmware,
        "bytes": len(bench.board._image),
    }


def test_sources_that_do_not_compile(bench, edited):
    text = edited.read_text()
    edited.write_text(text + "int idea(void) { return no_such_thing; }\n")
    status, out, err = bench.run(*PORT)
    line = len(text.splitlines()) + 1
    assert (status, out) == (1, [])
    assert err[1] == Says(f"{edited}:{line}:25: error: ", "'no_such_thing'")
    assert bench.board._image is None


def test_sources_for_other_gateware(bench, here):
    bench.plug(interface=1)
    facts = f"{here.firmware:08x}", "another build", f"{here.interface:08x}", "00000001"
    assert bench.run(*PORT) == (1, [], [Says(*facts)])


@pytest.mark.parametrize("engine, fact", [((9, 1, 5, 5), "unknown"), ((1, 1, 99, 5), "32 rows, not 99")])
def test_sources_that_do_not_know_the_board(bench, engine, fact):
    bench.plug(capabilities=(Capability(*engine),))
    assert bench.run(*PORT) == (1, [], [Says("these sources make no firmware", fact)])


def test_the_compiler_is_not_installed(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.firmware.build", None)
    assert bench.run(*PORT) == (1, [], [Says("not installed", "rowloom[sim]")])


# From a file


def test_load_a_file(bench, here):
    status, out, err = bench.run(bench.image(size=2048, firmware=7), *PORT)
    assert (status, err) == (0, [])
    assert out[1:] == [
        Says("firmware", "00000007", "loaded"), Says("sources", "others", f"{here.firmware:08x}"),
        Says("loaded", "2,048 bytes"),
    ]  # fmt: skip


def test_load_a_file_without_a_compiler(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.firmware.build", None)
    status, out, err = bench.run(bench.image(firmware=7), *PORT)
    assert (status, len(out), err) == (0, 3, [])


def test_files_that_are_none(bench, tmp_path):
    """A board need not be there to tell."""
    bench.channel.close()
    (tmp_path / "text").write_text("int main(void);\n")
    for name, fact in (("missing", "No such file"), (tmp_path, "Is a directory"), ("text", "no firmware image")):
        assert bench.run(name, *PORT) == (1, [], [Says(f"{name}: {fact}")])


def test_a_file_that_is_too_large(bench):
    image = bench.image(size=CONFIG.rom_bytes + 4)
    assert bench.run(image, *PORT) == (1, [], [Says("idea.img:", "too large")])


def test_a_file_that_hangs(bench):
    image = bench.image(habit=HANGS)
    assert bench.run(image, *PORT) == (1, [], [Says("idea.img:", "hangs", "its own firmware runs")])


# The board


def test_the_last_idea_hangs(bench):
    """The next one is loaded all the same."""
    assert bench.run(bench.image(), *PORT)[0] == 0
    bench.board._habit = HANGS
    status, out, err = bench.run(bench.image(firmware=8), *PORT)
    assert (status, out[1], err) == (0, Says("00000008", "loaded"), [Says("restarting the board", "break")])


def test_the_last_idea_hangs_at_a_socket(bench, monkeypatch):
    monkeypatch.setattr(bench.channel, "has_bit_rate", False)
    bench.board._habit = HANGS
    message = Says("no answer", "restart the simulator")
    assert bench.run("--restore", "--port", "socket://127.0.0.1:7") == (1, [], [message])


def test_restore(bench, here):
    bench.run(bench.image(), *PORT)
    for _ in range(2):
        status, out, err = bench.run("--restore", *PORT)
        assert (status, err) == (0, [])
        assert out[1:] == [Says("firmware", f"{here.firmware:08x}", "its own"), Says("sources", "same")]


@pytest.mark.parametrize("habit", [HANGS, STAYS])
def test_restore_what_does_not_obey(bench, habit):
    bench.run(bench.image(), *PORT)
    bench.board._habit = habit
    status, out, err = bench.run("--restore", *PORT, "--json")
    (record,) = map(json.loads, out)
    assert (status, record["loaded"], record["bytes"], record["seconds"]) == (0, False, None, None)
    assert len(err) == (habit == HANGS)


def test_restore_against_a_board_that_knows_no_break(bench, monkeypatch):
    monkeypatch.setattr(bench.channel, "send_break", lambda: None)
    bench.board._habit = HANGS
    assert bench.run("--restore", *PORT) == (1, [], [Says("restarting the board", "break"), Says("no answer")])


def test_an_old_board(bench, monkeypatch):
    """One of the protocol's first version refuses to say who it is."""
    monkeypatch.setattr(bench.board, "_answer", lambda session, sequence, request: Refused(Reason.VERSION))
    status, out, err = bench.run(*PORT)
    assert (status, out, err[-1]) == (1, [], Says("another version of the protocol"))


def test_show(bench):
    """Nothing but a question goes over the line."""
    bench.run(bench.image(firmware=7), *PORT)
    bench.board.heard.clear()
    status, out, err = bench.run("--show", *PORT)
    assert (status, out[1], len(out), err) == (0, Says("00000007", "loaded"), 3, [])
    assert set(bench.board.heard) == {Hello}


def test_show_does_not_restart_what_hangs(bench):
    bench.board._habit = HANGS
    status, out, _ = bench.run("--show", *PORT)
    assert (status, out, bench.board._habit) == (1, [], HANGS)


def test_show_a_board_of_other_gateware(bench):
    """What is compiled here is not for it, so nothing is said of that."""
    bench.plug(capabilities=(Capability(9, 1, 5, 5),))
    assert bench.run("--show", *PORT) == (0, [Says("board"), Says("firmware", "33221100", "its own")], [])


@pytest.mark.parametrize("words, facts", [
    ((), ("--port", "rowloom sim")),
    (("--with", "checker", *PORT), ("--with", "--save", "--port")),
    (("--with", "checker"), ("--with", "--save")),
    (("--save", "x", "--build", "y", *PORT), ("--build", "--save", "--port")),
    (("--save", "x", "--build", "y", "--with", "checker"), ("--build", "--with")),
    (("--port", "socket://x:1", "--baud", "9600"), ("--baud", "socket")),
])  # fmt: skip
def test_options_that_do_not_fit_together(bench, words, facts):
    assert bench.run(*words) == (2, [], [Says(*facts, "rowloom firmware --help")])


@pytest.mark.parametrize("words", [("x", "--save", "y"), ("x", "--restore", *PORT), ("--save", "x", "--wave", "y")])
def test_options_that_there_are_not(bench, words):
    assert bench.run(*words)[:2] == (2, [])


# Saving


@pytest.mark.parametrize("words, build", [
    (("--with", "checker"), CONFIG),
    (("--with", "deducer:3x36", "--with", "checker:3x4"), SoCConfig.of("checker:3x4", "deducer:3x36")),
    (("--build", "build/x"), SoCConfig.of("checker:5x6", "deducer:7x8", clock_hz=60_000_000, bit_rate=2_000_000)),
    ((), SoCConfig.of()),
    (PORT, CONFIG),
])  # fmt: skip
def test_save(bench, tmp_path, words, build):
    manifest = {"clock_hz": 60_000_000, "bit_rate": 2_000_000, "engines": ["deducer:7x8", "checker:5x6"]}
    (tmp_path / "build/x").mkdir(parents=True)
    (tmp_path / "build/x/manifest.json").write_text(json.dumps(manifest))
    if words != PORT:
        bench.channel.close()
    expected = Image.parse(sources.image(build))
    status, out, err = bench.run("--save", "idea.img", *words)
    assert (status, err) == (0, [])
    assert out == [Says("idea.img", f"{expected.firmware:08x}", f"{len(expected.data):,} bytes")]
    assert (tmp_path / "idea.img").read_bytes() == expected.data


def test_save_json(bench, here):
    status, out, err = bench.run("--save", "idea.img", "--json", "--with", "checker")
    assert (status, err) == (0, [])
    assert list(map(json.loads, out)) == [{
        "file": "idea.img",
        "interface": f"{here.interface:08x}",
        "firmware": f"{here.firmware:08x}",
        "bytes": len(here.data),
    }]  # fmt: skip


def test_save_where_nothing_can_be_written(bench, tmp_path):
    assert bench.run("--save", tmp_path) == (1, [], [Says(f"{tmp_path}: Is a directory")])


@pytest.mark.parametrize("text, fact", [
    (None, "No such file"), ("{", "not a manifest"), ("[]", "not a manifest"),
    *((json.dumps({"clock_hz": 50_000_000, "bit_rate": 1_000_000, **wrong}), "not a manifest") for wrong in (
        {}, {"engines": []}, {"engines": ["slow"]}, {"engines": ["checker:1"]}, {"engines": "checker"}, {"engines": 5},
        {"engines": ["checker"], "clock_hz": "fast"}, {"engines": ["checker"], "bit_rate": 0},
    )),
])  # fmt: skip
def test_no_manifest(bench, tmp_path, text, fact):
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    status, out, err = bench.run("--save", "idea.img", "--build", tmp_path)
    assert (status, out, err) == (1, [], [Says(f"{tmp_path}/manifest.json: {fact}")])


# In a terminal


def test_progress(bench, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    status, _, err = bench.run(bench.image(size=2000), *PORT)
    assert status == 0
    assert any("loading" in line and "2.0/2.0 kB" in line for line in err)
