"""Pieces of the page Models: several scores of the same rows, and which of them wins under which scheme."""
