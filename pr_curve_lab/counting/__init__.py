"""Counts at each score, made where the rows lie: data frames, files larger than memory, and SQL to run elsewhere."""
