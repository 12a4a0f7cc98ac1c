// Listens to pointers on an element, and distinguishes presses from strokes. The browser itself scrolls and zooms.

/** The distances in pixels that a mouse and a finger may move during a press. */
const MOUSE_MOVES = 4, FINGER_MOVES = 10;

/** The time in milliseconds after which a finger that does not move counts as held down. */
const HOLD = 500;

const FIRST = 0, MIDDLE = 1, SECOND = 2;

/**
 * Listen to the pointers on an element; return {drop, isMoving}.
 *
 * When a pointer is pressed down, `begin(event)` returns its handlers {press, move, end, drop, hold, isForFingers}, or
 * null to ignore it. If the pointer does not move, its release calls `press(event)`. If it moves, its moves call
 * `move(events)`, and its release calls `end(event)`. If there is no handler `move`, the release always calls
 * `press(event)`. If the browser takes over the pointer, such as for zooming, `drop()` is called instead, if there is
 * such a handler.
 *
 * If a finger is held down, `hold()` is called; without a handler `hold`, the finger does nothing. Moving fingers
 * scroll and zoom the page, unless `isForFingers` is set or `hold()` was called.
 */
export function listenToPointers(target, begin) {
    let held = null;  // {id, type, time, first, last, meaning, hasMoved, isHeld}
    let timer = 0;

    function drop() {
        const { meaning } = held ?? {};
        held = null;
        clearTimeout(timer);
        meaning?.drop?.();
    }

    function hold() {
        if (!held?.meaning.hold || held.hasMoved || held.isHeld) return;
        held.isHeld = true;
        navigator.vibrate?.(15);
        held.meaning.hold();
    }

    function release(event) {
        const isLong = held.type === "touch" && event.timeStamp - held.time > HOLD;
        if (isLong) hold();
        const { meaning, hasMoved, isHeld } = held;
        held = null;
        clearTimeout(timer);
        target.focus({ preventScroll: true });
        if (isLong && !isHeld && !hasMoved) {
            meaning.drop?.();
        } else if (hasMoved && meaning.move) {
            meaning.end(event);
        } else {
            meaning.press(event);
        }
    }

    function onDown(event) {
        const { pointerId, pointerType, button, isPrimary } = event;
        const isFree = !held || held.type === "touch" && pointerType !== "touch";
        if (!isFree || !isPrimary || button !== FIRST && button !== SECOND) return;
        drop();
        const meaning = begin(event);
        held = meaning && {
            id: pointerId, type: pointerType, time: event.timeStamp, first: event, last: event, meaning,
        };
        if (pointerType === "touch") timer = setTimeout(hold, HOLD);
    }

    function onMove(event) {
        if (held.type !== "touch" && !event.buttons) {
            release(held.last);  // the page has not seen the release
            return;
        }
        const { clientX, clientY } = held.first;
        const farthest = held.type === "touch" ? FINGER_MOVES : MOUSE_MOVES;
        held.hasMoved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > farthest;
        held.last = event;
        if (held.hasMoved && held.type === "touch" && !held.isHeld && !held.meaning.isForFingers) {
            drop();
        } else if (held.hasMoved) {
            const events = event.getCoalescedEvents?.() ?? [];
            held.meaning.move?.(events.length ? events : [event]);
        }
    }

    /** If there is a second finger, wherever it is, leave both fingers to the browser. */
    function onOther(event) {
        if (held?.type === "touch" && event.pointerType === "touch" && event.pointerId !== held.id) drop();
    }

    /** End a stroke at the last known position of the pointer, and forget the pointer. */
    function lose() {
        if (held?.hasMoved) release(held.last);
        drop();
    }

    const only = (react) => (event) => event.pointerId === held?.id && react(event);
    target.addEventListener("pointerdown", onDown);
    // A pointer that was pressed on the target may move anywhere, even out of the window, and may be released there.
    addEventListener("pointermove", only(onMove));
    addEventListener("pointerup", only(release));
    // After a finger was held down, some browsers cancel its pointer.
    addEventListener("pointercancel", only(() => (held.isHeld ? release(held.last) : drop())));
    addEventListener("pointerdown", onOther, { capture: true });
    addEventListener("blur", lose);
    // If the mouse wheel scrolls the page, the grid moves under the pointer, so the stroke ends.
    addEventListener("scroll", (event) => event.target.contains?.(target) && lose(), { capture: true });
    target.addEventListener("contextmenu", (event) => event.preventDefault());
    // On Linux, a click with the middle button would paste the text that was selected last, and so open another puzzle.
    for (const type of ["mouseup", "auxclick"]) {
        target.addEventListener(type, (event) => event.button === MIDDLE && event.preventDefault());
    }
    // A pen, or a finger that was held down, does not scroll.
    const keep = (event) => (held?.type === "pen" || held?.isHeld) && event.preventDefault();
    target.addEventListener("touchstart", keep, { passive: false });
    target.addEventListener("touchmove", keep, { passive: false });
    return { drop, isMoving: () => Boolean(held?.hasMoved) };
}
