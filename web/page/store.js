// The page's state: views render it, and only actions change it.

/**
 * Return a store.
 *
 * `set` takes the changed fields, or a function that gets the state and returns the changed fields. Then it calls all
 * subscribers with the new and the previous state. If a subscriber calls `set` in turn, all subscribers are called for
 * the earlier change before any of them is called for the new change.
 */
export function createStore(state) {
    const subscribers = [];
    const changes = [];
    let isNotifying = false;

    function notify() {
        isNotifying = true;
        try {
            while (changes.length) {
                const [now, before] = changes.shift();
                for (const subscriber of subscribers) subscriber(now, before);
            }
        } finally {
            isNotifying = false;  // so that an error in a subscriber does not block later changes
        }
    }

    return {
        get: () => state,
        set(change) {
            const before = state;
            state = { ...state, ...(typeof change === "function" ? change(state) : change) };
            changes.push([state, before]);
            if (!isNotifying) notify();
        },
        subscribe(subscriber) {
            subscribers.push(subscriber);
            subscriber(state, {});
        },
    };
}
