"""The engines of boards and the genres that they solve, as plain data, from which all lists of engines are derived."""
