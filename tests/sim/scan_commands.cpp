// Gives the model of the any-order unit the commands that come on standard input, one a line: "order N", "put VALUE",
// "seek CELL", "get", "command CONTROL". After each command it prints state, depth and level, clocks, and the counters.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "registers.h"

uint32_t model::receive() { return 0; }
void model::send(uint32_t) {}

int main()
{
    ScanUnit &unit = model::scan_unit;
    char what[16];
    uint32_t operand;
    while (std::scanf("%15s %" SCNu32, what, &operand) == 2) {
        if (std::strcmp(what, "order") == 0)
            unit.set_order(operand);
        else if (std::strcmp(what, "seek") == 0)
            unit.seek(operand);
        else if (std::strcmp(what, "put") == 0)
            unit.put(operand);
        else if (std::strcmp(what, "get") == 0)
            std::printf("%" PRIu32 "\n", unit.get());
        else {
            const uint64_t began = model::clocks;
            unit.command(operand);
            const uint64_t took = model::clocks - began;
            std::printf("%" PRIu32 " %" PRIu32 " %" PRIu64, unit.state(), unit.trail_lengths(), took);
            for (uint32_t counter : unit.counters)
                std::printf(" %" PRIu32, counter);
            std::printf("\n");
        }
        std::fflush(stdout);
    }
}
