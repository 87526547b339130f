"""Read files of every supported format into tables."""
