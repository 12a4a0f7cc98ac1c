"""Taking clues away, with solutions that are lists of what the other ones break."""

from rowloom.host.generate.thinning import thinned


def thin(turns, others):
    """What is left each time, and how often another solution was looked for."""
    asked = []

    def broken(clues):
        asked.append(clues)
        return next((other for other in others if not other & clues), None)

    return list(thinned({1, 2, 3, 4}, turns, broken)), len(asked)


def test_without_other_solutions_all_can_be_spared():
    assert thin([3, 1, 4, 2], []) == ([{1, 2, 4}, {2, 4}, {2}, set()], 4)


def test_a_clue_that_alone_keeps_another_solution_out_stays():
    assert thin([1, 2, 3, 4], [{2}, {3, 4}]) == ([{2, 3, 4}, {2, 4}], 4)


def test_a_solution_that_was_met_is_not_looked_for_again():
    assert thin([1, 2, 3, 3], [{1}, {3}]) == ([{1, 3, 4}], 3)


def test_only_those_whose_turn_it_is():
    assert thin([], []) == ([], 0)
    assert thin([4], []) == ([{1, 2, 3}], 1)
