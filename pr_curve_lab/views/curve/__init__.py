"""Pieces of the page Curve: one threshold and what it does."""
