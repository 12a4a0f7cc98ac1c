// The channel to a simulated board that runs in a worker. If memory is short, a browser may terminate a worker without
// an event, so the page has to detect the end of a worker itself.

/** Start a simulated board from the module at an address; return its channel as soon as the board runs. */
export function openSimulated(module) {
    return new Promise((resolve, reject) => {
        const worker = startWorker(new URL("worker.js", import.meta.url), {
            onmessage(data) {
                if (data.ready) {
                    resolve(channel);
                } else if (data.failed) {
                    worker.stop();
                    reject(new Error(`the simulated board did not start: ${data.failed}`));
                } else {
                    channel.onbytes(data);
                }
            },
            onend(why) {
                const words = `the simulated board has stopped (${why}); the next search starts it again`;
                reject(new Error(words));
                channel.onclose(words);
            },
        });
        const channel = {
            onbytes() {},
            onclose() {},
            send: worker.post,
            close() {
                worker.stop();
                channel.onclose();
            },
        };
        worker.post({ module: new URL(`../${module}`, import.meta.url).href });
    });
}

// Workers

/**
 * Start a worker; return {post, stop}.
 *
 * `onmessage` gets the worker's messages. If the worker fails or the browser terminates it, `onend` is called once with
 * the reason in words.
 */
export function startWorker(address, { onmessage, onend }) {
    const worker = new Worker(address, { type: "module" });
    let isOver = false;

    function stop() {
        isOver = true;
        worker.terminate();
    }

    function end(words) {
        if (!isOver) {
            stop();
            onend(words);
        }
    }

    worker.onerror = ({ message }) => end(message ?? "its program did not load");
    worker.onmessageerror = () => end("a message from it cannot be read");
    worker.onmessage = ({ data }) => {
        if (data.lock) {
            // The worker holds this lock until it ends.
            navigator.locks?.request(data.lock, () => end("the browser terminated it"));
        } else {
            onmessage(data);
        }
    };
    return { post: (message) => worker.postMessage(message), stop };
}

/**
 * In a worker, hold a lock until the worker ends, and send the name of the lock to the page. Needs https:// or
 * localhost.
 */
export function holdLock() {
    const lock = `rowloom-worker-${Math.random()}`;
    navigator.locks?.request(lock, () => {
        self.postMessage({ lock });
        return new Promise(() => {});
    });
}
