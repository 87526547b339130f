"""Files of every kind into tables."""
