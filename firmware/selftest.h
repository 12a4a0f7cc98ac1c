/* The board's test of its memories and its CPU (docs/develop/protocol.md). */
#pragma once

#include "frame.h"

/* Test a part of the board, and answer. Return ACCEPTED, or the reason why the request is refused. */
enum reason self_test(const struct frame *request);
