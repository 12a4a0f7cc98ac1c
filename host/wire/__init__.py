"""Messages and numbers as bytes."""
