"""The pieces of the averages page."""
