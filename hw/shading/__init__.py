"""Engines for the genres in which cells are shaded: Smullyanic Dynasty and Canal View."""
