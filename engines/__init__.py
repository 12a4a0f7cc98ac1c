"""The engines of boards, and the genres that they solve, as plain data. All lists of engines are derived from this
data."""
