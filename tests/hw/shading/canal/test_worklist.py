"""The worklist is compared with a model, clock by clock."""

import random

import pytest

from rowloom.hw.shading.canal.worklist import ClueWorklist
from support.simulation import simulate
from support.vectors import bits


class Model:
    """A model of the two lists of requests, of the clues that the unit outputs next, and of its current output."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.lists, self.hand, self.place = ({}, {}), [], None

    def clock(self, go, by_row, by_col):
        """``by_row`` and ``by_col`` are requests for the clues of a row and of a column. Each is a triple: whether
        there is a request, the number of the row or column, and a set of cells."""
        added = [by_row, by_col]
        if go or not self.place:
            self.place = self.hand.pop(0) if self.hand else None
            loads = not self.hand
            for which, pending in enumerate(self.lists):
                valid, line, cells = added[which]
                if not loads or not (valid or pending):
                    continue
                if valid:
                    added[which] = False, line, set()
                else:
                    line = min(pending)
                    cells = pending.pop(line)
                self.hand = [(cell, line) if which else (line, cell) for cell in sorted(cells)]
                loads = False
        for pending, (valid, line, cells) in zip(self.lists, added, strict=True):
            if valid and cells:
                pending.setdefault(line, set()).update(cells)

    @property
    def empty(self):
        return not (self.place or self.hand or any(self.lists))


@pytest.mark.parametrize("rows, cols", [(1, 1), (1, 4), (3, 2), (5, 9), (36, 36)])
def test_random(rows, cols):
    rng = random.Random(rows)
    unit, model = ClueWorklist(rows, cols), Model()
    given = []

    async def testbench(ctx):
        for clock in range(600):
            share = rng.choice((0, 0, 0.2, 0.5)) if clock % 100 < 50 else 0

            def some(lines, width, share=share):
                cells = set(rng.choices(range(width), k=rng.choice((0, 1, 1, 2, 5))))
                return rng.random() < share, rng.randrange(lines), cells

            by_row, by_col = some(rows, cols), some(cols, rows)
            go, clear = rng.random() < 0.7, rng.random() < 0.01
            for port, (valid, line, cells) in ((unit.by_row, by_row), (unit.by_col, by_col)):
                ctx.set(port, {"valid": valid, "line": line, "cells": bits(cells)})
            ctx.set(unit.go, go)
            ctx.set(unit.clear, clear)
            assert ctx.get(unit.place.valid) == bool(model.place)
            if model.place:
                given.append(model.place)
                assert (ctx.get(unit.place.row), ctx.get(unit.place.col)) == model.place
            assert ctx.get(unit.empty) == (model.empty and not by_row[0] and not by_col[0])
            await ctx.tick()
            model.clock(go, by_row, by_col)
            if clear:
                model.clear()

    simulate(unit, testbench)
    assert len(set(given)) > 1 or rows * cols == 1
