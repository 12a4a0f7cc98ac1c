"""The SoC around the engines: CPU, memories, UART, and the bus."""
