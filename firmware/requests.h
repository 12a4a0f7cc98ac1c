/* The host's requests (docs/develop/protocol.md). */
#pragma once

/* Call once, after reset. */
void requests_begin(void);

/* Handle every received byte. */
void requests_handle(void);
