// The sender and the receiver at the host's end of a serial line, simulated clock by clock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// A queue of bytes; while it is full, new bytes are lost.
template <size_t most> class Bytes {
public:
    const uint8_t *data() const { return waiting; }
    size_t size() const { return count; }
    bool empty() const { return count == 0; }
    size_t room() const { return most - count; }

    void add(const uint8_t *bytes, size_t length)
    {
        length = std::min(length, room());
        std::memcpy(waiting + count, bytes, length);
        count += length;
    }

    // Remove this number of bytes from the front.
    void drop(size_t length)
    {
        count -= length;
        std::memmove(waiting, waiting + length, count);
    }

    void clear() { count = 0; }

private:
    uint8_t waiting[most];
    size_t count = 0;
};

// The serial adapter's sender. Unlike the board's bits, its bits need not be a whole number of clocks long.
class Sender {
public:
    // The queue is large enough to keep the line busy, and not larger than the buffer of a serial port.
    Bytes<4096> bytes;

    bool busy() const { return bit < bits || break_clocks > 0; }
    bool idle() const { return !busy() && bytes.empty(); }

    void hold_low(uint64_t clocks) { break_clocks = clocks; }

    // Return the line's level during this clock.
    bool level(uint64_t clock, double clocks_per_bit)
    {
        if (break_clocks > 0) {
            break_clocks--;
            return false;
        }
        if (bit < bits && clock >= began + uint64_t((bit + 1) * clocks_per_bit))
            bit++;
        if (bit == bits) {
            if (bytes.empty())
                return true;
            shifter = 0x200u | unsigned(*bytes.data()) << 1;
            bytes.drop(1);
            bit = 0;
            began = clock;
        }
        return shifter >> bit & 1;
    }

private:
    static constexpr unsigned bits = 10;
    unsigned shifter = 0, bit = bits;
    uint64_t began = 0, break_clocks = 0;
};

class Receiver {
public:
    // There is no flow control: as at a real serial port, bytes are lost if the client does not read them in time.
    Bytes<1 << 16> bytes;

    // Return whether a byte has been received only in part.
    bool busy() const { return bit > 0; }
    // Return whether a byte is on the line. The end of the byte is the end of its stop bit; for busy(), it is the
    // middle of the stop bit, where this bit is sampled.
    bool on_line() const { return busy() || rest > 0; }

    void level(bool line, uint64_t clock, double clocks_per_bit)
    {
        if (bit == 0) {
            if (!line) {
                bit = 1;
                began = clock;
                rest = 0;
            } else if (rest > 0) {
                rest--;
            }
        } else if (clock >= began + uint64_t((bit + 0.5) * clocks_per_bit)) {
            if (bit == 9) {
                const uint8_t byte = uint8_t(shifter);
                bytes.add(&byte, 1);
                bit = 0;
                rest = began + uint64_t(10 * clocks_per_bit) - clock;
            } else {
                shifter = shifter >> 1 | unsigned(line) << 7;
                bit++;
            }
        }
    }

private:
    unsigned shifter = 0, bit = 0;
    uint64_t began = 0, rest = 0; // clocks left in a stop bit after its sample
};

// The use of the line: the clocks of the first and of the last bit; and for each direction, the number of clocks in
// which a byte was on the line.
struct LineUse {
    uint64_t first = 0, end = 0, to_board = 0, from_board = 0;

    void count(uint64_t clock, bool sends, bool receives)
    {
        if (!sends && !receives)
            return;
        if (end == 0)
            first = clock;
        end = clock + 1;
        to_board += sends;
        from_board += receives;
    }
};
