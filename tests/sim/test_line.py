"""The line to the simulated board, from one end to the other, without a board in between."""

import ctypes

import pytest

from rowloom.sim.program import SOURCES, compile_cpp

KEPT = 1 << 16

CODE = """
#include "line.h"

static Sender sender;
static Receiver receiver;

extern "C" size_t room() { return sender.room(); }

extern "C" void add(const uint8_t *data, size_t length)
{
    sender.bytes.insert(sender.bytes.end(), data, data + length);
}

extern "C" void carry(double clocks_per_bit)
{
    static uint64_t clock;
    do {
        receiver.level(sender.level(clock, clocks_per_bit), clock, clocks_per_bit);
        clock++;
    } while (!sender.idle() || receiver.busy());
}

extern "C" size_t take(char *data)
{
    size_t length = receiver.bytes.copy(data, receiver.bytes.size());
    receiver.bytes.clear();
    return length;
}
"""


@pytest.fixture(scope="module")
def line(tmp_path_factory):
    folder = tmp_path_factory.mktemp("line")
    source = folder / "line.cpp"
    source.write_text(CODE)
    library = ctypes.CDLL(str(compile_cpp([source], folder, [f"-I{SOURCES}"], shared=True)))
    library.room.restype = library.take.restype = ctypes.c_size_t
    library.add.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    library.carry.argtypes = [ctypes.c_double]
    return library


def take(line):
    data = ctypes.create_string_buffer(2 * KEPT)
    length = line.take(data)
    return data.raw[:length]


@pytest.mark.parametrize("clocks_per_bit", [5, 16.3, 434])
def test_bytes_pass(line, clocks_per_bit):
    data = bytes(range(256))
    line.add(data, len(data))
    line.carry(clocks_per_bit)
    assert take(line) == data


def test_what_nobody_takes_is_lost(line):
    data = bytes(range(251)) * (KEPT // 251 + 2)
    line.add(data, len(data))
    line.carry(5)
    assert take(line) == data[:KEPT]
    line.add(data, 10)
    line.carry(5)
    assert take(line) == data[:10]


def test_room(line):
    most = line.room()
    line.add(bytes(most - 1), most - 1)
    assert line.room() == 1
    line.add(bytes(2), 2)
    assert line.room() == 0
    line.carry(5)
    assert line.room() == most
    take(line)
