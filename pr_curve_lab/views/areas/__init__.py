"""Pieces of the page Areas: two schemes side by side."""
