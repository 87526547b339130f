"""Pieces of a page, one a file: each owns its widgets and their keys."""
