// The page's state, in one place: views render it, and only actions change it.

/**
 * Return a store.
 *
 * `set` takes the fields that change, or a function from the state to them; then every subscriber is called with the
 * new state and the one before. A subscriber that sets something is heard after all others.
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
            isNotifying = false;  // a fault in one of them ends no later change
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
