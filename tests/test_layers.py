"""Modules import only lower layers, and there are no cycles of imports."""

from graphlib import TopologicalSorter

import grimp
import pytest

LAYERS = [
    {"rowloom.host.cli"},
    {"rowloom.host.library", "rowloom.web"},
    {"rowloom.host.cluster"},
    {"rowloom.host.doctor", "rowloom.host.solving"},
    {"rowloom.host.flash", "rowloom.host.generate"},
    {"rowloom.host.grading", "rowloom.host.link"},
    {"rowloom.host.solvers"},
    {"rowloom.host.jobs"},
    {"rowloom.host.formats"},
    {"rowloom.host.puzzles"},
    {"rowloom.host.drawing", "rowloom.host.wire"},
    {"rowloom.host.arguments", "rowloom.host.methods", "rowloom.host.whole_files"},
    {"rowloom.sim"},
    {"rowloom.boards"},
    {"rowloom.firmware"},
    {"rowloom.hw"},
    {"rowloom.engines"},
    {"rowloom.sources", "rowloom.tools"},
    {"rowloom.errors"},
]
"""The layers from the highest to the lowest.

Each layer imports only lower layers. Packages and modules in the same layer do not import each other.
"""


@pytest.fixture(scope="module")
def graph():
    """Return all imports in the package, including imports in functions and imports for type checkers."""
    return grimp.build_graph("rowloom", cache_dir=None)


def test_every_module_is_in_a_layer(graph):
    layers = set.union(*LAYERS)
    outside = {module for module in graph.modules if not any(f"{module}.".startswith(f"{one}.") for one in layers)}
    assert outside == {"rowloom", "rowloom.__main__", "rowloom.host"}
    assert layers <= graph.modules


def test_imports_go_down(graph):
    layers = [grimp.Layer(*layer, independent=True) for layer in LAYERS]
    found = graph.find_illegal_dependencies_for_layers(layers)
    routes = [f"{' '.join(route.heads)} -> {' '.join(route.tails)}" for one in found for route in one.routes]
    assert routes == []


def test_there_are_no_circles(graph):
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    TopologicalSorter(imports).prepare()  # a CycleError names the modules
