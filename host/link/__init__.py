"""The link to boards: ports, sessions, and the exchange of jobs and their results."""
