"""Lessons as data: steps with their settings, and the rows, numbers and pictures that follow from them."""
