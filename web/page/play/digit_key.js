// Digits on a keyboard, those of its keypad among them.

/**
 * Return the digit that a key is for, and whether it is with Shift: {digit, isShifted}; null for other keys.
 *
 * With Shift, `key` is the sign above the digit, or on the keypad the key without NumLock, such as "PageUp". Windows
 * then also reports that Shift is not held. So with NumLock, any such key of the keypad is a digit with Shift.
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
