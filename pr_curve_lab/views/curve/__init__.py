"""The parts of the page Threshold."""
