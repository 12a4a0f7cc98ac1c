"""Process batches in many processes and on many machines, with Dask's distributed scheduler.

:mod:`.cluster` runs in the command, and :mod:`.worker` runs in the workers. Both use :mod:`.work`, which defines the
work on each item. Only :mod:`.work` can be imported without the package ``distributed``.
"""
