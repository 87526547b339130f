"""Pieces of the page Data: what is in use, and how it was understood."""
