// The next step where a board tells what is certain: one thing of that which is not marked yet, with its reason where a
// simple rule gives one. Of shades, shade_rules.js knows these.

import { kindOf } from "../genres.js";
import { digitStep } from "./digit_hint.js";
import { loopStep } from "./loop_hint.js";
import { shadeStep } from "./shade_hint.js";

const STEPS = { loop: loopStep, digits: digitStep, shades: shadeStep };

/**
 * Return the next step, or null if nothing is left that is certain.
 *
 * `certain` is what all solutions have in common, {values, edges} as in the state; nothing may be marked that
 * contradicts it. A step is {text, cells, edges, take}: `take` returns the marks after it.
 */
export function nextStep(puzzle, marks, certain) {
    return STEPS[kindOf(puzzle)](puzzle, marks, certain);
}
