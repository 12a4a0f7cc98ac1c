"""Batches on many processes and machines, through Dask's distributed scheduler.

:mod:`.cluster` is the side of the command, :mod:`.worker` that of the workers, :mod:`.work` what both know: what is to
be done with each item. Only :mod:`.work` can be imported without the package ``distributed``.
"""
