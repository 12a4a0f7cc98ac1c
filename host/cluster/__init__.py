"""Batches on many processes and machines, through Dask's distributed scheduler.

:mod:`.cluster` is the side of the command, :mod:`.worker` that of the workers. Both use :mod:`.work`, the work on each
item, which alone can be imported without the package ``distributed``.
"""
