"""Pieces of the page Play: the part that runs in the browser, and what it tells."""
