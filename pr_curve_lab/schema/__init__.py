"""Tables into labels and scores: what each column is, its values checked, and the rows that count."""
