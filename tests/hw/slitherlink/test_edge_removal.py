"""Edges that are removed from a page, against the definition, to the clock."""

import random

import pytest

from rowloom.hw.slitherlink.deducer.edge_removal import EdgeRemoval
from rowloom.hw.slitherlink.deducer.shapes import Shape
from support.simulation import simulate
from support.slitherlink.rows import Page, begin


@pytest.mark.parametrize("rows, cols", [(1, 1), (3, 4)])
def test_random_edges(rows, cols):
    rng, unit = random.Random(0), EdgeRemoval(rows, cols)

    async def testbench(ctx):
        def serve():
            ctx.set(unit.edges.valid, bool(edges))
            if edges:
                row, col, south = edges[0]
                ctx.set(unit.edges.payload, {"vertex": {"row": row, "col": col}, "south": south})
                if ctx.get(unit.edges.ready):
                    edges.pop(0)
            contradictions.append(ctx.get(unit.contradiction))
            if ctx.get(unit.lost):
                lost.append(ctx.get(unit.lost_row))

        for _ in range(60):
            expected = begin(rows, cols)
            for number, col in ((number, col) for number in range(rows + 1) for col in range(cols + 1)):
                expected[number] = expected[number].with_vertex(col, rng.sample(list(Shape), rng.choice((1, 2, 4, 7))))
            page, losing, emptied, lost, contradictions = Page(expected), [], [], [], []
            edges = [(rng.randrange(rows + 1), rng.randrange(cols + 1), rng.randrange(2))
                     for _ in range(rng.choice((0, 1, 2, 5)))]
            written = [row for row, _, _ in edges]
            for row, col, south in edges:
                shapes = expected[row].vertices[col]
                left = {shape for shape in shapes if not (shape.south if south else shape.east)}
                expected[row] = expected[row].with_vertex(col, left)
                losing.append(left != shapes)
                emptied.append(not left)
            work = await page.work(ctx, unit, each_clock=serve)
            assert page.state() == expected
            assert work.written == written
            assert lost == [row for row, loses in zip(written, losing) if loses]
            assert any(contradictions) == any(emptied)
            assert work.clocks == 2 + 2 * len(written) + bool(written and (losing[-1] or emptied[-1]))

    simulate(unit, testbench)
