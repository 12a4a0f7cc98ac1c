"""The engines of boards and the genres that they solve, as plain data; all lists of engines are derived from it."""
