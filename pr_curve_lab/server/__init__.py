"""The visitor's session: state, settings, address, cached results, and jobs in the background."""
