"""The paper's checker of patterns and colours."""
