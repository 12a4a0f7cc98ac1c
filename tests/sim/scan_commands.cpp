// Gives the model of the any-order unit the commands that come on standard input, one a line: "order N", "put VALUE",
// "seek CELL", "get 0", "command CONTROL". After each command it prints state, depth and level, clocks, and the counters.

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "models.h"

uint32_t receive() { return UART_RX_EMPTY; }
void send(uint8_t) {}
uint32_t engine_read(const volatile Register *which) { return scan_read(which); }
void engine_write(const volatile Register *which, uint32_t value) { scan_write(which, value); }

int main()
{
    char what[16];
    uint32_t operand;
    while (std::scanf("%15s %" SCNu32, what, &operand) == 2) {
        if (std::strcmp(what, "order") == 0)
            SCAN->order = operand;
        else if (std::strcmp(what, "seek") == 0)
            SCAN->cell = operand;
        else if (std::strcmp(what, "put") == 0)
            SCAN->given = operand;
        else if (std::strcmp(what, "get") == 0)
            std::printf("%" PRIu32 "\n", uint32_t(SCAN->value));
        else {
            const uint64_t began = clocks;
            SCAN->control = operand;
            const uint64_t took = clocks - began;
            std::printf("%" PRIu32 " %" PRIu32 " %" PRIu64, uint32_t(SCAN->state), uint32_t(SCAN->trail), took);
            for (auto &counter : SCAN->counters)
                std::printf(" %" PRIu32, uint32_t(counter));
            std::printf("\n");
        }
        std::fflush(stdout);
    }
}
