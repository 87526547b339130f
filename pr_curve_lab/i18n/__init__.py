"""Messages in every language, sentences with numbers, and formulas."""
