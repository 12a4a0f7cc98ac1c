// Sets of digits, of positions in a unit, or of units: up to 225.
#pragma once

#include <array>
#include <cstdint>

struct Bits {
    static constexpr int words = 4;
    std::array<uint64_t, words> word{};

    static Bits below(int count)
    {
        Bits bits;
        for (int bit = 0; bit < count; bit++)
            bits.add(bit);
        return bits;
    }

    void add(int bit) { word[bit / 64] |= uint64_t(1) << bit % 64; }
    void remove(int bit) { word[bit / 64] &= ~(uint64_t(1) << bit % 64); }
    bool has(int bit) const { return word[bit / 64] >> bit % 64 & 1; }
    bool any() const { return word[0] | word[1] | word[2] | word[3]; }

    int count() const
    {
        int count = 0;
        for (uint64_t part : word)
            count += __builtin_popcountll(part);
        return count;
    }

    // The set must not be empty.
    int lowest() const
    {
        int at = 0;
        while (word[at] == 0)
            at++;
        return at * 64 + __builtin_ctzll(word[at]);
    }

    // Remove and return the lowest one.
    int take()
    {
        const int bit = lowest();
        remove(bit);
        return bit;
    }

    Bits operator|(const Bits &other) const { return combined(other, [](uint64_t a, uint64_t b) { return a | b; }); }
    Bits operator&(const Bits &other) const { return combined(other, [](uint64_t a, uint64_t b) { return a & b; }); }
    // The difference of two sets.
    Bits operator-(const Bits &other) const { return combined(other, [](uint64_t a, uint64_t b) { return a & ~b; }); }
    Bits &operator|=(const Bits &other) { return *this = *this | other; }

private:
    template <typename Function> Bits combined(const Bits &other, Function function) const
    {
        Bits bits;
        for (int at = 0; at < words; at++)
            bits.word[at] = function(word[at], other.word[at]);
        return bits;
    }
};
