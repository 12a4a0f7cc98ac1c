// The channel to a simulated board, which runs in a worker, and how the page notices the end of a worker: a browser
// that ends one, for want of memory, reports it nowhere.

/** Start a simulated board from the address of its module; return its channel when it runs. */
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
                const words = `the simulated board has stopped (${why}); the next search starts another`;
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
        worker.post({ module: new URL(module, document.baseURI).href });
    });
}

// Workers

/**
 * Start a worker; return what posts messages to it and stops it.
 *
 * `onmessage` gets what it posts. `onend` is called once, with the reason in words, if it fails or the browser ends it.
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
            // It is free when the worker is no more.
            navigator.locks?.request(data.lock, () => end("the browser has ended it"));
        } else {
            onmessage(data);
        }
    };
    return { post: (message) => worker.postMessage(message), stop };
}

/** In a worker: hold a lock for life, and name it to the page. Only pages from https:// or this computer have locks. */
export function holdLock() {
    const lock = `rowloom-worker-${Math.random()}`;
    navigator.locks?.request(lock, () => {
        self.postMessage({ lock });
        return new Promise(() => {});
    });
}
