"""A :class:`Progress` that records its calls."""

from rowloom.host.jobs.job import Progress


class Shown(Progress):
    """Records messages, and the states of running jobs as (board, job, state) triples."""

    def __init__(self):
        self.messages, self.heard, self.workers = [], [], []

    def message(self, text):
        self.messages.append(text)

    def running(self, board, job, state):
        self.heard.append((board, job, state))

    def at_work(self, done, workers):
        self.workers.append((done, workers))
