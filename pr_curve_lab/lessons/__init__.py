"""Lessons as data: steps with their settings, what a step shows of its data, and every number of it."""
