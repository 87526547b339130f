"""What is said: words in every language, numbers as text, sentences and formulas."""
