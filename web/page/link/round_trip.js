// How long to wait for an answer before a request is sent again.

const GAIN = 1 / 8, VARIATION_GAIN = 1 / 4, VARIATIONS = 4;

/** The timeout for an answer, from the times that earlier answers took (RFC 6298, section 2); all in seconds. */
export class RoundTrip {
    #least;
    #most;
    #mean = null;
    #variation = 0;

    /** @param {number} least The least timeout, and the first. @param {number} most The greatest one. */
    constructor(least, most) {
        this.timeout = least;
        this.#least = least;
        this.#most = most;
    }

    /** Take into account the time of an answer to a request that was sent once. */
    answered(seconds) {
        if (this.#mean === null) {
            this.#mean = seconds;
            this.#variation = seconds / 2;
        } else {
            this.#variation += VARIATION_GAIN * (Math.abs(seconds - this.#mean) - this.#variation);
            this.#mean += GAIN * (seconds - this.#mean);
        }
        this.timeout = Math.min(Math.max(this.#mean + VARIATIONS * this.#variation, this.#least), this.#most);
    }

    /** Wait twice as long for the next answer: perhaps the line or the board is slow. */
    timedOut() {
        this.timeout = Math.min(2 * this.timeout, this.#most);
    }
}
