"""Lessons as data: scenes and steps, what a scene shows of its data, and every number of it."""
