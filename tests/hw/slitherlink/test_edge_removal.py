"""Edges removed from a page, against the definition, to the clock."""

import random
from dataclasses import replace

import pytest

from rowloom.hw.slitherlink.deducer.edge_removal import EdgeRemoval
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.slitherlink.rows import begin


def random_state(rng, rows, cols):
    """A grid whose vertices have any shapes, each at least one."""
    def part(_):
        return frozenset(rng.sample(list(Shape), rng.choice((1, 2, 4, 7))))

    return [replace(line, vertices=tuple(map(part, line.vertices))) for line in begin(rows, cols)]


class Stream:
    """The edges to remove, and what is told meanwhile."""

    def __init__(self, unit, ctx, edges):
        self._unit, self._ctx, self._edges = unit, ctx, list(edges)
        self.lost, self.contradiction = [], False

    def serve(self):
        unit, ctx = self._unit, self._ctx
        ctx.set(unit.edges.valid, bool(self._edges))
        if self._edges:
            row, col, south = self._edges[0]
            ctx.set(unit.edges.payload, {"vertex": {"row": row, "col": col}, "south": south})
            if ctx.get(unit.edges.ready):
                self._edges.pop(0)
        self.contradiction |= bool(ctx.get(unit.contradiction))
        if ctx.get(unit.lost):
            self.lost.append(ctx.get(unit.lost_row))


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 4)])
def test_random_edges(simulate, page, rows, cols):
    rng = random.Random(0)
    unit = EdgeRemoval(rows, cols)

    async def testbench(ctx):
        for _ in range(60):
            state = random_state(rng, rows, cols)
            edges = [(rng.randrange(rows + 1), rng.randrange(cols + 1), rng.randrange(2))
                     for _ in range(rng.choice((0, 1, 2, 5)))]
            lost, empty = [], []
            expected = list(state)
            for row, col, south in edges:
                vertices = list(expected[row].vertices)
                side = "south" if south else "east"
                left = frozenset(shape for shape in vertices[col] if not getattr(shape, side))
                empty.append(not left)
                lost.append(row if left != vertices[col] else None)
                vertices[col] = left
                expected[row] = replace(expected[row], vertices=tuple(vertices))

            at_hand, stream = page(state), Stream(unit, ctx, edges)
            work = await at_hand.work(ctx, unit, each_clock=stream.serve)
            assert at_hand.state() == expected
            assert work.written == [row for row, _, _ in edges]
            assert stream.lost == [row for row in lost if row is not None]
            assert stream.contradiction == any(empty)
            assert work.clocks == 2 + 2 * len(edges) + bool(edges and (lost[-1] is not None or empty[-1]))

    simulate(unit, testbench)
