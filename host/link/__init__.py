"""The link to boards: ports, sessions, and the jobs on their way."""
