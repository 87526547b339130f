"""The visitor's session: state, settings and address, cached results, and work in the background."""
