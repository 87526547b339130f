"""File formats, recognised by content: one way of reading each, and the right name of those that are not read."""
