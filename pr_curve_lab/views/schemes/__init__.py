"""Pieces of the page Schemes: every way of joining, and every tool."""
