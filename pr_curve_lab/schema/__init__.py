"""Turn tables into labels and scores: the roles of columns, checks of their values, and the rows that count."""
