"""How long to wait for an answer before a request is sent again."""

__all__ = ["RoundTrip"]

_GAIN, _VARIATION_GAIN, _VARIATIONS = 1 / 8, 1 / 4, 4


class RoundTrip:
    """The timeout for an answer, from the times that earlier answers took (RFC 6298, section 2).

    Parameters
    ----------
    first : float
        The timeout in seconds before the first answer.
    least, most : float
        The limits of the timeout.

    Attributes
    ----------
    timeout : float
        In seconds.
    """

    def __init__(self, first: float, least: float, most: float):
        self.timeout = first
        self._least, self._most = least, most
        self._mean: float | None = None
        self._variation = 0.0

    def answered(self, seconds: float) -> None:
        """Take into account the time of an answer to a request that was sent once."""
        if self._mean is None:
            self._mean, self._variation = seconds, seconds / 2
        else:
            self._variation += _VARIATION_GAIN * (abs(seconds - self._mean) - self._variation)
            self._mean += _GAIN * (seconds - self._mean)
        self.timeout = min(max(self._mean + _VARIATIONS * self._variation, self._least), self._most)

    def timed_out(self) -> None:
        """Wait twice as long for the next answer: perhaps the line or the board is slow."""
        self.timeout = min(2 * self.timeout, self._most)
