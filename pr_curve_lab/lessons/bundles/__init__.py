"""Lessons as the browser plays them: every word, row and number of their steps, computed and worded here."""
