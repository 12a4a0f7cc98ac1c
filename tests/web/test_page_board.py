"""The page with a serial port, to which a board or another device is connected.

The board is the WebAssembly module that the page uses, too, so that it is compiled only once. Here, wasmtime runs it.
"""

from dataclasses import replace

import pytest

from rowloom.host.wire import protocol
from rowloom.host.wire.protocol import Reason, Refused
from rowloom.sim.module import build_module, module_config
from support.browser_page import EMPTY, LONG, SLITHER, Keys
from support.channel import IDENTITY
from support.module_board import BYTES, CLOCKS, ModuleBoard
from support.peer import answer_hello, peer, received
from support.serial_port import serial_port

SLINK = "4 4\n3 3 2 3\n1 2 2 2\n2 3 2 1\n2 2 2 3\n"


@pytest.fixture
def plugged(page, browser):
    """Open the page with a serial port to which a board with the default build is connected. While the board is
    unplugged, its clock stands still."""
    board = ModuleBoard(build_module(module_config("deducer")))

    def behave(connection, over):
        for data in received(connection, over):
            board.write(data)
            while board.run(CLOCKS) == BYTES:
                connection.sendall(board.take())

    with peer(behave) as port, serial_port(browser, port):
        page.open(EMPTY)
        yield page


def connect(page):
    page.click("#connect")
    page.wait(lambda: page.is_shown("#disconnect"), 60)


def test_a_board_solves(plugged):
    cycles = []
    connect(plugged)
    assert "deducer" in plugged.text("#board-facts")
    assert plugged.script("return window.baudRate") == 1_000_000
    for text in SLITHER, SLINK:
        assert plugged.solve(text) == ("solved", "true")
        cycles.append(plugged.data("cycles"))
    for text, why in (
        ("5" + "." * 80, "without an engine for Sudoku"),
        ("40 40\n" + ("." * 40 + "\n") * 40, "64x36"),
        ("40 40\n" + ("1 " * 40 + "\n") * 40, "solves Slink up to 64x36"),
    ):
        plugged.paste(text)
        assert not plugged.is_enabled("#solve")
        assert why in plugged.text("#certain")
    plugged.make(today=True, genre="sudoku")  # a simulated board makes it
    plugged.wait(lambda: "Daily" in plugged.text("h2"), 60)
    plugged.click("#tab-edit")
    assert "A board at this computer" in plugged.text("#board-heading")
    plugged.click("#disconnect")
    for text, expected in zip((SLITHER, SLINK), cycles, strict=True):
        assert plugged.solve(text) == ("solved", "true")
        assert plugged.data("cycles") == expected


def test_unplugged_and_connected_again(plugged):
    """A board is unplugged while it is idle, and during a search. No work is lost."""
    plugged.play(LONG, "w", "a")
    clues, drawn = plugged.clues(), plugged.attribute(".line.mine", "d")
    assert drawn
    for is_busy in False, True:
        plugged.click("#tab-edit")
        connect(plugged)
        assert not plugged.is_shown("#board-message")
        if is_busy:
            plugged.click("#solve")
            plugged.wait(lambda: "node" in plugged.text("#progress"), 60)
        plugged.script("return window.unplug()")
        if is_busy:
            assert plugged.solved() == ("error", "")
        plugged.wait(lambda: plugged.is_shown("#connect"))
        assert "unplugged" in plugged.text("#verdict" if is_busy else "#board-message")
        assert plugged.clues() == clues
        plugged.click("#tab-play")
        assert plugged.attribute(".line.mine", "d") == drawn
    plugged.click("#tab-edit")
    assert plugged.solve(SLITHER) == ("solved", "true")  # by the page's own simulated board
    connect(plugged)
    plugged.type(Keys.CONTROL + Keys.ENTER)
    assert plugged.solved() == ("solved", "true"), plugged.text("#verdict")
    assert "A board at this computer" in plugged.text("#board-heading")
    plugged.make(size="20,15")
    plugged.script("return window.unplug()")
    plugged.wait(lambda: "unplugged" in plugged.text(".toast"))


def test_a_board_with_several_socs(page, browser):
    """The page shows the number of SoCs, and the engine that they all have once. peers.test.js tests jobs."""
    socs = answer_hello(lambda session: protocol.pack(replace(IDENTITY, socs=3), session))
    with peer(socs) as port, serial_port(browser, port):
        page.open(EMPTY)
        connect(page)
        assert page.text("#board-facts").splitlines()[-4:-1] == ["SoCs", "3", "Slitherlink, checker"]


def test_a_board_with_an_older_protocol(page, browser):
    old = answer_hello(lambda session: protocol.pack(Refused(Reason.VERSION), session))
    with peer(old) as port, serial_port(browser, port):
        page.open(EMPTY)
        page.paste(SLITHER)
        page.click("#connect")
        page.wait(lambda: "version" in page.text("#board-message"))
        assert page.is_shown("#connect")
        page.click("#solve")
        assert page.solved() == ("solved", "true")
