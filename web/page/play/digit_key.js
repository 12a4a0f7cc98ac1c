// Digits on a keyboard, those of its keypad among them.

/**
 * Return the digit that a key is for, and whether it is with Shift: {digit, isShifted}; null for other keys.
 *
 * With Shift, a key says what the keyboard has above the digit, and one of the keypad what it is without NumLock. Windows
 * then says that Shift is not held, so that only NumLock tells such a key from an arrow.
 */
export function digitOf(event) {
    const [, place, digit] = /^(Digit|Numpad)([0-9])$/.exec(event.code) ?? [];
    const isDigit = /^[0-9]$/.test(event.key);
    if (place === "Numpad" && !isDigit) {
        const isShifted = event.shiftKey || event.getModifierState("NumLock");
        return isShifted ? { digit: Number(digit), isShifted } : null;
    }
    return digit || isDigit ? { digit: Number(digit ?? event.key), isShifted: event.shiftKey } : null;
}
