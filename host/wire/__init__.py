"""The link protocol: messages and numbers as bytes."""
