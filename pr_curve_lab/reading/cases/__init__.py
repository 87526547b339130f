"""Rows with labels and scores that can be counted, what was left out, and what looks odd about them."""
