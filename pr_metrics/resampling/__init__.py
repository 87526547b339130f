"""What chance alone would make of an area: bootstrap samples of the rows, and permutations of their labels."""
