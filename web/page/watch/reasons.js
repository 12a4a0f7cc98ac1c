// Says why facts follow from other facts, in words for a reader who does not know how the engine works. There is one
// module for each kind of puzzle: loop_reasons.js, shade_reasons.js and digit_reasons.js.
//
// Facts are values of places, as in marks.js. A *reason* is {found, words, from}: `found` lists the places whose values
// follow, and `from` the cells that the words name.

import { DIGITS, LOOP, kindOf } from "../puzzles/puzzle.js";
import { digitReasons } from "./digit_reasons.js";
import { loopReasons } from "./loop_reasons.js";
import { shadeReasons } from "./shade_reasons.js";

/**
 * Return the functions that explain facts of a puzzle: {explain, fault}.
 *
 * `explain(known, fresh, ruledOut)` returns reasons for all `fresh` facts, in an order in which each reason needs only
 * known facts and those of earlier reasons. `known` has a value for each place, `fresh` maps places to values, and
 * `ruledOut(place)` returns the values that the engine has already ruled out at a place. `fault(known, places)` returns
 * what is wrong with facts that lead to a contradiction at these places, {words, from}.
 */
export function reasonsIn(puzzle) {
    return { [LOOP]: loopReasons, [DIGITS]: digitReasons }[kindOf(puzzle)]?.(puzzle) ?? shadeReasons(puzzle);
}
