// Pointers on an element: what is a press, what is a stroke, and what the browser makes of it.

/** How many pixels a pointer may move before it does not press any more. */
const MOUSE_MOVES = 4, FINGER_MOVES = 10;

/** For so many milliseconds a finger presses; one that rests there for longer means nothing. */
const LONGEST_PRESS = 500;

const FIRST = 0, SECOND = 2;

/**
 * Listen to the pointers on an element; return {drop, isMoving}.
 *
 * `begin(event)` returns what one pointer means, or null for nothing: {press, move, end, drop}. `press(event)` is called
 * if it is released without having moved, else `move(events)`, as long as it moves, and then `end(event)`. A pointer that
 * cannot draw has no `move`, and its `press` is told of any release. `drop` is called if nothing is to come of what was
 * begun. A finger presses, but does not draw: its moves are the browser's, which scrolls and zooms the page by them.
 */
export function listenToPointers(target, begin) {
    let held = null;  // {id, type, time, first, last, meaning, hasMoved}

    function drop() {
        const { meaning } = held ?? {};
        held = null;
        meaning?.drop();
    }

    function release(event) {
        const { type, time, meaning, hasMoved } = held;
        held = null;
        target.focus({ preventScroll: true });
        if (type === "touch" && event.timeStamp - time > LONGEST_PRESS) {
            meaning.drop();
        } else if (hasMoved && meaning.move) {
            meaning.end(event);
        } else {
            meaning.press(event);
        }
    }

    function onDown(event) {
        const { pointerId, pointerType, button, isPrimary } = event;
        const isFree = !held || held.type === "touch" && pointerType !== "touch";
        if (!isFree || !isPrimary || button !== FIRST && button !== SECOND) {
            return;
        }
        drop();
        const meaning = begin(event);
        held = meaning && { id: pointerId, type: pointerType, time: event.timeStamp, first: event, last: event, meaning };
    }

    function onMove(event) {
        if (held.type !== "touch" && !event.buttons) {
            release(held.last);  // it was released where nobody heard it
            return;
        }
        const { clientX, clientY } = held.first;
        const farthest = held.type === "touch" ? FINGER_MOVES : MOUSE_MOVES;
        held.hasMoved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > farthest;
        held.last = event;
        if (held.hasMoved && held.type === "touch") {
            drop();
        } else if (held.hasMoved) {
            const events = event.getCoalescedEvents?.() ?? [];
            held.meaning.move?.(events.length ? events : [event]);
        }
    }

    /** A second finger makes both the browser's, wherever it lands. */
    function onOther(event) {
        if (held?.type === "touch" && event.pointerType === "touch" && event.pointerId !== held.id) {
            drop();
        }
    }

    function onBlur() {
        if (held?.hasMoved) {
            release(held.last);
        }
        drop();
    }

    const only = (react) => (event) => event.pointerId === held?.id && react(event);
    target.addEventListener("pointerdown", onDown);
    // What was pressed there is heard wherever it goes, outside of the window, too.
    addEventListener("pointermove", only(onMove));
    addEventListener("pointerup", only(release));
    addEventListener("pointercancel", only(drop));
    addEventListener("pointerdown", onOther, { capture: true });
    addEventListener("blur", onBlur);
    target.addEventListener("contextmenu", (event) => event.preventDefault());
    // A pen draws where a finger scrolls.
    target.addEventListener("touchstart", (event) => held?.type === "pen" && event.preventDefault(), { passive: false });
    return { drop, isMoving: () => Boolean(held?.hasMoved) };
}
