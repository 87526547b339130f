"""Pieces of the page Balance: the same classifier where positives are rarer or more common."""
