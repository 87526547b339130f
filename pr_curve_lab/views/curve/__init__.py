"""The parts of the page Curve."""
