"""Uncertainty of areas, differences of areas, points and curves: by formula, bootstrap and permutation."""
