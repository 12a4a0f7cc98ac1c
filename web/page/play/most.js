// The best of some values.

/** Return the first of the values that are worth most, or null if there is none. */
export function most(values, worth) {
    return values.reduce((best, value) => (best === null || worth(value) > worth(best) ? value : best), null);
}
