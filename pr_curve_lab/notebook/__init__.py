"""Curves in a notebook: an interactive widget, and a display with scikit-learn's arguments."""
