"""The system round the engines: CPU, memory, UART, and the bus that joins them."""
