"""A progress that remembers what it was shown."""

from rowloom.host.jobs.job import Progress


class Shown(Progress):
    """Keeps messages, and what boards have said as (board, job, state)."""

    def __init__(self):
        self.messages, self.heard, self.workers = [], [], []

    def message(self, text):
        self.messages.append(text)

    def running(self, board, job, state):
        self.heard.append((board, job, state))

    def at_work(self, done, workers):
        self.workers.append((done, workers))
