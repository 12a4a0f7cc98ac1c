"""The engines of boards and the genres that they solve: plain data, from which every list of engines is derived."""
