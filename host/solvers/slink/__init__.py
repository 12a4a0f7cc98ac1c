"""The engine ``slink``: the fifteen rules of the Slink statement."""
