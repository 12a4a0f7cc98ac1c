/* The host's requests (docs/develop/protocol.md). */
#pragma once

/* Prepare to receive requests; call this function once, after reset. */
void requests_begin(void);

/* Handle all bytes that have been received. */
void requests_handle(void);
