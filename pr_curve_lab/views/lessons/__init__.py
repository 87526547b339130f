"""Pieces of the page Lessons: the list, and the player of one lesson."""
