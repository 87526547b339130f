"""The visitor's session: state, settings and address, results that are kept, and work in the background."""
