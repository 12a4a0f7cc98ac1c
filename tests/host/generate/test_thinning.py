"""Taking clues away, where other solutions are lists of the clues that they break."""

from rowloom.host.generate.thinning import thinned


def thin(turns, others):
    """What is left each time, and how often it was asked whether that suffices."""
    asked = []

    def suffice(clues):
        asked.append(clues)
        return all(other & clues for other in others)

    return list(thinned({1, 2, 3, 4}, turns, suffice)), len(asked)


def test_without_other_solutions_all_can_be_spared():
    assert thin([3, 1, 4, 2], []) == ([{1, 2, 4}, {2, 4}, {2}, set()], 4)


def test_a_clue_that_alone_keeps_another_solution_out_stays():
    assert thin([1, 2, 3, 4], [{2}, {3, 4}]) == ([{2, 3, 4}, {2, 4}], 4)


def test_only_those_whose_turn_it_is():
    assert thin([], []) == ([], 0)
    assert thin([4], []) == ([{1, 2, 3}], 1)
