"""The line to the simulated board. Bytes go from one end of the line to the other, without a board."""

import ctypes

import pytest

from rowloom.sim.program import SOURCES, compile_cpp

KEPT = 1 << 16

CODE = """
#include "line.h"

static Sender sender;
static Receiver receiver;
static LineUse use;

extern "C" size_t room() { return sender.bytes.room(); }

extern "C" void add(const uint8_t *data, size_t length) { sender.bytes.add(data, length); }

extern "C" void carry(double clocks_per_bit)
{
    static uint64_t clock;
    do {
        receiver.level(sender.level(clock, clocks_per_bit), clock, clocks_per_bit);
        use.count(clock, sender.busy(), receiver.on_line());
        clock++;
    } while (!sender.idle() || receiver.on_line());
}

// Clocks in which the sender and the receiver were busy since the previous call.
extern "C" void used(uint64_t *clocks)
{
    clocks[0] = use.to_board;
    clocks[1] = use.from_board;
    use = {};
}

extern "C" size_t take(char *data)
{
    const size_t length = receiver.bytes.size();
    std::memcpy(data, receiver.bytes.data(), length);
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


@pytest.mark.parametrize("number", [1, 100])
def test_a_byte_takes_ten_bits(line, number):
    clocks = (ctypes.c_uint64 * 2)()
    line.used(clocks)
    line.add(bytes(number), number)
    line.carry(17)
    take(line)
    line.used(clocks)
    assert all(abs(one - 170 * number) <= 2 for one in clocks), list(clocks)


def test_what_nobody_takes_is_lost(line):
    data = bytes(range(251)) * (KEPT // 251 + 2)
    for first in range(0, len(data), line.room()):
        piece = data[first:first + line.room()]
        line.add(piece, len(piece))
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
    assert take(line) == bytes(most)
