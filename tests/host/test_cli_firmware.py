"""``rowloom firmware`` against a board in virtual time: what it prints, and how it exits."""

import json
import shutil
import subprocess
import sys
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

import pytest

import rowloom.firmware.build as sources
from rowloom.host.board import Board
from rowloom.host.cli import connection, main
from rowloom.host.firmware import Image
from rowloom.host.protocol import Capability, Hello, Reason, Refused
from rowloom.hw.soc.config import Size, SoCConfig

PORT = ("--port", "/dev/ttyUSB0")
CONFIG = SoCConfig(checker=Size(10, 10), deducer=None)


@pytest.fixture(scope="module")
def here():
    """The image that the sources here make for the fake board."""
    return Image.parse(sources.image(CONFIG))


class Bench:
    """Runs command lines where the board is a fake one, of the sources here."""

    def __init__(self, wire, monkeypatch, capsys, here):
        self._wire, self._patch, self._capsys = wire, monkeypatch, capsys
        self.plug(interface=here.interface, firmware=here.firmware)

    def plug(self, **changes):
        """Connects a board that says something else about itself."""
        identity = replace(self._wire.IDENTITY, **changes)
        self.board = self._wire.FakeBoard(None, identity)
        self.board.IMAGE_BYTES = CONFIG.rom_bytes
        self.board.reset()
        self.channel = self._wire.Channel(self.board, limit=200.0)
        self._patch.setattr(connection, "open_link", lambda args, puzzles: nullcontext(self.channel))
        self._patch.setattr(connection, "Board", partial(Board, clock=self.channel.clock))

    def image(self, **changes):
        """A file with an image for the board."""
        data = self._wire.image(**{"interface": self.board._identity.interface, **changes})
        with open("idea.img", "wb") as file:
            file.write(data)
        return "idea.img"

    def run(self, *words):
        """Returns the exit status, the lines of standard output, and those of standard error."""
        status = main(["firmware", *map(str, words)])
        out, err = self._capsys.readouterr()
        return status, out.splitlines(), err.splitlines()


@pytest.fixture
def bench(wire, monkeypatch, capsys, tmp_path, here):
    monkeypatch.chdir(tmp_path)
    return Bench(wire, monkeypatch, capsys, here)


@pytest.fixture
def edited(monkeypatch, tmp_path):
    """The firmware's sources, as a person may change them."""
    copy = tmp_path / "firmware"
    shutil.copytree(sources.SOURCES, copy)
    monkeypatch.setattr(sources, "SOURCES", copy)
    return copy / "slitherlink_checker.c"


# From the sources


def test_load_the_sources(bench, here):
    status, out, err = bench.run(*PORT)
    assert (status, err) == (0, [])
    assert out[:3] == [
        "board       test board",
        f"firmware    {here.firmware:08x} (loaded over the line)",
        "sources     the same as here",
    ]
    assert out[3].startswith(f"loaded      {len(here.data):,} bytes in ")
    assert out[3].endswith(" s; gone after the next restart")
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
    assert err[0] == "rowloom: Zig's cc failed:"
    assert err[1].startswith(f"{edited}:{line}:25: error: use of undeclared identifier 'no_such_thing'")
    assert bench.board._image is None


def test_sources_for_other_gateware(bench, here):
    bench.plug(interface=1)
    assert bench.run(*PORT) == (1, [], [
        f"rowloom: firmware {here.firmware:08x}: made for another build of the gateware (interface"
        f" {here.interface:08x}; this board's is 00000001): use the sources that the board was built from, or"
        " build and flash the board again from those of the firmware"
    ])  # fmt: skip


def test_sources_that_do_not_know_the_boards_units(bench):
    bench.plug(capabilities=(Capability(9, 1, 5, 5),))
    assert bench.run(*PORT) == (1, [], [
        "rowloom: these sources make no firmware for the board's build: it has units that they do not know"
    ])  # fmt: skip


def test_sources_that_do_not_know_the_boards_size(bench):
    bench.plug(capabilities=(Capability(1, 1, 99, 5),))
    assert bench.run(*PORT) == (1, [], [
        "rowloom: these sources make no firmware for the board's build: the checker takes 1 to 32 rows, not 99"
    ])  # fmt: skip


