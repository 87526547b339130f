"""Which column plays which part: guessed, chosen, and what else was possible."""
