"""Count rows at each score where they are: in data frames, in files larger than memory, or with SQL elsewhere."""