def test_the_compiler_is_not_installed(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.firmware.build", None)
    assert bench.run(*PORT) == (1, [], [
        "rowloom: what compiles the firmware is not installed (import of rowloom.firmware.build halted; None in"
        " sys.modules): pip install 'rowloom[sim]', or load an image that was compiled elsewhere"
    ])  # fmt: skip


# From a file


def test_load_a_file(bench, here):
    status, out, err = bench.run(bench.image(size=2048, firmware=7), *PORT)
    assert (status, err) == (0, [])
    assert out[:3] == [
        "board       test board",
        "firmware    00000007 (loaded over the line)",
        f"sources     others than here, which make {here.firmware:08x}",
    ]
    assert out[3].startswith("loaded      2,048 bytes in ")


def test_load_a_file_without_a_compiler(bench, monkeypatch):
    monkeypatch.setitem(sys.modules, "rowloom.firmware.build", None)
    status, out, err = bench.run(bench.image(firmware=7), *PORT)
    assert (status, len(out), err) == (0, 3, [])


def test_files_that_are_none(bench, tmp_path):
    """A board need not be there to tell."""
    bench.channel.close()
    (tmp_path / "text").write_text("int main(void);\n")
    for name, message in (
        ("missing", "No such file or directory"),
        (tmp_path, "Is a directory"),
        ("text", "no firmware image: one has 4c574f52 at byte 4, and this has 6e69616d"),
    ):
        assert bench.run(name, *PORT) == (1, [], [f"rowloom: {name}: {message}"])


def test_a_file_that_is_too_large(bench):
    assert bench.run(bench.image(size=16388), *PORT) == (1, [], ["rowloom: idea.img: too large for the board"])


def test_a_file_that_hangs(bench, wire):
    assert bench.run(bench.image(habit=wire.HANGS), *PORT) == (1, [], [
        "rowloom: idea.img: it was started, but does not answer: it hangs. The board was restarted, and its own"
        " firmware runs"
    ])  # fmt: skip


# The board


def test_the_last_idea_hangs(bench, wire):
    """The next one is loaded all the same."""
    assert bench.run(bench.image(), *PORT)[0] == 0
    bench.board._habit = wire.HANGS
    status, out, err = bench.run(bench.image(firmware=8), *PORT)
    assert (status, out[1]) == (0, "firmware    00000008 (loaded over the line)")
    assert err == [
        "rowloom: test board does not answer as it should: restarting the board by a break on the line"
    ]


def test_the_last_idea_hangs_at_a_socket(bench, wire, monkeypatch):
    monkeypatch.setattr(bench.channel, "has_bit_rate", False)
    bench.board._habit = wire.HANGS
    assert bench.run("--restore", "--port", "socket://127.0.0.1:7") == (1, [], [
        "rowloom: test board: no answer; if a loaded firmware hangs there, end what listens and start it again"
    ])  # fmt: skip


def test_restore(bench, here):
    bench.run(bench.image(), *PORT)
    expected = [
        "board       test board",
        f"firmware    {here.firmware:08x} (its own)",
        "sources     the same as here",
    ]
    for _ in range(2):
        assert bench.run("--restore", *PORT) == (0, expected, [])


@pytest.mark.parametrize("habit", ["HANGS", "STAYS"])
def test_restore_what_does_not_obey(bench, wire, habit):
    bench.run(bench.image(), *PORT)
    bench.board._habit = getattr(wire, habit)
    status, out, err = bench.run("--restore", *PORT, "--json")
    (record,) = map(json.loads, out)
    assert (status, record["loaded"], record["bytes"], record["seconds"]) == (0, False, None, None)
    assert len(err) == (habit == "HANGS")


def test_restore_against_a_board_that_knows_no_break(bench, wire, monkeypatch):
    monkeypatch.setattr(bench.channel, "send_break", lambda: None)
    bench.board._habit = wire.HANGS
    assert bench.run("--restore", *PORT) == (1, [], [
        "rowloom: test board does not answer as it should: restarting the board by a break on the line",
        "rowloom: test board: no answer; is the board powered and programmed, and is this its port?",
    ])  # fmt: skip


def test_an_old_board(bench, monkeypatch):
    """One of the protocol's first version refuses to say who it is."""
    monkeypatch.setattr(bench.board, "_answer", lambda session, sequence, request: Refused(Reason.VERSION))
    status, out, err = bench.run(*PORT)
    assert (status, out, err[1:]) == (1, [], [
        "rowloom: test board: the board speaks another version of the protocol than this tool's 4: program it"
        " again, or install the rowloom that it was built with"
    ])  # fmt: skip


def test_show(bench, wire):
    """Nothing but a question goes over the line."""
    bench.run(bench.image(firmware=7), *PORT)
    bench.board.heard.clear()
    status, out, err = bench.run("--show", *PORT)
    assert (status, out[1], len(out), err) == (0, "firmware    00000007 (loaded over the line)", 3, [])
    assert set(bench.board.heard) == {Hello}


def test_show_does_not_restart_what_hangs(bench, wire):
    bench.board._habit = wire.HANGS
    status, out, _ = bench.run("--show", *PORT)
    assert (status, out, bench.board._habit) == (1, [], wire.HANGS)


def test_show_a_board_of_other_gateware(bench, here):
    bench.plug(capabilities=(Capability(9, 1, 5, 5),))
    status, out, err = bench.run("--show", *PORT)
    assert (status, out, err) == (0, ["board       test board", "firmware    33221100 (its own)"], [])


@pytest.mark.parametrize("words, message", [
    ((), "which board? Name its port with --port (`rowloom sim` offers a simulated board)"),
    (("--rows", "5", *PORT), "--build, --engine, --rows and --cols are for --save without --port"),
    (("--cols", "5"), "--build, --engine, --rows and --cols are for --save without --port"),
    (("--save", "x", "--build", "y", *PORT), "--build, --engine, --rows and --cols are for --save without --port"),
    (("--save", "x", "--build", "y", "--rows", "3"),
     "--build tells the engines and sizes; leave out --engine, --rows and --cols"),
    (("--port", "socket://x:1", "--baud", "9600"), "--baud is for serial ports; a socket has no bit rate"),
])  # fmt: skip
def test_options_that_do_not_fit_together(bench, words, message):
    assert bench.run(*words) == (2, [], [f"rowloom: {message}; see `rowloom firmware --help`"])


# Saving


@pytest.mark.parametrize("words, config", [
    (("--engine", "checker"), CONFIG),
    (("--engine", "checker", "--rows", 3, "--cols", 4), SoCConfig(Size(3, 4), None)),
    (("--engine", "fast", "--rows", 3), SoCConfig(None, Size(3, 36))),
    (("--build", "build/x"), SoCConfig(Size(5, 6), Size(7, 8), clock_hz=60_000_000, bit_rate=2_000_000)),
    (PORT, CONFIG),
])  # fmt: skip
def test_save(bench, tmp_path, words, config):
    manifest = {
        "clock_hz": 60_000_000,
        "bit_rate": 2_000_000,
        "units": [
            {"genre": "slitherlink", "engine": "fast", "rows": 7, "cols": 8},
            {"genre": "slitherlink", "engine": "checker", "rows": 5, "cols": 6},
        ],
    }
    (tmp_path / "build/x").mkdir(parents=True)
    (tmp_path / "build/x/manifest.json").write_text(json.dumps(manifest))
    if words != PORT:
        bench.channel.close()
    expected = Image.parse(sources.image(config))
    status, out, err = bench.run("--save", "idea.img", *words)
    assert (status, err) == (0, [])
    assert out == [f"idea.img: firmware {expected.firmware:08x}, {len(expected.data):,} bytes"]
    assert (tmp_path / "idea.img").read_bytes() == expected.data


def test_save_json(bench, here):
    status, out, err = bench.run("--save", "idea.img", "--json", "--engine", "checker")
    assert (status, err) == (0, [])
    assert list(map(json.loads, out)) == [{
        "file": "idea.img",
        "interface": f"{here.interface:08x}",
        "firmware": f"{here.firmware:08x}",
        "bytes": len(here.data),
    }]  # fmt: skip


def test_save_where_nothing_can_be_written(bench, tmp_path):
    assert bench.run("--save", tmp_path) == (1, [], [f"rowloom: {tmp_path}: Is a directory"])


@pytest.mark.parametrize("text, message", [
    (None, "No such file or directory; --build takes the folder of a build"),
    ("{", "not a manifest that `rowloom build` has written"),
    ("[]", "not a manifest that `rowloom build` has written"),
    ('{"clock_hz": 1, "bit_rate": 1, "units": []}', "not a manifest that `rowloom build` has written"),
    ('{"clock_hz": 1, "bit_rate": 1, "units": [{"engine": "slow", "rows": 1, "cols": 1}]}',
     "not a manifest that `rowloom build` has written"),
])  # fmt: skip
def test_no_manifest(bench, tmp_path, text, message):
    if text is not None:
        (tmp_path / "manifest.json").write_text(text)
    status, out, err = bench.run("--save", "idea.img", "--build", tmp_path)
    assert (status, out, err) == (1, [], [f"rowloom: {tmp_path}/manifest.json: {message}"])


# In a terminal


def test_progress(bench, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    status, _, err = bench.run(bench.image(size=2000), *PORT)
    assert status == 0
    assert any("loading" in line and "2.0/2.0 kB" in line for line in err)


def test_help(bench):
    status, out, err = bench.run("--help")
    assert (status, err) == (0, [])
    assert "examples:" in out
    assert max(map(len, out)) <= 81


def test_no_gateware_is_imported():
    program = "import sys, rowloom.host.cli.firmware; print(*sys.modules)"
    modules = subprocess.check_output([sys.executable, "-c", program], text=True).split()
    assert {"amaranth", "rowloom.hw", "rowloom.firmware"}.isdisjoint(modules)
