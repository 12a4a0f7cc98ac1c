"""Batches on many processes and machines, through Dask's distributed scheduler.

:mod:`.cluster` runs in the command, :mod:`.worker` in the workers. Both use :mod:`.work`, the work on each item, which
alone can be imported without the package ``distributed``.
"""
