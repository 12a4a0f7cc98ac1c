"""The seven shapes of a vertex: of its four edges, none or two are lines."""

import enum

__all__ = ["CORNERS", "Shape", "corner_lines"]


class Shape(enum.Enum):
    """The edges of a vertex that are lines: (north, east, south, west), with 1 for a line."""

    EMPTY = (0, 0, 0, 0)
    NORTH_SOUTH = (1, 0, 1, 0)
    EAST_WEST = (0, 1, 0, 1)
    NORTH_EAST = (1, 1, 0, 0)
    SOUTH_WEST = (0, 0, 1, 1)
    NORTH_WEST = (1, 0, 0, 1)
    SOUTH_EAST = (0, 1, 1, 0)

    def __init__(self, north: int, east: int, south: int, west: int):
        self.north, self.east, self.south, self.west = north, east, south, west

    @property
    def sides(self) -> tuple[int, int, int, int]:
        """For each cell around the vertex, whether its colour differs from the colour of the north-west cell:
        north-west (always 0), north-east, south-west, south-east."""
        return 0, self.north, self.west, self.north ^ self.east


CORNERS = TOP_LEFT, TOP_RIGHT, BOTTOM_LEFT, BOTTOM_RIGHT = range(4)
"""The corners of a cell: the left and the right end of its top edge, then the left and the right end of its bottom
edge."""


def corner_lines(corner: int, shape: Shape) -> tuple[int, int]:
    """Return, for the horizontal and the vertical edge of a cell at this corner, whether the edge is a line if the
    vertex at the corner has this shape."""
    return (
        shape.east if corner in (TOP_LEFT, BOTTOM_LEFT) else shape.west,
        shape.south if corner in (TOP_LEFT, TOP_RIGHT) else shape.north,
    )
